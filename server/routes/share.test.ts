import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'

import { findLastChanges } from '#server/campaigns/versions/versions.ts'
import { openPosters } from '#server/campaigns/posters/posters.ts'
import { createShell } from '#server/shell.ts'
import { openCampaignSubjects } from '#server/staff/moderation/campaign-subjects.ts'
import { openConflicts } from '#server/staff/moderation/conflicts.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { visitor } from '#server/platform/policy/actor.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { sealingWith } from '#server/platform/runtime/sealing.ts'
import { openFeeds } from '#server/platform/share/feeds.ts'
import { toSharePictureSvg, openShareImages } from '#server/platform/share/share-images.ts'
import { openSitemap } from '#server/platform/share/sitemap.ts'
import type { Focus } from '#shared/image-schema.ts'
import { kobo } from '#shared/money.ts'
import { sharePath, sharePictureMaxBytes, shareVersion, statusPicturePath } from '#shared/share.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, testOrigin, testSecret } from '#test/support/people/people.ts'
import { insertVersions } from '#test/support/campaigns/versions.ts'

import { shareRoutes } from './share.ts'

const { database } = await freshDatabase()
const content = embeddedContent(database)
const raised = kobo(3_150_000_00)
const hostile = `</title><script>alert(1)</script> & "Ọ̀yọ́" ${'\u0000'}`

const toSitemap = (maxUrls?: number) =>
  openSitemap({
    lists: content.publicLists,
    publicUrl: testOrigin,
    findLastChanges: (ids) => findLastChanges(database, ids),
    ...(maxUrls !== undefined && { maxUrls }),
  })

const images = {
  read: vi.fn(async (id: string) => (id === photoId ? Uint8Array.from(photo) : undefined)),
}

function openApp() {
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    trustedProxies: [],
  }
  const totals = {
    campaignTotals: async (ids: readonly string[]) =>
      new Map(ids.map((id) => [id, { raised, donors: 3 }])),
  }
  const feeds = openFeeds({
    supportEmail: 'support@ajo.example',
    lists: content.publicLists,
    publicUrl: testOrigin,
    now: () => new Date(),
  })
  const subjects = openCampaignSubjects({
    content,
    database,
    conflicts: openConflicts({ sealing: sealingWith(testSecret) }),
  })
  const shareImages = openShareImages({ images, publicUrl: testOrigin })
  const posters = openPosters({ images, publicUrl: testOrigin })
  const deps = { posters, subjects, totals, feeds, sitemap: toSitemap(), shareImages }
  return createShell({ config, log: openLog('silent'), getActor: async () => visitor }).route(
    '/',
    shareRoutes(deps),
  )
}

const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
const channels = 3
/** Red on the left, black on the right, with noise, which compresses badly. */
const photo = await sharp({
  create: { width: 1600, height: 600, channels, noise, background: '#000' },
})
  .composite([
    {
      input: { create: { width: 800, height: 300, channels, background: '#f00' } },
      left: 0,
      top: 0,
    },
    {
      input: { create: { width: 800, height: 300, channels, background: '#000' } },
      left: 800,
      top: 0,
    },
  ])
  .webp()
  .toBuffer()
const photoId = 'b'.repeat(64)

/** An approved campaign with the photo. */
async function insertPictured(focus?: Focus) {
  const image = { id: photoId, width: 1600, height: 600, alt: '', ...(focus && { focus }) }
  const campaign = await insertCampaignBy(content, ada, 'approved', { images: [image] })
  return { ...campaign, image }
}

describe('GET /share/:id', () => {
  it('is cached for a day when the URL has its version, and shows text alone without a readable photo', async () => {
    const campaign = await insertCampaignBy(content, ada, 'approved')
    const shared = { ...campaign, image: campaign.images[0] ?? null, raised }
    const app = openApp()
    const response = await app.request(sharePath(shared))
    expect(statusPicturePath(shared)).toContain(`/share/${campaign.id}/status?`)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    const older = await app.request(sharePath({ ...shared, raised: kobo(0) }))
    expect(older.headers.get('cache-control')).toBe('public, max-age=300')
    // Text alone, because the photo cannot be read.
    const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
    expect(channels[0]?.max).toBeGreaterThan(240)
  })

  it('shows the photo around its focus point', async () => {
    const left = await insertPictured({ x: 0, y: 50 })
    const right = await insertPictured({ x: 100, y: 50 })
    const app = openApp()
    const getTop = async (campaign: { id: string }) => {
      const response = await app.request(`/share/${campaign.id}`)
      const top = { left: 500, top: 10, width: 200, height: 20 }
      const { channels } = await sharp(
        await sharp(Buffer.from(await response.arrayBuffer()))
          .extract(top)
          .toBuffer(),
      ).stats()
      return channels[0]?.mean ?? 0
    }
    expect(await getTop(left)).toBeGreaterThan(200)
    expect(await getTop(right)).toBeLessThan(60)
  })
})

it.each([
  ['', { format: 'jpeg', width: 1200, height: 630 }],
  ['/status', { format: 'jpeg', width: 1080, height: 1920 }],
  ['/poster.pdf', undefined],
  ['/card.pdf', undefined],
])(
  'GET /share/:id%s draws once for all who ask, and a picture is below 300 kB',
  async (what, picture) => {
    const { id } = await insertPictured()
    const app = openApp()
    images.read.mockClear()
    const ask = () => app.request(`/share/${id}${what}`)
    const [drawn, ...others] = [await ask(), await ask(), await ask()]
    expect([drawn, ...others].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(images.read).toHaveBeenCalledOnce()
    if (!picture) return
    const bytes = Buffer.from(await drawn.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject(picture)
    expect(bytes.length).toBeLessThanOrEqual(sharePictureMaxBytes)
  },
)

describe('the version of a share picture', () => {
  const shown = {
    id: 'one',
    slug: 'a-well',
    title: 'A well',
    city: 'Ife',
    country: 'Nigeria',
    raised,
    goal: kobo(5_000_000_00),
    image: { id: 'a'.repeat(64), width: 1600, height: 1000, alt: '' },
  }
  it.each([
    ['title', { title: 'A pump' }],
    ['city', { city: 'Lagos' }],
    ['goal', { goal: kobo(6_000_000_00) }],
    ['raised amount', { raised: kobo(3_150_000_01) }],
    ['photo', { image: { ...shown.image, id: 'b'.repeat(64) } }],
    ['focus point', { image: { ...shown.image, focus: { x: 10, y: 10 } } }],
  ])('changes with the %s', (_name, change) => {
    expect(shareVersion({ ...shown, ...change })).not.toBe(shareVersion(shown))
  })
})

describe('the link preview', () => {
  const shown = {
    city: 'Ife',
    country: 'Nigeria',
    goal: kobo(5_000_000_00),
    raised,
    url: 'https://ajo.example/c/a-well',
  }

  it('contains title, raised amount and goal', () => {
    const svg = toSharePictureSvg('preview', { ...shown, title: 'A well for Ife' }, undefined)
    expect(svg).toContain('>A well for Ife</text>')
    expect(svg).toContain('>₦3,150,000 raised of ₦5,000,000</text>')
  })

  it('escapes the title and cuts it to two lines, or three of the status picture', () => {
    const campaign = { ...shown, title: hostile.repeat(9) }
    const preview = toSharePictureSvg('preview', campaign, undefined)
    expect(preview).not.toContain('<script')
    expect(preview).not.toContain('\u0000')
    expect(preview.match(/<text/g)).toHaveLength(4)
    expect(preview).toContain('…</text>')
    expect(toSharePictureSvg('status', campaign, undefined).match(/<text/g)).toHaveLength(8)
  })

  it('of a status shows the whole address and its QR code, because a status has no link', () => {
    const url = `https://ajo.example/c/${'flood-relief-'.repeat(5)}homes`
    const svg = toSharePictureSvg('status', { ...shown, url, title: 'Flood relief' }, undefined)
    const printed = [...svg.matchAll(/fill="#f5b841">([^<]+)<\/text>/g)].map(([, line]) => line)
    expect(printed.join('')).toBe(url.replace('https://', ''))
    expect(svg).toContain('<path fill="black" d="M40,40h10v10h-10z')
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

  it('have the address for reports about security', async () => {
    const text = await (await openApp().request('/.well-known/security.txt')).text()
    expect(text).toMatch(/^Contact: mailto:support@ajo\.example\nExpires: 20\d\d-/)
  })

  it('are well-formed for hostile titles', async () => {
    await insertCampaignBy(content, ada, 'approved', { title: hostile.replace('\u0000', '') })
    const text = await (await openApp().request('/campaigns.rss')).text()
    expect(text).toContain('&lt;/title&gt;&lt;script&gt;')
    expect(text.match(/<title>/g)).toHaveLength(2)
  })
})
