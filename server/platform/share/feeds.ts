import { brand } from '#shared/brand.ts'
import { findCategoryPage, type CategoryPage } from '#shared/category-page.ts'
import { feedPath } from '#shared/feed.ts'

import type { PublicLists, StoredCampaign } from '../../providers/content/content.ts'
import { toRss } from './rss.ts'

type FeedsDeps = {
  lists: PublicLists
  publicUrl: string
  supportEmail: string
  now: () => Date
}

const maxInFeed = 30
const cacheMs = 600_000
/** RFC 9116 recommends less than a year. */
const contactLifetimeMs = 90 * 86_400_000

/** RSS feeds of the newest approved campaigns, cached for ten minutes, and texts for programs. */
export function openFeeds({ lists, publicUrl, supportEmail, now }: FeedsDeps) {
  const rss = cached(now, async (slug: string | null) => {
    const page = findCategoryPage(slug ?? undefined)
    return toFeed(page, await listNewest(lists, page), publicUrl)
  })

  return {
    /** The feed of a category page, or of all campaigns. Undefined for an unknown category. */
    rss: (slug: string | null): Promise<string> | undefined =>
      slug === null || findCategoryPage(slug) ? rss(slug) : undefined,
    /** What the sitemap lists is allowed. */
    /** RFC 9116. */
    securityContact: () => `Contact: mailto:${supportEmail}
Expires: ${new Date(now().getTime() + contactLifetimeMs).toISOString()}
Preferred-Languages: en
Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}
`,
    robots: () => `User-agent: *
Disallow: /api/
Disallow: /dashboard/
Disallow: /donations/
Sitemap: ${new URL('/sitemap.xml', publicUrl).href}
`,
  }
}

async function listNewest(lists: PublicLists, page: CategoryPage | undefined) {
  const { category, cause } = page ?? {}
  const filter = { ...(category && { category }), ...(cause && { cause }) }
  return (await lists.list(filter, { limit: maxInFeed })).campaigns
}

function toFeed(
  page: CategoryPage | undefined,
  campaigns: StoredCampaign[],
  publicUrl: string,
): string {
  const toUrl = (path: string) => new URL(path, publicUrl).href
  const slug = page?.slug ?? null
  return toRss({
    title: page ? `Campaigns on ${brand}: ${page.cause ?? page.category}` : `Campaigns on ${brand}`,
    link: toUrl(slug === null ? '/campaigns' : `/campaigns/${slug}`),
    self: toUrl(feedPath(slug)),
    description: 'The newest approved campaigns.',
    items: campaigns.map(({ title, slug: own, category, createdAt, description }) => ({
      title,
      link: toUrl(`/c/${own}`),
      category: category === 'other' ? 'Other' : category,
      at: createdAt,
      description: description.slice(0, 500),
    })),
  })
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
