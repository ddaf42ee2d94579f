import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { personalValues, webhookBodies } from '#test/support/money/webhook-bodies.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, owner } = await freshMoneyApp()

async function startDonation() {
  await at.startDonation('donor@example.com')
  return at.provider.lastReference()
}

const storedRow = z.object({
  event: z.string(),
  facts: z.record(z.string(), z.unknown()),
  hashLength: z.int(),
})
const listStored = () =>
  owner.rows(
    storedRow,
    sql`select event, facts, length(body_hash) as "hashLength" from webhook_inbox order by received_at, event`,
  )
const readWholeTable = async () => {
  const { rows } = await owner.pool.query<{ text: string }>(
    `select webhook_inbox::text as text from webhook_inbox`,
  )
  return rows.map(({ text }) => text).join('\n')
}

describe('a webhook that arrives', () => {
  it('leaves no personal value of any event in its table', async () => {
    const bodies = webhookBodies(await startDonation())
    for (const value of personalValues) expect(JSON.stringify(bodies)).toContain(value)

    for (const body of bodies) expect((await at.deliver(body)).status).toBe(200)

    expect(await listStored()).toHaveLength(bodies.length)
    const stored = await readWholeTable()
    for (const value of personalValues) expect(stored).not.toContain(value)
  })

  it('keeps the facts of money, and of an unknown event only its name and digest', async () => {
    const reference = await startDonation()
    for (const body of webhookBodies(reference)) await at.deliver(body)

    const stored = await listStored()
    expect(stored.find(({ event }) => event === 'charge.success')?.facts).toEqual({
      id: 4_099_260_516,
      reference,
      status: 'success',
      amount: 500_000,
      requested_amount: 500_000,
      fees: 17_500,
      currency: 'NGN',
      channel: 'card',
      paid_at: '2026-05-01T09:00:00.000Z',
      created_at: '2026-05-01T08:59:00.000Z',
    })
    expect(stored.find(({ event }) => event === 'refund.processed')?.facts).toEqual({
      transaction_reference: reference,
      refund_reference: 'TRF_3018284',
      status: 'processed',
      amount: '500000',
      currency: 'NGN',
    })
    for (const event of ['transfer.success', 'a.new.one'])
      expect(stored.find((row) => row.event === event)).toEqual({
        event,
        facts: {},
        hashLength: 32,
      })
  })

  it('drops values that are no amount, state, date or number', async () => {
    const [, refund] = webhookBodies(await startDonation())
    const data = {
      ...refund?.data,
      status: 'Ada Amaka',
      amount: '0123456789 Okafor',
      currency: 'ada',
    }
    await at.deliver({ event: 'refund.pending', data })

    const [stored] = await listStored()
    expect(Object.keys(stored?.facts ?? {})).toEqual(['refund_reference', 'transaction_reference'])
  })
})
