import { categoryPages } from '#shared/category-page.ts'

import type { AddressPage, PublicLists } from '../../providers/content/content.ts'
import { escapeXml } from './rss.ts'

type SitemapDeps = {
  lists: Pick<PublicLists, 'count' | 'listAddresses'>
  /** When each campaign changed last. Campaigns that are left out have not changed. */
  findLastChanges: (campaignIds: string[]) => Promise<ReadonlyMap<string, Date>>
  publicUrl: string
  /** Most addresses in a file. */
  maxUrls?: number
}

type Xml = AsyncGenerator<string>
export type Sitemap = ReturnType<typeof openSitemap>

/** sitemaps.org, which search engines follow. */
const mostUrls = 50_000
const maxPageSize = 1_000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const pages = [
  '/',
  '/campaigns',
  ...categoryPages.map(({ slug }) => `/campaigns/${slug}`),
  '/help',
  '/fees',
  '/refunds',
  '/terms',
  '/privacy',
  '/transparency',
]

/**
 * Every public address, written page by page while it is sent, so that the memory does not grow with the campaigns. Above
 * `maxUrls` it is an index of parts, each of which starts after the cursor in its address.
 */
export function openSitemap({ lists, findLastChanges, publicUrl, ...options }: SitemapDeps) {
  const { maxUrls = mostUrls } = options
  const pageSize = Math.min(maxPageSize, maxUrls)
  const toUrl = (path: string) => escapeXml(new URL(path, publicUrl).href)
  const list = (after?: string) =>
    lists.listAddresses({ limit: pageSize, ...(after !== undefined && { after }) })

  async function* writeCampaigns(first: AddressPage): Xml {
    let page = first
    for (let written = page.addresses.length; ; written += page.addresses.length) {
      const changes = await findLastChanges(page.addresses.map(({ id }) => id))
      yield page.addresses
        .map(({ id, slug, createdAt }) => {
          const day = (changes.get(id) ?? createdAt).toISOString().slice(0, 10)
          return `<url><loc>${toUrl(`/c/${slug}`)}</loc><lastmod>${day}</lastmod></url>\n`
        })
        .join('')
      if (page.next === null || written + pageSize > maxUrls) return
      page = await list(page.next)
    }
  }

  /** The addresses of the parts: one begins after every `maxUrls` campaigns. */
  async function* writeParts(first: AddressPage): Xml {
    const write = (name: string) => `<sitemap><loc>${toUrl(toPartPath(name))}</loc></sitemap>\n`
    yield write('pages') + write('start')
    let page = first
    for (let counted = page.addresses.length; page.next !== null;) {
      if (counted + pageSize > maxUrls) {
        yield write(page.next)
        counted = 0
      }
      page = await list(page.next)
      counted += page.addresses.length
    }
  }

  const writePages = () => pages.map((path) => `<url><loc>${toUrl(path)}</loc></url>\n`).join('')

  return {
    /** /sitemap.xml */
    async writeWhole(): Promise<Xml> {
      const count = await lists.count({})
      const first = await list()
      return count + pages.length > maxUrls
        ? inElement('sitemapindex', '', writeParts(first))
        : inElement('urlset', writePages(), writeCampaigns(first))
    },
    /** A part of the index. Throws `UnknownCursor` for a name that is none. */
    async writePart(name: string): Promise<Xml> {
      if (name === 'pages') return inElement('urlset', writePages())
      return inElement(
        'urlset',
        '',
        writeCampaigns(await list(name === 'start' ? undefined : name)),
      )
    },
  }
}

export const toPartPath = (name: string) => `/sitemap/${name}.xml`

async function* inElement(name: string, head: string, content?: Xml): Xml {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}">\n${head}`
  if (content) yield* content
  yield `</${name}>\n`
}
