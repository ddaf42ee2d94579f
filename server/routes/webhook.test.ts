import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/database.ts'
import { booked, donationBy } from '#test/ledger.ts'
import { chargeSuccess, openMoneyApp, type MoneyApp } from '#test/money-app.ts'

import { sql } from '../database/sql.ts'
import { newReference } from '../ledger/entries/donation-row.ts'

const { database, owner, empty } = await testDatabase()
let at: MoneyApp

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
})

async function begun() {
  const answer = await at.ledger.startDonation(donationBy('donor@example.com'))
  if (answer.kind !== 'started') throw new Error(answer.kind)
  return { ...answer, reference: at.provider.lastReference() }
}

const inbox = () =>
  database.rows(
    z.object({ event: z.string(), state: z.string(), attempts: z.int() }),
    sql`select event, state, attempts from webhook_inbox order by received_at`,
  )

const statusOf = async (receipt: string) => {
  const response = await at.app.request(`/api/donations/${receipt}`)
  return ((await response.json()) as { status: string }).status
}

const once = { entries: 1, raised: 5_000_00, balance: 0 }
const never = { entries: 0, raised: 0, balance: 0 }

describe('POST /webhooks/paystack', () => {
  it('keeps the webhook before it says 200, and a job asks the provider and books the money', async () => {
    const { reference, receipt } = await begun()
    at.provider.pays(reference)

    const response = await at.deliver(chargeSuccess(reference))

    expect(response.status).toBe(200)
    expect(await inbox()).toEqual([{ event: 'charge.success', state: 'received', attempts: 0 }])
    expect(await booked(database)).toEqual(never)
    await at.runJobs()
    expect(await inbox()).toEqual([{ event: 'charge.success', state: 'done', attempts: 1 }])
    expect(await booked(database)).toEqual(once)
    expect(await statusOf(receipt)).toBe('success')
  })

  it('believes the provider and not the body', async () => {
    const { reference } = await begun()

    expect((await at.deliver(chargeSuccess(reference))).status).toBe(200)
    await at.runJobs()

    expect(at.provider.verified).toEqual([reference])
    expect(await booked(database)).toEqual(never)
  })

  it('books once when 64 copies arrive at the same time', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)

    const responses = await Promise.all(
      Array.from({ length: 64 }, () => at.deliver(chargeSuccess(reference))),
    )
    await at.runJobs()

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200))
    expect(await inbox()).toEqual([{ event: 'charge.success', state: 'done', attempts: 1 }])
    expect(await booked(database)).toEqual(once)
  })

  it('books once when the donor is back before the webhook, and when the webhook was first', async () => {
    const early = await begun()
    at.provider.pays(early.reference)
    expect(await statusOf(early.receipt)).toBe('success')
    await at.deliver(chargeSuccess(early.reference))
    await at.runJobs()
    expect(await booked(database)).toEqual(once)

    const late = await begun()
    at.provider.pays(late.reference)
    await at.deliver(chargeSuccess(late.reference))
    await at.runJobs()
    expect(await statusOf(late.receipt)).toBe('success')
    expect(await booked(database)).toEqual({ entries: 2, raised: 10_000_00, balance: 0 })
  })

  it('works on a repeated delivery that the first one left unfinished', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
    await at.deliver(chargeSuccess(reference))
    await owner.pool.query('delete from graphile_worker._private_jobs')

    await at.deliver(chargeSuccess(reference))
    await at.runJobs()

    expect(await booked(database)).toEqual(once)
  })

  it('works later on what could not be verified, and on what a dead worker left', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
    await at.deliver(chargeSuccess(reference))
    at.provider.down(true)
    await at.runJobs()
    expect(await inbox()).toEqual([{ event: 'charge.success', state: 'failed', attempts: 1 }])

    await owner.pool.query(`update webhook_inbox set state = 'processing', locked_until = $1`, [
      new Date(at.clock.now.getTime() + 15_000),
    ])
    at.provider.down(false)
    await at.runTask('check-payments')
    expect(at.provider.verified).toEqual([])

    at.pass(15_001)
    await at.runTask('check-payments')
    expect(await inbox()).toEqual([{ event: 'charge.success', state: 'done', attempts: 2 }])
    expect(await booked(database)).toEqual(once)
  })

  it('is worked on by one worker at a time, and by nobody once it is done', async () => {
    const { reference } = await begun()
    await at.deliver(chargeSuccess(reference))
    const kept = await database.row(z.object({ id: z.string() }), sql`select id from webhook_inbox`)
    const id = kept?.id ?? ''

    const claims = await Promise.all(Array.from({ length: 8 }, () => at.ledger.claimWebhook(id)))
    expect(claims.filter((claim) => claim !== undefined)).toMatchObject([{ id, reference }])

    await at.ledger.finishWebhook(id, 'done')
    at.pass(3_600_000)
    expect(await at.ledger.claimWebhook(id)).toBeUndefined()
    await at.deliver(chargeSuccess(reference))
    await at.runJobs()
    expect(at.provider.verified).toEqual([])
  })

  it('keeps events that mean nothing to it and says 200', async () => {
    const events = ['transfer.success', 'subscription.create', 'a.new.one']
    for (const event of events)
      expect((await at.deliver({ event, data: [event] })).status).toBe(200)
    await at.runJobs()

    expect((await inbox()).map(({ state }) => state)).toEqual(['ignored', 'ignored', 'ignored'])
    expect(at.provider.verified).toEqual([])
  })

  it('says 200 for a payment that is not ours, and books nothing', async () => {
    await at.deliver(chargeSuccess('T_of_another_application'))
    await at.runJobs()

    expect((await inbox()).map(({ state }) => state)).toEqual(['ignored'])
    expect(await booked(database)).toEqual(never)
  })

  it('hides what it keeps', async () => {
    const { reference } = await begun()
    await at.deliver(chargeSuccess(reference))

    const { rows } = await owner.pool.query<{ text: string }>(
      `select encode(body_sealed, 'escape') as text from webhook_inbox`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain('customer')
  })
})

describe('events of refunds and disputes', () => {
  it.each(['refund.pending', 'refund.processed', 'refund.failed'])(
    '%s has the provider asked for all refunds of the payment',
    async (event) => {
      const { reference, receipt } = await begun()
      at.provider.pays(reference)
      at.provider.refundMade(reference, { status: 'processed', amount: kobo(2_000_00) })

      const data = { transaction_reference: reference, amount: '1', status: 'made up' }
      expect((await at.deliver({ event, data })).status).toBe(200)
      await at.runJobs()

      expect((await inbox()).map(({ state }) => state)).toEqual(['done'])
      expect(await booked(database)).toEqual({ entries: 2, raised: 3_000_00, balance: 0 })
      expect(await statusOf(receipt)).toBe('partially refunded')
    },
  )

  it('a dispute has the provider asked for it by its number', async () => {
    const { reference, receipt } = await begun()
    at.provider.pays(reference)
    await at.ledger.verifyPayment(reference, 'check')
    const { disputeId } = at.provider.disputeRaised(reference)

    await at.deliver({ event: 'charge.dispute.create', data: { id: disputeId, status: 'x' } })
    await at.runJobs()
    expect(await statusOf(receipt)).toBe('disputed')
    expect(await booked(database)).toEqual(once)

    const resolution = 'auto-accepted'
    at.provider.disputeBecomes(disputeId, { status: 'resolved', resolution })
    at.pass(1)
    await at.deliver({ event: 'charge.dispute.resolve', data: { id: disputeId } })
    await at.runJobs()
    expect(await statusOf(receipt)).toBe('reversed')
    expect(await booked(database)).toEqual({ entries: 2, raised: 0, balance: 0 })
  })
})

describe('a webhook that the provider did not sign', () => {
  it('is refused, and nothing is kept and nobody asked', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
    const body = JSON.stringify(chargeSuccess(reference))
    const good = at.provider.signatureOf(Buffer.from(body))

    for (const signature of ['', 'abc', good.slice(1), good.toUpperCase(), `${good}, ${good}`]) {
      const response = await at.deliver(body, { 'x-paystack-signature': signature })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { code: 'wrong-signature' } })
    }
    await at.runJobs()

    expect(await inbox()).toEqual([])
    expect(at.provider.verified).toEqual([])
    expect(await booked(database)).toEqual(never)
  })

  it('is refused for any changed bit, and for the same JSON written another way', async () => {
    const body = Buffer.from(JSON.stringify(chargeSuccess(newReference())))
    const signature = at.provider.signatureOf(body)

    await fc.assert(
      fc.asyncProperty(fc.nat(body.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(body)
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
        const response = await at.app.request('/webhooks/paystack', {
          method: 'POST',
          body: changed,
          headers,
        })
        expect(response.status).toBe(401)
      }),
      { numRuns: 200 },
    )
    const spaced = JSON.stringify(JSON.parse(body.toString()), null, 1)
    expect((await at.deliver(spaced, { 'x-paystack-signature': signature })).status).toBe(401)
    expect(await inbox()).toEqual([])
  })
})

describe('a signed webhook that makes no sense', () => {
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
    expect(await inbox()).toEqual([])
  })
})
