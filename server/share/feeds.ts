import { findCategoryPage, type CategoryPage } from '#shared/category-page.ts'
import { feedPath } from '#shared/feed.ts'

import type { ContentStore, StoredCampaign } from '../providers/content/content.ts'
import { escapeXml } from './escape-xml.ts'

type FeedsDeps = { content: ContentStore; publicUrl: string; now: () => Date }

export type Feeds = ReturnType<typeof openFeeds>

const maxInFeed = 30
const cacheMs = 600_000

/** RSS feeds of the newest approved campaigns, cached for ten minutes, and robots.txt. */
export function openFeeds({ content, publicUrl, now }: FeedsDeps) {
  const toUrl = (path: string) => escapeXml(new URL(path, publicUrl).href)
  const rss = cached(now, async (slug: string | null) => {
    const page = findCategoryPage(slug ?? undefined)
    return toRss(page, await listNewest(content, page), toUrl)
  })

  return {
    /** The feed of a category page, or of all campaigns. Undefined for an unknown category. */
    rss: (slug: string | null): Promise<string> | undefined =>
      slug === null || findCategoryPage(slug) ? rss(slug) : undefined,
    /** What the sitemap lists is allowed. */
    robots: () => `User-agent: *
Disallow: /api/
Disallow: /dashboard/
Disallow: /donations/
Sitemap: ${new URL('/sitemap.xml', publicUrl).href}
`,
  }
}

type ToUrl = (path: string) => string

async function listNewest(content: ContentStore, page: CategoryPage | undefined) {
  const { category, cause } = page ?? {}
  const filter = {
    status: 'approved' as const,
    ...(category && { category }),
    ...(cause && { cause }),
  }
  return (await content.listCampaigns(filter, { limit: maxInFeed })).campaigns
}

function toRss(page: CategoryPage | undefined, campaigns: StoredCampaign[], toUrl: ToUrl): string {
  const slug = page?.slug ?? null
  const items = campaigns.map(
    (campaign) => `<item>
<title>${escapeXml(campaign.title)}</title>
<link>${toUrl(`/c/${campaign.slug}`)}</link>
<guid isPermaLink="true">${toUrl(`/c/${campaign.slug}`)}</guid>
<category>${escapeXml(campaign.category)}</category>
<pubDate>${campaign.createdAt.toUTCString()}</pubDate>
<description>${escapeXml(campaign.description.slice(0, 500))}</description>
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(page ? `Campaigns on Ajo: ${page.cause ?? page.category}` : 'Campaigns on Ajo')}</title>
<link>${toUrl(slug === null ? '/campaigns' : `/campaigns/${slug}`)}</link>
<atom:link href="${toUrl(feedPath(slug))}" rel="self" type="application/rss+xml"/>
<description>The newest approved campaigns.</description>
${items.join('\n')}
</channel></rss>
`
}

/** Concurrent requests share one run of `create` for a key. A failure is not cached. */
function cached<Key>(now: () => Date, create: (key: Key) => Promise<string>) {
  const current = new Map<Key, { until: number; text: Promise<string> }>()
  return (key: Key): Promise<string> => {
    const known = current.get(key)
    if (known && known.until > now().getTime()) return known.text
    const created = { until: now().getTime() + cacheMs, text: create(key) }
    created.text.catch(() => {
      if (current.get(key) === created) current.delete(key)
    })
    current.set(key, created)
    return created.text
  }
}
