import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { startLocalServer } from '#test/support/providers/local-server.ts'
import { collectAll, paystackAt } from '#test/support/providers/paystack.ts'

import { PaymentsUnavailable } from './payments.ts'
import { standingSandboxOn } from '#packages/paystack-sandbox/test/standing-sandbox.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'

const { clock, pass, pay, sandbox, verify } = await standingSandboxOn(await testDatabase())

const payments = paystackAt(sandbox)
const dayMs = 24 * 3_600_000

const refund = (transactionId: number, amount = 200_000) => ({
  transactionId,
  amount: kobo(amount),
  customerNote: 'As you asked',
  merchantNote: 'r1',
})

describe('a refund through the sandbox', () => {
  it('is queued, and found by id, by payment and by time in every status', async () => {
    const { id: transactionId } = await pay('ajo-1')
    const answer = await payments.refunds.create(refund(transactionId))
    if (answer.kind === 'refused') throw new Error(answer.message)
    const pending = {
      refundId: expect.any(Number),
      transactionId,
      reference: 'ajo-1',
      disputeId: null,
      mode: 'sandbox',
      amount: 200_000,
      currency: 'NGN',
      status: 'pending',
      merchantNote: 'r1',
      deducted: 0,
      refundedAt: null,
      createdAt: clock.now,
    }
    expect(answer.refund).toEqual(pending)
    const { refundId } = answer.refund
    await pass(dayMs)
    const paidFor = { ...pending, deducted: 200_000 }
    expect(await payments.refunds.find(refundId)).toEqual({ ...paidFor, status: 'processing' })
    await pass(4 * dayMs)
    const processed = { ...paidFor, status: 'processed', refundedAt: clock.now }
    expect(await payments.refunds.listForTransaction(transactionId)).toEqual([processed])
    expect(await collectAll(payments.refunds.listSince(new Date(0)))).toEqual([processed])
    expect(await collectAll(payments.refunds.listSince(clock.now))).toEqual([])
    expect(await payments.refunds.find(refundId + 1)).toBeUndefined()
  })

  it('in needs-attention is retried with a bank account', async () => {
    const { id } = await pay('ajo-1', cards.refundNeedsAttention)
    const answer = await payments.refunds.create(refund(id))
    if (answer.kind === 'refused') throw new Error(answer.message)
    const retry = () =>
      payments.refunds.retry(answer.refund.refundId, { accountNumber: '0123456789', bankId: 9 })
    expect((await retry()).kind).toBe('refused')
    await pass(dayMs)
    await pass(4 * dayMs)
    expect(await retry()).toMatchObject({ kind: 'queued', refund: { status: 'processing' } })
  })

  it('whose response was lost is found in the list of the payment', async () => {
    const { id } = await pay('ajo-1')
    sandbox.faults.set({
      api: [{ path: '/refund', method: 'POST', isSilent: true, isAfterEffect: true }],
    })
    const impatient = paystackAt(sandbox, { timeoutMs: 500 })
    await expect(impatient.refunds.create(refund(id))).rejects.toThrow(PaymentsUnavailable)
    await expect
      .poll(() => payments.refunds.listForTransaction(id))
      .toMatchObject([{ amount: 200_000 }])
  })
})

describe('a dispute through the sandbox', () => {
  const raise = async () => {
    await pay('ajo-1')
    const raised = await sandbox.raiseDispute({
      reference: 'ajo-1',
      amount: null,
      category: 'chargeback',
    })
    if (!raised) throw new Error('no dispute')
    return raised.id
  }

  it('is listed and found with its deadline', async () => {
    const disputeId = await raise()
    const dispute = {
      disputeId,
      transactionId: (await verify('ajo-1')).id,
      reference: 'ajo-1',
      mode: 'sandbox',
      refundAmount: 500_000,
      currency: 'NGN',
      status: 'awaiting-merchant-feedback',
      resolution: null,
      category: 'chargeback',
      dueAt: new Date(clock.now.getTime() + 16 * 3_600_000),
      resolvedAt: null,
      createdAt: clock.now,
    }
    expect(await payments.disputes.find(disputeId)).toEqual(dispute)
    expect(await collectAll(payments.disputes.listSince(new Date(0)))).toEqual([dispute])
    expect(await payments.disputes.find(disputeId + 1)).toBeUndefined()
  })

  it('is accepted once', async () => {
    const disputeId = await raise()
    const accept = () =>
      payments.disputes.accept(disputeId, { message: 'Yes', refundAmount: kobo(500_000) })
    expect(await accept()).toMatchObject({
      kind: 'done',
      dispute: { status: 'resolved', resolution: 'merchant-accepted', resolvedAt: clock.now },
    })
    expect(await accept()).toMatchObject({ kind: 'refused' })
    expect((await payments.verify('ajo-1'))?.status).toBe('reversed')
  })

  it('is declined with evidence', async () => {
    const disputeId = await raise()
    const decline = (evidenceId?: number) =>
      payments.disputes.decline(disputeId, {
        message: 'It was a donation',
        uploadedFilename: '',
        ...(evidenceId !== undefined && { evidenceId }),
      })
    expect((await decline()).kind).toBe('refused')
    const added = await payments.disputes.addEvidence(disputeId, {
      customerEmail: 'donor@example.com',
      customerName: 'Ada',
      customerPhone: '08012345678',
      serviceDetails: 'A donation with a receipt',
    })
    if (added.kind === 'refused') throw new Error(added.message)
    expect(await decline(added.evidenceId)).toMatchObject({
      kind: 'done',
      dispute: { resolution: 'declined', refundAmount: 0 },
    })
  })
})

it('lists settlements with their payments, and totals of payments without reversed ones', async () => {
  const span = { from: new Date(0), to: new Date('2100-01-01') }
  expect(await payments.totals(span)).toEqual({ count: 0, volume: 0 })
  await pay('ajo-1')
  await pay('ajo-2')
  expect(await payments.totals(span)).toEqual({ count: 2, volume: 1_000_000 })
  expect(await collectAll(payments.settlements.listSince(new Date(0)))).toEqual([])
  await sandbox.settle()
  const [settlement] = await collectAll(payments.settlements.listSince(new Date(0)))
  expect(settlement).toEqual({
    settlementId: expect.any(Number),
    mode: 'sandbox',
    status: 'success',
    currency: 'NGN',
    subAccountCode: undefined,
    total: 965_000,
    effective: 965_000,
    deductions: 0,
    fees: 35_000,
    settledAt: clock.now,
  })
  const made = await collectAll(payments.settlements.listPayments(settlement?.settlementId ?? 0))
  expect(made.map(({ reference }) => reference).toSorted()).toEqual(['ajo-1', 'ajo-2'])
  expect(await payments.balance.current()).toBe(0)
  expect(await sandbox.settle()).toEqual([])

  await sandbox.api('/refund', { transaction: 'ajo-2' })
  expect(await payments.totals(span)).toEqual({ count: 1, volume: 500_000 })
  const from = new Date(clock.now.getTime() + 1)
  expect(await payments.totals({ ...span, from })).toEqual({ count: 0, volume: 0 })
})

it('returns the holder of an account, or a refusal', async () => {
  expect(await payments.resolveAccount({ bankCode: '001', accountNumber: '0123456047' })).toEqual({
    kind: 'resolved',
    accountName: expect.any(String),
  })
  expect(
    await payments.resolveAccount({ bankCode: '999', accountNumber: '0123456047' }),
  ).toMatchObject({ kind: 'refused' })
})

describe('a list of refunds', () => {
  async function listedFrom(pages: unknown[][], meta?: unknown) {
    const asked: string[] = []
    const { origin, close } = await startLocalServer((request, response) => {
      asked.push(request.url ?? '')
      const data = pages[asked.length - 1] ?? []
      response.end(JSON.stringify({ status: true, message: 'ok', data, meta }))
    })
    try {
      const { refunds } = paystackAt({ apiUrl: origin, origin })
      return { refunds: await refunds.listForTransaction(6554394136), asked }
    } finally {
      await close()
    }
  }
  const row = {
    id: 1,
    domain: 'test',
    transaction: 6554394136,
    amount: 10_000,
    currency: 'NGN',
    status: 'processed',
    createdAt: '2026-11-20T10:00:00.000Z',
  }

  it('can have rows in different shapes', async () => {
    const odd = [
      { ...row, id: '1', amount: '10000' },
      { ...row, id: 2, transaction: { id: 6554394136, reference: 'ajo-1' }, dispute: { id: 7 } },
      { ...row, id: 3, transaction: '6554394136', transaction_reference: 'ajo-1', dispute: 7 },
      { ...row, id: 4, createdAt: undefined, created_at: row.createdAt, dispute: {} },
      { ...row, id: 5, createdAt: 'soon', dispute: null, fully_deducted: 1, expected_at: 0 },
    ]
    const { refunds } = await listedFrom([odd])
    expect(refunds.map((one) => [one.refundId, one.reference, one.disputeId])).toEqual([
      [1, null, null],
      [2, 'ajo-1', 7],
      [3, 'ajo-1', 7],
      [4, null, null],
      [5, null, null],
    ])
    expect(new Set(refunds.map(({ amount }) => amount))).toEqual(new Set([10_000]))
    expect(refunds.map(({ createdAt }) => createdAt?.getTime())).toEqual([
      ...Array<number>(4).fill(Date.parse(row.createdAt)),
      undefined,
    ])
  })

  it('omits refunds of other payments', async () => {
    const { refunds } = await listedFrom([[row, { ...row, id: 2, transaction: 5 }]])
    expect(refunds.map(({ refundId }) => refundId)).toEqual([1])
  })

  it('is refused if it repeats a page or has invalid amounts', async () => {
    await expect(listedFrom([[row], [row]])).rejects.toThrow('repeats a page')
    for (const change of [{ amount: 1.5 }, { amount: null }, { transaction: null }, { id: 'x' }])
      await expect(listedFrom([[{ ...row, ...change }]])).rejects.toThrow(PaymentsUnavailable)
  })
})
