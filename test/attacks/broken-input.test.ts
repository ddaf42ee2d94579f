import { createHmac, randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { donationForm } from '#test/architecture/matrix-payment.ts'
import { openWorld, toForm } from '#test/architecture/matrix-world.ts'
import { as, testOrigin, visitor } from '#test/support/people/people.ts'

const world = await openWorld()
const { app, owner, campaigns, people } = world
const asOwner = as(app, people.owner ?? visitor)
const asVisitor = as(app, visitor)
const nul = 'a\0b'
const newKey = () => ({ 'idempotency-key': randomUUID() })

describe('NUL', () => {
  it.each([
    '/api/campaigns?city=%00',
    '/api/campaigns?country=%00',
    '/api/campaigns?place=%00',
    '/api/campaigns?q=a%00b',
    '/dashboard/campaigns?city=%00',
  ])('is left out of the search %s', async (path) => {
    expect((await asVisitor(path)).status).toBe(200)
  })

  it.each([
    '/api/campaigns/%00',
    '/api/campaigns/%c2%80',
    '/api/campaigns/%ff',
    '/c/%E0%A4%A',
    '/api/campaigns/by-slug/a%00b',
    '/images/%00?w=160',
    '/c/a%00b',
    '/donations/%00',
    '/unsubscribe/%00',
    '/share/%00',
    '/sandbox/checkout/%00',
  ])('names nothing in the address %s', async (path) => {
    const response = await world.respond(new Request(testOrigin + path), {})
    expect(response.status).toBe(404)
  })

  it('is left out of the name and message of a donation', async () => {
    const body = { ...donationForm, name: nul, message: nul }
    const path = `/api/campaigns/${campaigns.owners.id}/donations`
    const response = await asVisitor(path, { method: 'POST', body, headers: newKey() })
    expect(response.status).toBe(201)
    const stored = await owner.row(
      z.object({ name: z.string(), message: z.string() }),
      sql`select donor_name as name, message from donation order by created_at desc limit 1`,
    )
    expect(stored).toEqual({ name: 'ab', message: 'ab' })
  })

  it('is left out of a thank-you message, and names no donation', async () => {
    const thank = async (body: object) => {
      const path = `/api/campaigns/${campaigns.owners.id}/thank-you-messages`
      return (await asOwner(path, { method: 'POST', body, headers: newKey() })).status
    }
    expect(await thank({ message: nul, minimum: '50' })).toBe(409)
    expect(await thank({ message: 'Thanks', donation: '\0' })).toBe(400)
  })

  it('is left out of a changed campaign, and names no picture', async () => {
    const path = `/api/campaigns/${campaigns.ownersPending.id}`
    const edit = async (change: object) => {
      const body = { ...toForm(world), accountNumber: '', ...change }
      return (await asOwner(path, { method: 'PUT', body })).status
    }
    expect(await edit({ city: nul, description: nul })).toBe(200)
    expect(await edit({ images: [{ id: '\0', alt: '' }] })).toBe(400)
  })

  it.each([
    { event: nul, data: {} },
    { event: 'charge.success', data: { reference: nul } },
    { event: 'refund.processed', data: { transaction_reference: '\0' } },
    { event: 'charge.dispute.create', data: { id: '\0' } },
    { event: 'charge.success', data: { reference: 'a\nb' } },
  ])('in a signed webhook is answered with 200 or 400: %j', async (event) => {
    const body = JSON.stringify(event)
    const signature = createHmac('sha512', world.sandboxKey).update(body).digest('hex')
    const response = await app.request('/webhooks/paystack', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      body,
    })
    expect([200, 400]).toContain(response.status)
  })
})

const forms = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  `/c/${campaigns.owners.slug}/donate`,
  `/c/${campaigns.owners.slug}/report`,
  '/language',
]
const post = (path: string, type: string, body: string) =>
  asVisitor(path, {
    method: 'POST',
    headers: type === '' ? {} : { 'content-type': type },
    body: new TextEncoder().encode(body),
  })

describe.each(forms)('the form %s', (path) => {
  it.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n'],
    ['an empty boundary', 'multipart/form-data; boundary=', '--x\r\n\r\n'],
    ['another boundary', 'multipart/form-data; boundary=x', '--y\r\n\r\n--y--'],
    ['no end', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data'],
    ['no body', 'multipart/form-data; boundary=x', ''],
  ])('answers a multipart body with %s with 400', async (_name, type, body) => {
    expect((await post(path, type, body)).status).toBe(400)
  })

  it.each(['', 'text/plain', 'application/json', 'application/x-www-form-urlencodedx', ';;;'])(
    'answers the content type %j with 415',
    async (type) => {
      expect((await post(path, type, 'a=1')).status).toBe(415)
    },
  )

  it('answers malformed escapes and NUL without an internal error', async () => {
    const form = 'application/x-www-form-urlencoded; charset=utf-16'
    const response = await post(path, form, 'email=%00&language=%ff&=%E0%A4%A&%=%')
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })
})
