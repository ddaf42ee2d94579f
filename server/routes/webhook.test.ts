import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { deleteJobs } from '#test/support/database/jobs.ts'
import { booked } from '#test/support/money/ledger.ts'
import { chargeSuccess, freshMoneyApp } from '#test/support/money/money-app.ts'

import { sql } from '../platform/database/sql.ts'
import { newReference } from '../money/ledger/provider-report.ts'

const { at, database, owner } = await freshMoneyApp()

const listInbox = () =>
  database.rows(
    z.object({ event: z.string(), state: z.string(), attempts: z.int() }),
    sql`select event, state, attempts from webhook_inbox order by received_at`,
  )

const readStatus = async (accessCode: string) => {
  const response = await at.app.request(`/api/donations/${accessCode}`)
  return ((await response.json()) as { status: string }).status
}

const once = { entries: 1, raised: 5_000_00, balance: 0 }
const nothing = { entries: 0, raised: 0, balance: 0 }

describe('POST /webhooks/paystack', () => {
  it('stores the webhook before the response, and a job asks the provider and books the payment', async () => {
    const { reference, accessCode } = await at.startDonation()
    at.provider.pay(reference)

    const response = await at.deliver(chargeSuccess(reference))

    expect(response.status).toBe(200)
    expect(await listInbox()).toEqual([{ event: 'charge.success', state: 'received', attempts: 0 }])
    expect(await booked(database)).toEqual(nothing)
    await at.runJobs()
    expect(await listInbox()).toEqual([{ event: 'charge.success', state: 'done', attempts: 1 }])
    expect(await booked(database)).toEqual(once)
    expect(await readStatus(accessCode)).toBe('success')
  })

  it('books what the provider answers and not what the body says', async () => {
    const { reference } = await at.startDonation()

    expect((await at.deliver(chargeSuccess(reference))).status).toBe(200)
    await at.runJobs()

    expect(at.provider.verified).toEqual([reference])
    expect(await booked(database)).toEqual(nothing)
  })

  it('books a payment once when 64 copies arrive at the same time', async () => {
    const { reference } = await at.startDonation()
    at.provider.pay(reference)

    const copies = Array.from({ length: 64 }, () => at.deliver(chargeSuccess(reference)))
    // Jobs run while copies are still arriving.
    const [responses] = await Promise.all([Promise.all(copies), at.runJobs()])
    await at.runJobs()

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200))
    expect(await listInbox()).toEqual([{ event: 'charge.success', state: 'done', attempts: 1 }])
    expect(await booked(database)).toEqual(once)
  })

  it('books a payment once whether the donor or the webhook is first', async () => {
    const early = await at.startDonation()
    at.provider.pay(early.reference)
    expect(await readStatus(early.accessCode)).toBe('success')
    await at.deliver(chargeSuccess(early.reference))
    await at.runJobs()
    expect(await booked(database)).toEqual(once)

    const late = await at.startDonation()
    at.provider.pay(late.reference)
    await at.deliver(chargeSuccess(late.reference))
    await at.runJobs()
    expect(await readStatus(late.accessCode)).toBe('success')
    expect(await booked(database)).toEqual({ entries: 2, raised: 10_000_00, balance: 0 })
  })

  it('processes a repeated delivery while the first one is unfinished', async () => {
    const { reference } = await at.startDonation()
    at.provider.pay(reference)
    await at.deliver(chargeSuccess(reference))
    await deleteJobs(owner)

    await at.deliver(chargeSuccess(reference))
    await at.runJobs()

    expect(await booked(database)).toEqual(once)
  })

  it('is claimed by one process at a time, and by none once it is done', async () => {
    const { reference } = await at.startDonation()
    await at.deliver(chargeSuccess(reference))
    const stored = await database.row(
      z.object({ id: z.string() }),
      sql`select id from webhook_inbox`,
    )
    const id = stored?.id ?? ''

    const claims = await Promise.all(Array.from({ length: 8 }, () => at.donations.claimWebhook(id)))
    expect(claims.filter((claim) => claim !== undefined)).toMatchObject([{ id, reference }])

    await at.donations.finishWebhook(id, 'done')
    at.pass(3_600_000)
    expect(await at.donations.claimWebhook(id)).toBeUndefined()
    await at.deliver(chargeSuccess(reference))
    await at.runJobs()
    expect(at.provider.verified).toEqual([])
  })

  it('stores unknown events as ignored and answers 200', async () => {
    const events = ['transfer.success', 'subscription.create', 'a.new.one']
    for (const event of events)
      expect((await at.deliver({ event, data: [event] })).status).toBe(200)
    await at.runJobs()

    expect((await listInbox()).map(({ state }) => state)).toEqual(['ignored', 'ignored', 'ignored'])
    expect(at.provider.verified).toEqual([])
  })

  it('answers 200 for a payment that is not ours, and books nothing', async () => {
    await at.deliver(chargeSuccess('T_of_another_application'))
    await at.runJobs()

    expect((await listInbox()).map(({ state }) => state)).toEqual(['ignored'])
    expect(await booked(database)).toEqual(nothing)
  })
})

describe('events of refunds and disputes', () => {
  it.each(['refund.pending', 'refund.processed', 'refund.failed'])(
    '%s makes us ask the provider for all refunds of the payment',
    async (event) => {
      const { reference, accessCode } = await at.startDonation()
      at.provider.pay(reference)
      at.provider.addRefund(reference, { status: 'processed', amount: kobo(2_000_00) })

      const data = { transaction_reference: reference, amount: '1', status: 'made up' }
      expect((await at.deliver({ event, data })).status).toBe(200)
      await at.runJobs()

      expect((await listInbox()).map(({ state }) => state)).toEqual(['done'])
      expect(await booked(database)).toEqual({ entries: 2, raised: 3_000_00, balance: 0 })
      expect(await readStatus(accessCode)).toBe('partially refunded')
    },
  )

  it('a dispute event makes us ask the provider for the dispute', async () => {
    const { reference, accessCode } = await at.startDonation()
    at.provider.pay(reference)
    await at.donations.verifyPayment(reference, 'check')
    const { disputeId } = at.provider.addDispute(reference)

    await at.deliver({ event: 'charge.dispute.create', data: { id: disputeId, status: 'x' } })
    await at.runJobs()
    expect(await readStatus(accessCode)).toBe('disputed')
    expect(await booked(database)).toEqual(once)

    const resolution = 'auto-accepted'
    at.provider.updateDispute(disputeId, { status: 'resolved', resolution })
    at.pass(1)
    await at.deliver({ event: 'charge.dispute.resolve', data: { id: disputeId } })
    await at.runJobs()
    expect(await readStatus(accessCode)).toBe('reversed')
    expect(await booked(database)).toEqual({ entries: 2, raised: 0, balance: 0 })
  })
})

describe("a webhook without the provider's signature", () => {
  it('is refused without storing it or asking the provider', async () => {
    const { reference } = await at.startDonation()
    at.provider.pay(reference)
    const body = JSON.stringify(chargeSuccess(reference))
    const good = at.provider.sign(Buffer.from(body))

    for (const signature of ['', 'abc', good.slice(1), good.toUpperCase(), `${good}, ${good}`]) {
      const response = await at.deliver(body, { 'x-paystack-signature': signature })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { code: 'wrong-signature' } })
    }
    await at.runJobs()

    expect(await listInbox()).toEqual([])
    expect(at.provider.verified).toEqual([])
    expect(await booked(database)).toEqual(nothing)
  })

  it('is refused for equal JSON in other bytes', async () => {
    const body = JSON.stringify(chargeSuccess(newReference()))
    const signature = at.provider.sign(Buffer.from(body))

    const spaced = JSON.stringify(JSON.parse(body), null, 1)
    expect((await at.deliver(spaced, { 'x-paystack-signature': signature })).status).toBe(401)
    expect(await listInbox()).toEqual([])
  })
})

describe('a signed webhook with an invalid body', () => {
  it.each([
    { what: 'bad JSON', body: '{"event":', status: 400, code: 'invalid-body' },
    { what: 'no event', body: '{"data":{}}', status: 400, code: 'invalid-body' },
    {
      what: 'another type',
      body: '{}',
      type: 'text/plain',
      status: 415,
      code: 'unsupported-media-type',
    },
    { what: 'too much', body: 'x'.repeat(300_000), status: 413, code: 'body-too-large' },
  ])('is refused: $what', async ({ body, type = 'application/json', status, code }) => {
    const response = await at.deliver(body, { 'content-type': type })

    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    expect(await listInbox()).toEqual([])
  })
})
