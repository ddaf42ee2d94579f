import { createHmac } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { sanityContent } from '#server/providers/content/sanity/sanity-content.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { hostedContent, sampleUser } from '#test/support/campaigns/hosted-content.ts'
import { ada } from '#test/support/people/people.ts'

const secret = 'a secret of at least twenty characters'
const { database, empty } = await testDatabase()
const hosted = await hostedContent(database, { webhookSecret: secret })
const { fakeSanity, content } = hosted
const at = new Date('2026-11-25T12:00:00.000Z')
const pages = await openBuiltPages()
const { app } = await openCampaignApp(database, { stores: hosted, pages, now: () => at })

const body = '{"_id":"campaign.1"}'
const sign = (text: string, ms: number, key = secret) =>
  `t=${ms},v1=${createHmac('sha256', key).update(`${ms}.${text}`).digest('base64url')}`

const post = (headers: Record<string, string>, text = body) =>
  app.request('/webhooks/sanity', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  })
const deliver = (key: string, ms = at.getTime()) =>
  post({ 'sanity-webhook-signature': sign(body, ms), 'idempotency-key': key })
const countMutations = () =>
  fakeSanity.requests.filter(({ path }) => path.includes('/mutate/')).length

describe('POST /webhooks/sanity', () => {
  beforeEach(async () => {
    await empty()
    await hosted.empty()
    await pages.cache.purge()
  })

  it('drops cached lists, and makes new ones show what an editor changed', async () => {
    await content.insertUser({ ...sampleUser, uid: ada.uid })
    const { id } = await insertCampaignBy(content, ada, 'approved', { title: 'First' })
    const list = async () => (await app.request('/api/campaigns')).text()
    expect(await list()).toContain('First')
    fakeSanity.cdn.delayMs = 3_600_000
    const edited = { ...fakeSanity.documents.get(`campaign.${id}`), title: 'Edited' }
    fakeSanity.put({ ...edited, _id: `campaign.${id}`, _type: 'campaign' })
    expect(await list()).toContain('First')

    const response = await deliver('delivery-1')
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await list()).toContain('Edited')
  })

  it('has one effect when the same delivery arrives again', async () => {
    expect((await deliver('delivery-1')).status).toBe(204)
    const before = countMutations()
    expect((await deliver('delivery-1')).status).toBe(204)
    expect(countMutations()).toBe(before)
    expect((await deliver('delivery-2')).status).toBe(204)
    expect(countMutations()).toBe(before + 1)
  })

  it('knows a delivery without a usable key by its signature', async () => {
    const signed = { 'sanity-webhook-signature': sign(body, at.getTime()) }
    expect((await post(signed)).status).toBe(204)
    const before = countMutations()
    expect((await post({ ...signed, 'idempotency-key': 'x'.repeat(101) })).status).toBe(204)
    expect(countMutations()).toBe(before)
  })

  it.each([
    ['an empty signature', ''],
    ['another secret', sign(body, at.getTime(), 'another')],
    ['another body', sign('{}', at.getTime())],
    ['no digest', `t=${at.getTime()},v1=`],
    [
      'the time of another signature',
      sign(body, at.getTime()).replace(/t=\d+/, `t=${at.getTime() - 1}`),
    ],
    ['a time in seconds', sign(body, Math.floor(at.getTime() / 1_000))],
    ['two signatures', `${sign(body, at.getTime())}, ${sign(body, at.getTime())}`],
    ['a signature older than five minutes', sign(body, at.getTime() - 300_001)],
    ['a signature of the future', sign(body, at.getTime() + 300_001)],
  ])('refuses %s without an effect', async (_title, signature) => {
    const response = await post({ 'sanity-webhook-signature': signature })
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: expect.objectContaining({ code: 'wrong-signature' }) },
    ])
    expect(countMutations()).toBe(0)
  })

  it('accepts a signature of five minutes ago, and one with a blank after the comma', async () => {
    expect((await deliver('old', at.getTime() - 300_000)).status).toBe(204)
    const signature = sign(body, at.getTime()).replace(',', ', ')
    expect((await post({ 'sanity-webhook-signature': signature })).status).toBe(204)
  })

  it('refuses a body that is too large', async () => {
    const text = JSON.stringify({ _id: 'x'.repeat(256 * 1024) })
    const response = await post({ 'sanity-webhook-signature': sign(text, at.getTime()) }, text)
    expect(response.status).toBe(413)
  })

  it('answers 502 while Sanity is unavailable, so that Sanity repeats the delivery', async () => {
    fakeSanity.overrides.push(
      ...Array.from({ length: 9 }, () => () => new Response('', { status: 503 })),
    )
    expect((await deliver('delivery-1')).status).toBe(502)
    fakeSanity.overrides.length = 0
    const before = countMutations()
    expect((await deliver('delivery-1')).status).toBe(204)
    expect(countMutations()).toBe(before + 1)
  })

  it('verifies an example of the service itself', () => {
    const options = { ...fakeSanity.options, ownImages: hosted.ownImages }
    const { webhook } = sanityContent({ ...options, database, webhookSecret: 'test' }).hosted
    const signature = 't=1633519811129,v1=tLa470fx7qkLLEcMOcEUFuBbRSkGujyskxrNXcoh0N0'
    const signed = new TextEncoder().encode('{"_id":"resume"}')
    expect(webhook?.isSigned(signed, signature, new Date(1_633_519_811_129))).toBe(true)
  })
})
