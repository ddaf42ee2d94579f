import { ArrowLeft } from 'lucide-react'

import { Link } from '#web/router/navigate.tsx'

import { useSite } from '../api/site.tsx'
import { language } from '../text/language.ts'
import { layoutText } from '../text/layout.ts'
import { siteText } from '../text/site.ts'

type PageHeadProps = {
  title: string
  description?: string
  /** The canonical path. Pages without one, such as personal pages, are not indexed. */
  path?: string
  image?: { path: string; width: number; height: number; alt: string }
}

/** Title and meta elements for search engines and link previews. React moves them to the document's head. */
export function PageHead({ title, description, path, image }: PageHeadProps) {
  const site = siteText
  const { pageTitle } = layoutText
  const summary = description ?? site.description
  return (
    <>
      <title>{pageTitle({ title })}</title>
      <meta name="description" content={summary} />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Sharing
          title={title}
          description={summary}
          path={path}
          image={image ?? defaultImage(site)}
        />
      )}
    </>
  )
}

function Sharing({ title, description, path, image }: Required<PageHeadProps>) {
  const { origin } = useSite()
  const { product } = layoutText
  return (
    <>
      <link rel="canonical" href={origin + path} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={product} />
      <meta property="og:locale" content={language.formats.replace('-', '_')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:image" content={origin + image.path} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={origin + image.path} />
      <meta name="twitter:image:alt" content={image.alt} />
    </>
  )
}

function defaultImage({ shareImageAlt }: typeof siteText) {
  return { path: '/share.png', width: 1200, height: 630, alt: shareImageAlt }
}

type BackLinkProps = { to: string; children: string; isIcon?: boolean }

/** Leads from a page to the one that it belongs to. `isIcon`: phones show only the arrow, beside the title. */
export function BackLink({ to, children, isIcon }: BackLinkProps) {
  return (
    <Link to={to} className="link tap gap-1.5 text-sm">
      <ArrowLeft size={16} aria-hidden="true" className={isIcon ? 'max-md:mx-3.5' : ''} />
      <span className={isIcon ? 'max-md:sr-only' : ''}>{children}</span>
    </Link>
  )
}
