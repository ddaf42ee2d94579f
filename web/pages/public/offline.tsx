import { useEffect, useState } from 'react'

import { browserNames } from '#shared/browser-names.ts'
import { copiedFolder } from '#shared/offline.ts'
import { PublicLayout } from '#web/layouts/public-layout.tsx'
import { layoutText } from '#web/text/layout.ts'
import { offlineText as text } from '#web/text/offline.ts'
import { buttonClass } from '#web/ui/button.tsx'

type Copy = { path: string; title: string }

/** Shown by the service worker in place of a page that is not stored, at the address of that page. Lists the campaigns that are. */
export function Component() {
  const [copies, setCopies] = useState<Copy[]>([])
  useEffect(() => {
    listCopies().then(setCopies, () => {})
  }, [])
  return (
    <PublicLayout>
      <title>{layoutText.pageTitle({ title: text.title })}</title>
      <meta name="robots" content="noindex" />
      <div className="wrap grid max-w-xl min-h-[60vh] content-start justify-items-start gap-4 py-16">
        <h1 className="text-2xl font-extrabold">{text.title}</h1>
        <p className="text-muted">{text.text}</p>
        {/* eslint-disable-next-line jsx-a11y/anchor-is-valid -- It is the address of the page that was asked for. */}
        <a href="" className={buttonClass()}>
          {text.retry}
        </a>
        <p>{copies.length > 0 ? text.readable : text.none}</p>
        <ul className="grid gap-1">
          {copies.map(({ path, title }) => (
            <li key={path}>
              <a href={path} dir="auto" className="link tap">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </PublicLayout>
  )
}

async function listCopies(): Promise<Copy[]> {
  const stored = await caches.open(browserNames.copies)
  const found = await Promise.all(
    (await stored.keys()).map(async (request) => {
      const { pathname: path } = new URL(request.url)
      if (!path.startsWith(copiedFolder) || path.endsWith('/donate')) return []
      const copy = await stored.match(request, { ignoreVary: true })
      const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec((await copy?.text()) ?? '')?.[1]
      return heading === undefined ? [] : [{ path, title: toText(heading) }]
    }),
  )
  return found.flat()
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The text of an element that React rendered. */
const toText = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&([\w#]+);/g, (entity, name: string) => characters[name] ?? entity)
