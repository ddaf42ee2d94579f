import { readFileSync } from 'node:fs'

import { beforeEach, describe, expect, it } from 'vitest'

import { escapeXml } from '#server/platform/share/rss.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, as, testOrigin, visitor, type Person } from '#test/support/people/people.ts'

const { database, people } = await freshDatabase({ owner: ada })
const { owner } = people
const { app, content } = await openCampaignApp(database)

const title = 'Water & <b>light</b> for "Ife"'
let campaign: StoredCampaign

beforeEach(async () => {
  campaign = await insertCampaignBy(content, ada, 'approved', { title })
})
const get = (path: string, who: Person | typeof visitor = visitor) => as(app, who)(path)
const page = (query = '') => get(`/embed/${campaign.slug}${query}`)
const oembed = (query: Record<string, string>) =>
  get(`/oembed?${new URLSearchParams(query).toString()}`)
const url = () => `${testOrigin}/c/${campaign.slug}`

describe('the card on other websites', () => {
  it('may be framed by any site, runs no script and is cached for all', async () => {
    const { headers } = await page()
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
    )
    expect(headers.has('x-frame-options')).toBe(false)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('sets no cookie and is the same for someone who is logged in', async () => {
    const [toVisitor, toOwner] = [await page(), await get(`/embed/${campaign.slug}`, owner)]
    expect(toVisitor.headers.has('set-cookie')).toBe(false)
    expect(toOwner.headers.has('set-cookie')).toBe(false)
    expect(await toOwner.text()).toBe(await toVisitor.text())
  })

  it('shows title, organiser and amounts as text, and leads to the campaign', async () => {
    const html = await (await page()).text()
    expect(html).toContain('Water &amp; &lt;b&gt;light&lt;/b&gt; for &quot;Ife&quot;</a></h1>')
    expect(html).toContain('₦0 raised of ₦5,000,000')
    expect(html).toContain(`href="${url()}/embed" target="_blank" rel="noopener">Donate on Ajo</a>`)
    expect(html).not.toMatch(/<script|<b>| style=/)
  })

  it('crops the photo around its focus point, by rules of its style sheet', async () => {
    const image = {
      id: 'a'.repeat(64),
      width: 1600,
      height: 1000,
      alt: '',
      focus: { x: 14, y: 96 },
    }
    campaign = await insertCampaignBy(content, ada, 'approved', { title, images: [image] })
    const classes = /<img [^>]*class="([^"]+)"/.exec(await (await page()).text())?.[1]
    expect(classes).toBe('focus-x-1 focus-y-10')
    const styles = readFileSync('web/public/embed.css', 'utf8')
    for (const name of classes?.split(' ') ?? []) expect(styles).toContain(`.${name} {`)
    expect(styles).toContain('object-position: var(--focus-x) var(--focus-y)')
  })

  it('is in the language of its address, and refuses an unknown one', async () => {
    expect(await (await page('?lang=pcm')).text()).toContain('Donate for Ajo')
    expect((await page('?lang=xx')).status).toBe(400)
  })

  it.each([
    ['ended', 'This campaign has ended.'],
    ['cancelled', 'This campaign was cancelled.'],
  ] as const)('of a campaign that is %s says so and asks for no donation', async (to, sentence) => {
    await content.changeCampaign(campaign.id, { to })
    const html = await (await page()).text()
    expect(html).toContain(sentence)
    expect(html).not.toContain('Donate on Ajo')
  })

  it('is gone, and refuses frames, when the campaign is', async () => {
    await content.deleteCampaign(campaign.id)
    const gone = await page()
    expect([gone.status, gone.headers.get('x-frame-options')]).toEqual([404, 'DENY'])
  })
})

describe('the last day as a calendar file', () => {
  const calendar = () => get(`/c/${campaign.slug}/last-day.ics`)

  it('is the day before the end date, with an alarm three days before', async () => {
    const title = 'Water, light; and Ọ̀yọ́ \\ for the children of the second and the third street'
    campaign = await insertCampaignBy(content, ada, 'approved', { title, endDate: inDays(10) })
    const response = await calendar()
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const file = await response.text()
    const lines = file.split('\r\n')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(lines.at(-1)).toBe('')
    const unfolded = file.replaceAll('\r\n ', '').split('\r\n')
    expect(unfolded).toContain(`DTSTART;VALUE=DATE:${inDays(9).replaceAll('-', '')}`)
    expect(unfolded).toContain('TRIGGER:-P3D')
    expect(unfolded).toContain(
      `SUMMARY:Last day to donate: ${title.replaceAll('\\', '\\\\').replace(',', '\\,').replace(';', '\\;')}`,
    )
  })

  it('is not found without a day on which one can give', async () => {
    for (const [endDate, status] of [
      [inDays(1), 200],
      [inDays(0), 404],
    ] as const) {
      campaign = await insertCampaignBy(content, ada, 'approved', { endDate })
      expect((await calendar()).status).toBe(status)
    }
    campaign = await insertCampaignBy(content, ada, 'ended', { endDate: inDays(9) })
    expect((await calendar()).status).toBe(404)
  })
})

describe('the badge', () => {
  it('is a drawing without script with the amounts, cached shortly', async () => {
    const badge = await get(`/c/${campaign.slug}/badge.svg`)
    expect(badge.headers.get('content-type')).toBe('image/svg+xml')
    expect(badge.headers.get('cache-control')).toBe('public, max-age=300')
    expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const svg = await badge.text()
    expect(svg).toContain(': ₦0 raised of ₦5,000,000 (0%)</title>')
    expect(svg).not.toMatch(/<script|<b>| style=|href/)
  })
})

describe('the chart of a campaign', () => {
  it('is a drawing without script in the language that is asked for', async () => {
    const chart = await get(`/c/${campaign.slug}/chart.svg`)
    expect(chart.headers.get('content-type')).toBe('image/svg+xml')
    expect(chart.headers.get('cache-control')).toBe('public, max-age=300')
    const svg = await chart.text()
    expect(svg).toContain('>₦0 raised of ₦5,000,000</title>')
    expect(svg).not.toMatch(/<script|<b>| style=|href|NaN/)
  })
})

describe('oEmbed', () => {
  it('describes the card as JSON and as XML', async () => {
    const json = (await (await oembed({ url: url() })).json()) as Record<string, unknown>
    expect(json).toMatchObject({
      version: '1.0',
      type: 'rich',
      title,
      provider_name: 'Ajo',
      provider_url: testOrigin,
      width: 360,
      height: 480,
      thumbnail_width: 1200,
    })
    expect(json.html).toContain(`<iframe src="${testOrigin}/embed/${campaign.slug}" title="Water &`)
    const xml = await (await oembed({ url: `${url()}/embed`, format: 'xml' })).text()
    const html = /<html>(.*)<\/html>/.exec(xml)?.[1]
    expect(html).toBe(escapeXml(String(json.html)))
    expect(xml).toMatch(/^<\?xml [^>]+>\n<oembed>\n<version>1\.0<\/version>\n<type>rich<\/type>/)
  })

  it('makes the card no larger than the reader asks', async () => {
    const answer = await oembed({ url: url(), maxwidth: '300', maxheight: '9000' })
    expect(await answer.json()).toMatchObject({ width: 300, height: 480 })
  })

  it.each([
    ['another site', 'https://other.example/c/a-well-for-ife', 404],
    ['a missing campaign', `${testOrigin}/c/none`, 404],
    ['another page', `${testOrigin}/privacy`, 404],
    ['no address', 'well', 404],
  ])('refuses %s', async (_what, address, status) => {
    expect((await oembed({ url: address })).status).toBe(status)
  })

  it('refuses a format that it does not speak', async () => {
    expect((await oembed({ url: url(), format: 'yaml' })).status).toBe(400)
  })
})
