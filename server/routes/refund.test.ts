import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { PaymentsUnavailable } from '#server/providers/payments/payments.ts'
import type { ProviderRefund } from '#server/providers/payments/refunds.ts'
import { kobo } from '#shared/money.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { booked, donationBy } from '#test/ledger.ts'
import { openMoneyApp, type MoneyApp } from '#test/money-app.ts'
import { ada, as, bola, createPerson, dada, visitor, type Person } from '#test/people.ts'

import { sql } from '../database/sql.ts'

const { database, owner, empty } = await testDatabase()
let at: MoneyApp
let people: Record<'ada' | 'bola' | 'admin', Person>
let gift: { id: string; receipt: string; reference: string }

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
  people = {
    ada: await createPerson(database, ada),
    bola: await createPerson(database, bola),
    admin: await createPerson(database, dada),
  }
  gift = await given()
})

/** ₦5,000, paid an hour after the form. */
async function given(donorUid: string | null = null) {
  const { endDate, ...campaign } = await insertCampaignBy(at.content, ada, 'approved', {
    endDate: '2026-06-01',
  })
  const request = donationBy('donor@example.com', { campaign: { ...campaign, endDate }, donorUid })
  const started = await at.ledger.startDonation(request)
  if (started.kind !== 'started') throw new Error(started.kind)
  const reference = at.provider.lastReference()
  at.provider.pays(reference)
  await at.ledger.verifyPayment(reference, 'webhook')
  const found = await at.ledger.findDonation(started.receipt)
  return { id: found?.id ?? '', receipt: started.receipt, reference }
}

type Asked = { who?: typeof visitor | Person; id?: string; key?: string }

const ask = (body: object, { who = people.ada, id = gift.id, key = randomUUID() }: Asked = {}) =>
  as(at.app, who)(`/api/donations/${id}/refund`, {
    method: 'POST',
    body: { reason: 'The well was paid for by the state', ...body },
    headers: { 'idempotency-key': key },
  })

const outcomeOf = async (response: Response) => {
  const body = (await response.json()) as { state?: string; error?: { code: string } }
  return [response.status, body.state ?? body.error?.code]
}
const refundsAtProvider = async () => {
  const refunds: ProviderRefund[] = []
  for await (const refund of at.payments.refunds.listSince(new Date(0))) refunds.push(refund)
  return refunds
}

describe('POST /api/donations/:id/refund', () => {
  it('asks the provider for the whole gift, tells the donor why, and books it once it has happened', async () => {
    expect(await outcomeOf(await ask({}))).toEqual([201, 'queued'])

    const [refund, ...others] = await refundsAtProvider()
    expect([refund?.amount, others]).toEqual([5_000_00, []])
    const mails = await database.rows(
      z.object({ recipient: z.string(), subject: z.string(), text: z.string() }),
      sql`select recipient, subject, text from mail_outbox`,
    )
    expect(mails).toMatchObject([
      { recipient: 'donor@example.com', subject: 'Your gift is on its way back: ₦5,000.00' },
    ])
    expect(mails[0]?.text).toContain('The well was paid for by the state')
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })

    at.provider.refundBecomes(refund?.refundId ?? 0, { status: 'processed' })
    at.pass(1)
    await at.runTask('sweep-returns')
    expect(await booked(database)).toEqual({ entries: 2, raised: 0, balance: 0 })
  })

  it('sends back parts, never more than is left, however many ask at once', async () => {
    const parts = await Promise.all(
      Array.from({ length: 8 }, () => ask({ amount: '1,500' }).then(outcomeOf)),
    )

    expect(parts.filter(([status]) => status === 201)).toHaveLength(3)
    expect(parts.filter(([, code]) => code === 'refund-too-large')).toHaveLength(5)
    const refunds = await refundsAtProvider()
    expect(refunds.map(({ amount }) => amount)).toEqual([1_500_00, 1_500_00, 1_500_00])
    expect(await outcomeOf(await ask({ amount: '500.01' }))).toEqual([409, 'refund-too-large'])
    expect(await outcomeOf(await ask({}))).toEqual([201, 'queued'])
    expect((await refundsAtProvider()).at(-1)?.amount).toBe(500_00)
  })

  it('asks once for a form that is sent many times, and refuses another one under its key', async () => {
    const key = randomUUID()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => ask({ amount: '1,000' }, { key }).then((r) => r.status)),
    )

    expect(new Set(outcomes.map((status) => Math.floor(status / 100)))).toEqual(new Set([2]))
    expect(await refundsAtProvider()).toHaveLength(1)
    const other = await ask({ amount: '2,000' }, { key })
    expect(await outcomeOf(other)).toEqual([422, 'idempotency-mismatch'])
  })

  it.each([
    ['no reason', { reason: '' }],
    ['no money', { amount: '0' }],
    ['another notation', { amount: '1e3' }],
  ])('refuses a form with %s', async (_what, body) => {
    expect(await outcomeOf(await ask(body))).toEqual([400, 'invalid-input'])
    expect(await refundsAtProvider()).toEqual([])
  })

  it('waits where the provider is out of reach, and sends it once when it is back', async () => {
    at.provider.down(true)
    expect(await outcomeOf(await ask({}))).toEqual([202, 'waiting'])
    expect(await outcomeOf(await ask({}))).toEqual([409, 'refund-too-large'])

    at.provider.down(false)
    await at.runTask('send-refunds')
    expect(await refundsAtProvider()).toEqual([])
    at.pass(30_001)
    await Promise.all([at.runTask('send-refunds'), at.runTask('send-refunds')])
    expect(await refundsAtProvider()).toHaveLength(1)
  })

  it('does not ask twice where only the answer was lost', async () => {
    const { create } = at.payments.refunds
    at.payments.refunds.create = async (refund) => {
      await create(refund)
      throw new PaymentsUnavailable('the answer was lost')
    }
    expect(await outcomeOf(await ask({ amount: '1,000' }))).toEqual([202, 'waiting'])
    at.payments.refunds.create = create
    const [made] = await refundsAtProvider()
    at.provider.refundBecomes(made?.refundId ?? 0, { createdAt: at.clock.now })

    at.pass(30_001)
    await at.runTask('send-refunds')

    expect(await refundsAtProvider()).toHaveLength(1)
    const { rows } = await database.pool.query('select state from refund_request')
    expect(rows).toEqual([{ state: 'queued' }])
  })

  it('says what the provider said no to, and leaves the money free again', async () => {
    const { create } = at.payments.refunds
    at.payments.refunds.create = async () => ({ kind: 'refused', message: 'Balance is too low' })
    const response = await ask({})
    expect(await response.json()).toMatchObject({
      error: { code: 'refund-refused', message: 'Balance is too low' },
    })

    at.payments.refunds.create = create
    expect(await outcomeOf(await ask({}))).toEqual([201, 'queued'])
  })

  it('is closed while a bank disputes the payment, and for a gift that never came', async () => {
    at.provider.disputeRaised(gift.reference)
    await at.runTask('sweep-returns')
    expect(await outcomeOf(await ask({}))).toEqual([409, 'refund-closed'])

    await at.ledger.startDonation(donationBy('late@example.com'))
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from donation where state = 'initialized'`,
    )
    expect(await outcomeOf(await ask({}, { id: rows[0]?.id ?? '' }))).toEqual([
      409,
      'refund-closed',
    ])
  })
})

describe('who may send a gift back', () => {
  it('an admin may, and a donor within a day by the code or by being who gave', async () => {
    expect((await ask({ amount: '1,000' }, { who: people.admin })).status).toBe(201)
    expect((await ask({ amount: '1,000' }, { who: visitor, id: gift.receipt })).status).toBe(201)
    const own = await given(bola.uid)
    expect((await ask({ amount: '1,000' }, { who: people.bola, id: own.id })).status).toBe(201)

    // It was paid an hour after it was begun.
    at.pass(25 * 3_600_000 + 1)
    const late = await ask({ amount: '1,000' }, { who: visitor, id: gift.receipt })
    expect(await outcomeOf(late)).toEqual([409, 'refund-closed'])
    expect((await ask({ amount: '1,000' })).status).toBe(201)
  })

  it.each(['bola', 'visitor'] as const)('%s may not, and nothing is asked for', async (who) => {
    const asked = { who: who === 'visitor' ? visitor : people[who] }
    for (const id of [gift.id, gift.reference, randomUUID()])
      expect(await outcomeOf(await ask({}, { ...asked, id }))).toEqual([404, 'not-found'])
    expect(await refundsAtProvider()).toEqual([])
    expect(kobo((await booked(database))?.raised ?? 0)).toBe(5_000_00)
  })
})
