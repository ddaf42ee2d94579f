import type { ContentStore, StoredCampaign } from '../providers/content/content.ts'
import { escapeXml } from './escape-xml.ts'

type Parts = { content: ContentStore; publicUrl: string; now: () => Date }

export type Feeds = ReturnType<typeof openFeeds>

const pageSize = 500
const mostInSitemap = 10_000
const inFeed = 30
const keptMs = 600_000

/** What search engines and feed readers ask for, of approved campaigns alone. Ten minutes old at most, and never made twice at once. */
export function openFeeds({ content, publicUrl, now }: Parts) {
  const at = (path: string) => escapeXml(new URL(path, publicUrl).href)
  const sitemap = keptFor(now, async () => sitemapOf(await newest(content, mostInSitemap), at))
  const rss = keptFor(now, async () => rssOf(await newest(content, inFeed), at))

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

type Address = (path: string) => string

const pages = ['/', '/dashboard/campaigns']

function sitemapOf(campaigns: StoredCampaign[], at: Address): string {
  const addresses = [...pages, ...campaigns.map(({ slug }) => `/c/${slug}`)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((path) => `<url><loc>${at(path)}</loc></url>`).join('\n')}
</urlset>
`
}

function rssOf(campaigns: StoredCampaign[], at: Address): string {
  const items = campaigns.map(
    ({ title, slug, description, category, createdAt }) => `<item>
<title>${escapeXml(title)}</title>
<link>${at(`/c/${slug}`)}</link>
<guid isPermaLink="true">${at(`/c/${slug}`)}</guid>
<category>${escapeXml(category)}</category>
<pubDate>${createdAt.toUTCString()}</pubDate>
<description>${escapeXml(description.slice(0, 500))}</description>
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Campaigns on Ajo</title>
<link>${at('/')}</link>
<atom:link href="${at('/campaigns.rss')}" rel="self" type="application/rss+xml"/>
<description>The newest campaigns that were approved.</description>
${items.join('\n')}
</channel></rss>
`
}

async function newest(content: ContentStore, most: number): Promise<StoredCampaign[]> {
  const found: StoredCampaign[] = []
  for (let after: string | undefined; found.length < most;) {
    const page = { limit: Math.min(pageSize, most - found.length), ...(after && { after }) }
    const { campaigns, next } = await content.listCampaigns({ status: 'approved' }, page)
    found.push(...campaigns)
    if (next === null) break
    after = next
  }
  return found
}

function keptFor(now: () => Date, make: () => Promise<string>) {
  let kept: { until: number; text: Promise<string> } | undefined
  return (): Promise<string> => {
    if (kept && kept.until > now().getTime()) return kept.text
    const mine = { until: now().getTime() + keptMs, text: make() }
    mine.text.catch(() => {
      if (kept === mine) kept = undefined
    })
    kept = mine
    return mine.text
  }
}
