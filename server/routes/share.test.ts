import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'

import { createShell } from '#server/composition/shell.ts'
import { openLog } from '#server/runtime/log.ts'
import { visitor } from '#server/policy/actor.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { openFeeds } from '#server/share/feeds.ts'
import { toShareImageSvg } from '#server/share/share-image-svg.ts'
import { openShareImages } from '#server/share/share-images.ts'
import { kobo } from '#shared/money.ts'
import { sharePath } from '#shared/share.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, testOrigin } from '#test/people.ts'

import { shareRoutes } from './share.ts'

const { database, empty } = await testDatabase()
const content = embeddedContent(database)
const raised = kobo(3_150_000_00)
const hostile = `</title><script>alert(1)</script> & "Ọ̀yọ́" ${'\u0000'}`

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
  const deps = { content, totals, feeds, shareImages: openShareImages() }
  return createShell({ config, log: openLog('silent'), getActor: async () => visitor }).route(
    '/',
    shareRoutes(deps),
  )
}

beforeEach(empty)

describe('GET /share/:id', () => {
  it('is an image of 1200 by 630, cacheable forever when the URL has its version', async () => {
    const campaign = await insertCampaignBy(content, ada, 'approved')
    const app = openApp()
    const response = await app.request(sharePath({ ...campaign, raised }))

    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('immutable')
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

describe('sitemap, feed and robots.txt', () => {
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
