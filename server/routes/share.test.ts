import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'

import { findLastChanges } from '#server/campaigns/versions/last-changes.ts'
import { createShell } from '#server/composition/shell.ts'
import { openCampaignSubjects } from '#server/moderation/campaign-subjects.ts'
import { openConflicts } from '#server/moderation/conflicts/conflicts.ts'
import { openLog } from '#server/runtime/log.ts'
import { visitor } from '#server/policy/actor.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { openFeeds } from '#server/share/feeds.ts'
import { toShareImageSvg } from '#server/share/share-image-svg.ts'
import { openSitemap } from '#server/share/sitemap.ts'
import { openShareImages } from '#server/share/share-images.ts'
import { kobo } from '#shared/money.ts'
import { sharePath } from '#shared/share.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, testOrigin, testSecret } from '#test/people.ts'
import { insertVersions } from '#test/versions.ts'

import { shareRoutes } from './share.ts'

const { database, empty } = await testDatabase()
const content = embeddedContent(database)
const raised = kobo(3_150_000_00)
const hostile = `</title><script>alert(1)</script> & "Ọ̀yọ́" ${'\u0000'}`

const toSitemap = (maxUrls?: number) =>
  openSitemap({
    content,
    publicUrl: testOrigin,
    findLastChanges: (ids) => findLastChanges(database, ids),
    ...(maxUrls !== undefined && { maxUrls }),
  })

function openApp() {
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    hasDevelopmentFeatures: true,
    trustedProxies: [],
  }
  const totals = {
    campaignTotals: async (ids: readonly string[]) =>
      new Map(ids.map((id) => [id, { raised, donors: 3 }])),
  }
  const feeds = openFeeds({ content, publicUrl: testOrigin, now: () => new Date() })
  const subjects = openCampaignSubjects({
    content,
    database,
    conflicts: openConflicts({ sealing: sealingWith(testSecret) }),
  })
  const deps = { subjects, totals, feeds, sitemap: toSitemap(), shareImages: openShareImages() }
  return createShell({ config, log: openLog('silent'), getActor: async () => visitor }).route(
    '/',
    shareRoutes(deps),
  )
}

beforeEach(empty)

describe('GET /share/:id', () => {
  it('is an image of 1200 by 630, cached for a day when the URL has its version', async () => {
    const campaign = await insertCampaignBy(content, ada, 'approved')
    const app = openApp()
    const response = await app.request(sharePath({ ...campaign, raised }))

    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    const meta = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(meta).toMatchObject({ format: 'png', width: 1200, height: 630 })

    const older = await app.request(sharePath({ ...campaign, raised: kobo(0) }))
    expect(older.headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('responds with 404 for a campaign that is not public', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    expect((await openApp().request(`/share/${id}`)).status).toBe(404)
  })
})

describe('the link preview', () => {
  const shown = { city: 'Ife', country: 'Nigeria', goal: kobo(5_000_000_00), raised }

  it('contains title and progress', () => {
    const svg = toShareImageSvg({ ...shown, title: 'A well for Ife' })
    expect(svg).toContain('>A well for Ife</text>')
    expect(svg).toContain('63% of ₦5,000,000.00')
  })

  it('escapes the title and cuts it to three lines', () => {
    const svg = toShareImageSvg({ ...shown, title: hostile.repeat(9) })
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain('\u0000')
    expect(svg.match(/<text/g)).toHaveLength(6)
    expect(svg).toContain('…</text>')
  })
})

describe('the sitemap', () => {
  const readAll = async (part: AsyncGenerator<string>) => {
    let text = ''
    for await (const piece of part) text += piece
    return text
  }
  const readAddresses = (text: string) =>
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)

  it('lists public pages, and campaigns with the day of their last change', async () => {
    const { id, slug } = await insertCampaignBy(content, ada, 'approved', {
      createdAt: new Date('2026-01-02T03:04:05Z'),
    })
    const response = await openApp().request('/sitemap.xml')
    const text = await response.text()
    expect(response.headers.get('content-type')).toContain('application/xml')
    expect(readAddresses(text)).toEqual(
      expect.arrayContaining([`${testOrigin}/campaigns`, `${testOrigin}/campaigns/health`]),
    )
    expect(text).toContain(`/c/${slug}</loc><lastmod>2026-01-02</lastmod>`)

    await insertVersions(database, id)
    const today = new Date().toISOString().slice(0, 10)
    expect(await (await openApp().request('/sitemap.xml')).text()).toContain(
      `/c/${slug}</loc><lastmod>${today}</lastmod>`,
    )
  })

  it('is an index of parts, which list each campaign once, when there are too many', async () => {
    const slugs: string[] = []
    for (let count = 0; count < 7; count++)
      slugs.push((await insertCampaignBy(content, ada, 'approved')).slug)
    const sitemap = toSitemap(3)

    const index = await readAll(await sitemap.writeWhole())
    const names = readAddresses(index).map((address = '') =>
      address.slice(`${testOrigin}/sitemap/`.length, -'.xml'.length),
    )

    expect(index).toContain('<sitemapindex')
    expect(names.slice(0, 2)).toEqual(['pages', 'start'])
    expect(names).toHaveLength(4)
    const parts = await Promise.all(
      names
        .slice(1)
        .map(async (name) => readAddresses(await readAll(await sitemap.writePart(name)))),
    )
    expect(parts.map(({ length }) => length)).toEqual([3, 3, 1])
    const listed = parts.flat()
    expect(new Set(listed).size).toBe(7)
    for (const slug of slugs) expect(listed).toContain(`${testOrigin}/c/${slug}`)
    expect((await openApp().request('/sitemap/start.xml')).status).toBe(200)
    expect((await openApp().request('/sitemap/nonsense.xml')).status).toBe(404)
  })

  it('lists nothing that robots.txt forbids', async () => {
    await insertCampaignBy(content, ada, 'approved')
    const robots = await (await openApp().request('/robots.txt')).text()
    const forbidden = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
    const listed = readAddresses(await (await openApp().request('/sitemap.xml')).text())
    expect(forbidden).toContain('/dashboard/')
    for (const address of listed)
      for (const path of forbidden) expect(new URL(address ?? '').pathname).not.toContain(path)
  })
})

describe('sitemap, feed and robots.txt', () => {
  it('have a feed for each category', async () => {
    const health = await insertCampaignBy(content, ada, 'approved', { category: 'Health' })
    const school = await insertCampaignBy(content, ada, 'approved', { category: 'Education' })
    const text = await (await openApp().request('/campaigns/health.rss')).text()
    expect(text).toContain(`/c/${health.slug}<`)
    expect(text).not.toContain(`/c/${school.slug}<`)
    expect((await openApp().request('/campaigns/sports.rss')).status).toBe(404)
  })

  it('list approved campaigns only', async () => {
    const { slug } = await insertCampaignBy(content, ada, 'approved', { title: 'Approved' })
    await insertCampaignBy(content, ada, 'pending', { title: 'Secret plan' })
    const app = openApp()
    for (const path of ['/sitemap.xml', '/campaigns.rss']) {
      const text = await (await app.request(path)).text()
      expect(text).toContain(`${testOrigin}/c/${slug}<`)
      expect(text.toLowerCase()).not.toContain('secret')
    }
    expect(await (await app.request('/robots.txt')).text()).toContain(
      `Sitemap: ${testOrigin}/sitemap.xml`,
    )
  })

  it('are well-formed for hostile titles', async () => {
    await insertCampaignBy(content, ada, 'approved', { title: hostile.replace('\u0000', '') })
    const text = await (await openApp().request('/campaigns.rss')).text()
    expect(text).toContain('&lt;/title&gt;&lt;script&gt;')
    expect(text.match(/<title>/g)).toHaveLength(2)
  })
})
