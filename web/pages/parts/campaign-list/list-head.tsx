import type { CampaignQuery } from '#shared/campaign-query.ts'
import type { CategorySlug } from '#shared/category-page.ts'
import { feedPath } from '#shared/feed.ts'

import { useSite } from '../../../api/site.tsx'
import { categoryPageText } from '../../../text/category-page.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { listPath } from './list-path.ts'

type Props = { slug: CategorySlug | null; query: CampaignQuery; next: string | null }

/** Title, feed and neighbours of a page of a public list. Searches are not indexed: there is no end to them. */
export function ListHead({ slug, query, next }: Props) {
  const { origin } = useSite()
  const { heading, lead } = getListText(slug)
  const { after, ...search } = query
  const isSearch = Object.keys(search).length > 0
  return (
    <>
      <PageHead
        title={heading}
        description={`${lead} ${categoryPageText.description}`}
        {...(!isSearch && { path: listPath(slug, query) })}
      />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={categoryPageText.feed(heading)}
        href={origin + feedPath(slug)}
      />
      {after !== undefined && <link rel="first" href={origin + listPath(slug, search)} />}
      {next !== null && (
        <link rel="next" href={origin + listPath(slug, { ...search, after: next })} />
      )}
    </>
  )
}

/** The heading and the first sentence of a list. */
export function getListText(slug: CategorySlug | null): { heading: string; lead: string } {
  return slug === null ? categoryPageText.all : categoryPageText.pages[slug]
}
