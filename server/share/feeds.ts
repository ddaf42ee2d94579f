import type { ContentStore, StoredCampaign } from '../providers/content/content.ts'
import { escapeXml } from './escape-xml.ts'

type FeedsDeps = { content: ContentStore; publicUrl: string; now: () => Date }

export type Feeds = ReturnType<typeof openFeeds>

const pageSize = 500
const maxInSitemap = 10_000
const maxInFeed = 30
const cacheMs = 600_000

/** Sitemap, RSS feed and robots.txt. Lists approved campaigns only and is cached for ten minutes. */
export function openFeeds({ content, publicUrl, now }: FeedsDeps) {
  const toUrl = (path: string) => escapeXml(new URL(path, publicUrl).href)
  const sitemap = cached(now, async () => toSitemap(await listNewest(content, maxInSitemap), toUrl))
  const rss = cached(now, async () => toRss(await listNewest(content, maxInFeed), toUrl))

  return {
    sitemap,
    rss,
    robots: () => `User-agent: *
Disallow: /api/
Disallow: /dashboard/
Disallow: /donations/
Sitemap: ${new URL('/sitemap.xml', publicUrl).href}
`,
  }
}

type ToUrl = (path: string) => string

const staticPages = ['/', '/dashboard/campaigns']

function toSitemap(campaigns: StoredCampaign[], toUrl: ToUrl): string {
  const paths = [...staticPages, ...campaigns.map(({ slug }) => `/c/${slug}`)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${toUrl(path)}</loc></url>`).join('\n')}
</urlset>
`
}

function toRss(campaigns: StoredCampaign[], toUrl: ToUrl): string {
  const items = campaigns.map(
    ({ title, slug, description, category, createdAt }) => `<item>
<title>${escapeXml(title)}</title>
<link>${toUrl(`/c/${slug}`)}</link>
<guid isPermaLink="true">${toUrl(`/c/${slug}`)}</guid>
<category>${escapeXml(category)}</category>
<pubDate>${createdAt.toUTCString()}</pubDate>
<description>${escapeXml(description.slice(0, 500))}</description>
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Campaigns on Ajo</title>
<link>${toUrl('/')}</link>
<atom:link href="${toUrl('/campaigns.rss')}" rel="self" type="application/rss+xml"/>
<description>The newest approved campaigns.</description>
${items.join('\n')}
</channel></rss>
`
}

async function listNewest(content: ContentStore, max: number): Promise<StoredCampaign[]> {
  const found: StoredCampaign[] = []
  for (let after: string | undefined; found.length < max;) {
    const page = { limit: Math.min(pageSize, max - found.length), ...(after && { after }) }
    const { campaigns, next } = await content.listCampaigns({ status: 'approved' }, page)
    found.push(...campaigns)
    if (next === null) break
    after = next
  }
  return found
}

/** Concurrent requests share one run of `create`. A failure is not cached. */
function cached(now: () => Date, create: () => Promise<string>) {
  let current: { until: number; text: Promise<string> } | undefined
  return (): Promise<string> => {
    if (current && current.until > now().getTime()) return current.text
    const created = { until: now().getTime() + cacheMs, text: create() }
    created.text.catch(() => {
      if (current === created) current = undefined
    })
    current = created
    return created.text
  }
}
