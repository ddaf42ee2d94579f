import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '../storage/database.ts'
import { standingSandbox } from '../../test/standing-sandbox.ts'
import { cards } from '../../test/sandbox-payments.ts'
import { publishedPeriods } from '../lifecycle/periods.ts'

const { clock, database, pass, pay, sandbox, start, verify } = await standingSandbox()

const { refundPendingMs, refundProcessingMs } = publishedPeriods

const rowSchema = z.looseObject({ id: z.number(), status: z.string() })

async function refund(fields: Record<string, unknown>) {
  const answer = await sandbox.api('/refund', fields)
  return { ...answer, data: z.safeParse(rowSchema, answer.body.data).data }
}

async function read(id: number | undefined) {
  const { body } = await sandbox.api(`/refund/${id}`)
  return z.parse(rowSchema, body.data)
}

const events = async () =>
  (
    await database.rows(
      z.object({ event: z.string(), body: z.string() }),
      sql`select event, body from sandbox.delivery where event like 'refund.%' order by created_at, event`,
    )
  ).map(({ event, body }) => ({ event, data: z.parse(bodySchema, JSON.parse(body)).data }))
const bodySchema = z.object({ data: z.record(z.string(), z.unknown()) })

describe('a refund', () => {
  it('of the full amount passes pending, processing, processed, and reverses the payment', async () => {
    const { id: transactionId } = await pay('ajo-1')
    const { status, body, data } = await refund({ transaction: 'ajo-1' })
    expect(status).toBe(200)
    expect(body.message).toBe('Refund has been queued for processing')
    expect(data).toMatchObject({
      status: 'pending',
      amount: 500_000,
      transaction: { id: transactionId, reference: 'ajo-1' },
      refund_type: 'Full',
    })
    expect((await verify('ajo-1')).status).toBe('reversal-pending')

    expect(await pass(refundPendingMs - 1)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(await read(data?.id)).toMatchObject({ status: 'processing', transaction: transactionId })
    expect((await verify('ajo-1')).status).toBe('reversal-pending')

    expect(await pass(refundProcessingMs)).toBe(1)
    expect(await read(data?.id)).toMatchObject({ status: 'processed', fully_deducted: 1 })
    expect((await verify('ajo-1')).status).toBe('reversed')
    expect(await pass(refundProcessingMs)).toBe(0)
  })

  it('of a part leaves the payment successful until nothing is left', async () => {
    await pay('ajo-1')
    const first = await refund({ transaction: 'ajo-1', amount: '200000' })
    expect(first.data).toMatchObject({ amount: 200_000, refund_type: 'Partial' })
    const tooMuch = await refund({ transaction: 'ajo-1', amount: 300_001 })
    const aboveRest = {
      status: 400,
      body: { message: 'Total refund amount cannot exceed original transaction amount' },
    }
    expect(tooMuch).toMatchObject(aboveRest)
    expect(await refund({ transaction: 'ajo-1' })).toMatchObject(aboveRest)
    await pass(refundPendingMs)
    await pass(refundProcessingMs)
    expect((await verify('ajo-1')).status).toBe('success')

    const rest = await refund({ transaction: 'ajo-1', amount: 300_000 })
    expect(rest.data).toMatchObject({ amount: 300_000 })
    await pass(refundPendingMs)
    await pass(refundProcessingMs)
    expect((await verify('ajo-1')).status).toBe('reversed')
    expect(await refund({ transaction: 'ajo-1' })).toMatchObject({
      status: 400,
      body: {
        message: 'Transaction has been fully reversed',
        type: 'api_error',
        code: 'transaction_reversed',
      },
    })
  })

  it('fails for the card refund-fails, and the payment is successful again', async () => {
    await pay('ajo-1', cards.refundFails)
    const { data } = await refund({ transaction: 'ajo-1' })
    await pass(refundPendingMs)
    await pass(refundProcessingMs)
    expect((await read(data?.id)).status).toBe('failed')
    expect((await verify('ajo-1')).status).toBe('success')
    expect((await refund({ transaction: 'ajo-1' })).status).toBe(200)
  })

  it('is refused for unpaid, unknown or overdrawn payments', async () => {
    await start('ajo-1')
    expect((await refund({ transaction: 'ajo-1' })).status).toBe(400)
    expect((await refund({ transaction: 'unknown' })).body.code).toBe('transaction_not_found')
    expect((await refund({})).body.code).toBe('missing_params')
    await pay('ajo-2')
    for (const amount of [0, -1, '1.5'])
      expect((await refund({ transaction: 'ajo-2', amount })).body.code).toBe('invalid_amount')
    const message = async (fields: Record<string, unknown>) =>
      (await refund({ transaction: 'ajo-2', ...fields })).body.message
    expect(await message({ amount: 500_001 })).toBe('Refund amount exceeds transaction amount')
    expect(await message({ amount: 4_999 })).toBe('Cannot refund less than NGN50')
    expect(await message({ currency: 'USD' })).toBe(
      'Transaction currency must match refund currency',
    )
    expect((await sandbox.api('/refund')).body.data).toEqual([])
  })

  it('never exceeds the payment when 12 requests arrive at the same time', async () => {
    await pay('ajo-1')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => refund({ transaction: 'ajo-1', amount: 100_000 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

describe('the webhooks of a refund', () => {
  it('name the payment but not the refund, with amounts as text', async () => {
    await pay('ajo-1')
    await refund({ transaction: 'ajo-1' })
    await pass(refundPendingMs)
    await pass(refundProcessingMs)
    const sent = await events()
    expect(sent.map(({ event }) => event)).toEqual([
      'refund.pending',
      'refund.processing',
      'refund.processed',
    ])
    for (const { data } of sent) {
      expect(data).toMatchObject({ transaction_reference: 'ajo-1', amount: '500000' })
      expect(data).not.toHaveProperty('id')
    }
    expect(sent[0]?.data.refund_reference).toBeNull()
  })

  it('have a numeric amount after a failure, and the refund id for needs-attention', async () => {
    await pay('ajo-1', cards.refundFails)
    await pay('ajo-2', cards.refundNeedsAttention)
    await refund({ transaction: 'ajo-1' })
    const { data } = await refund({ transaction: 'ajo-2' })
    await pass(refundPendingMs)
    await pass(refundProcessingMs)
    const ends = (await events()).slice(-2)
    expect(ends).toMatchObject([
      { event: 'refund.failed', data: { amount: 500_000 } },
      { event: 'refund.needs-attention', data: { amount: 500_000, id: data?.id } },
    ])
  })
})

it('lists refunds by payment, by time and in pages', async () => {
  const { id } = await pay('ajo-1')
  await pay('ajo-2')
  const startedAt = clock.now
  for (const transaction of ['ajo-1', 'ajo-2', 'ajo-1']) {
    clock.now = new Date(clock.now.getTime() + 60_000)
    await refund({ transaction, amount: 5_000 })
  }
  const references = async (query: string) => {
    const { body } = await sandbox.api(`/refund?${query}`)
    const rows = z.parse(z.array(z.object({ transaction_reference: z.string() })), body.data)
    return rows.map((row) => row.transaction_reference)
  }
  expect(await references('')).toEqual(['ajo-1', 'ajo-2', 'ajo-1'])
  expect(await references(`transaction=${id}`)).toEqual(['ajo-1', 'ajo-1'])
  // Only the numeric id finds the refunds of a payment.
  expect(await references('transaction=ajo-2')).toEqual([])
  const since = new Date(startedAt.getTime() + 120_000).toISOString()
  expect(await references(`from=${since}`)).toEqual(['ajo-1', 'ajo-2'])
  expect(await references('perPage=1&page=2')).toEqual(['ajo-2'])
  const { body } = await sandbox.api('/refund?perPage=2')
  expect(body.meta).toEqual({ total: 3, skipped: 0, perPage: 2, page: 1, pageCount: 2 })
  expect(await sandbox.api('/refund/12345')).toMatchObject({
    status: 404,
    body: { message: 'Refund not found', code: 'not_found' },
  })
  expect((await sandbox.api('/refund/abc')).status).toBe(404)
})
