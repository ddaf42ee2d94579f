import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { splitPayments } from '../../test/split-payments.ts'
import { standingSandbox } from '../../test/standing-sandbox.ts'
import type { FaultSettings } from '../faults/faults.ts'

const { pass, pay, sandbox, verify } = await standingSandbox()
const { addSubAccount, paySplit } = splitPayments(sandbox)

const dayMs = 24 * 3_600_000
const behave = (behaviour: NonNullable<FaultSettings['behaviour']>) =>
  sandbox.faults.set({ behaviour })

const rowSchema = z.looseObject({
  id: z.number(),
  status: z.string(),
  deducted_amount: z.number(),
  fully_deducted: z.nullable(z.number()),
})
async function refund(reference: string, amount?: number) {
  const { status, body } = await sandbox.api('/refund', { transaction: reference, amount })
  const row = z.safeParse(z.looseObject({ id: z.number() }), body.data).data
  return { status, body, id: row?.id ?? 0 }
}
const findRefund = async (id: number) =>
  z.parse(rowSchema, (await sandbox.api(`/refund/${id}`)).body.data)
const changes = async () =>
  z
    .parse(
      z.array(z.looseObject({ difference: z.number(), balance: z.number() })),
      (await sandbox.api('/balance/ledger')).body.data,
    )
    .map(({ model_responsible, difference, balance }) => [model_responsible, difference, balance])
const listSettlements = async (party: number | 'none') =>
  (await sandbox.api(`/settlement?subaccount=${party}`)).body.data

it.each([
  ['zero', 0, 482_400],
  ['negative', -17_600, 500_000],
] as const)(
  'carries a debt of a sub-account over and shows it as %s',
  async (debtShown, effective, deductions) => {
    behave({ refundDebits: 'subaccount', debtShown })
    const { code, id } = await addSubAccount()
    await paySplit('ajo-1', code)
    const { id: refundId } = await refund('ajo-1')
    await sandbox.settle()
    expect(await listSettlements(id)).toMatchObject([{ effective_amount: effective, deductions }])
    expect(await findRefund(refundId)).toMatchObject({
      deducted_amount: 482_400,
      fully_deducted: null,
    })
    await paySplit('ajo-2', code)
    await pass(1)
    await sandbox.settle()
    expect(await listSettlements(id)).toMatchObject([
      { total_amount: 482_400, effective_amount: 464_800, deductions: 17_600 },
      {},
    ])
    expect((await findRefund(refundId)).fully_deducted).toBe(1)
  },
)

describe('a refund beyond the main balance', () => {
  it('stays pending and is deducted as money arrives', async () => {
    behave({ shortBalance: 'pending' })
    const { code } = await addSubAccount()
    await paySplit('ajo-1', code)
    const { id } = await refund('ajo-1', 300_000)
    await pass(dayMs)
    expect(await findRefund(id)).toMatchObject({ status: 'pending', deducted_amount: 100 })
    await pay('ajo-2')
    await pass(1)
    expect(await findRefund(id)).toMatchObject({ status: 'pending', deducted_amount: 300_000 })
    await pass(dayMs)
    expect((await findRefund(id)).status).toBe('processing')
  })

  it('needs attention, and is paid for when it is retried with a bank account', async () => {
    behave({ shortBalance: 'needs-attention' })
    const { code } = await addSubAccount()
    await paySplit('ajo-1', code)
    const { id } = await refund('ajo-1', 300_000)
    await pass(dayMs)
    expect(await findRefund(id)).toMatchObject({ status: 'needs-attention', deducted_amount: 0 })
    const account = { currency: 'NGN', account_number: '0123456789', bank_id: '9' }
    const path = `/refund/retry_with_customer_details/${id}`
    await sandbox.api(path, { refund_account_details: account })
    expect(await findRefund(id)).toMatchObject({ status: 'processing', deducted_amount: 300_000 })
  })
})

it.each([
  ['success', 'success', 'success'],
  ['reversed', 'reversal-pending', 'reversed'],
  ['reversal-pending', 'reversal-pending', 'reversal-pending'],
] as const)(
  'shows a partly refunded payment as %s',
  async (partialRefundStatus, before, afterwards) => {
    behave({ partialRefundStatus })
    await pay('ajo-1')
    await refund('ajo-1', 100_000)
    expect((await verify('ajo-1')).status).toBe(before)
    for (let days = 0; days < 5; days++) await pass(dayMs)
    expect((await verify('ajo-1')).status).toBe(afterwards)
  },
)

describe('a lost dispute', () => {
  const claim = { reference: 'ajo-1', amount: 500_000, category: 'fraud' }
  const lose = async () => {
    const dispute = await sandbox.raiseDispute(claim)
    if (!dispute) throw new Error('no dispute')
    await pass(dayMs)
    return dispute.id
  }

  it('after a full refund takes the amount again', async () => {
    await pay('ajo-1')
    await refund('ajo-1')
    await lose()
    expect((await changes()).slice(0, 3)).toEqual([
      ['Dispute', -500_000, 482_500 - 1_000_000],
      ['Refund', -500_000, -17_500],
      ['Transaction', 482_500, 482_500],
    ])
  })

  it('that is reopened gives the money back until it is lost again', async () => {
    behave({ disputeDebits: 'main' })
    await pay('ajo-1')
    const id = await lose()
    expect((await sandbox.getHoldings()).main).toBe(-17_500)
    await sandbox.reopenDispute(id, 200_000)
    expect((await sandbox.getHoldings()).main).toBe(482_500)
    await pass(dayMs)
    expect((await sandbox.getHoldings()).main).toBe(282_500)
  })

  it('of a fraud claim credits the fee if the provider does so', async () => {
    behave({ isFraudFeeCredited: true })
    await pay('ajo-1')
    await lose()
    expect((await sandbox.getHoldings()).main).toBe(0)
    expect(await verify('ajo-1')).toMatchObject({ fees: 0 })
  })
})
