import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { ProviderSettlement } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { campaignOfAda, donationBy, freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { mainDeductions, payoutSummary } from './payouts.ts'
import { settlementReconciliation } from './settlements.ts'

const { at, database } = await freshLedger()
const share = 4_924_00
const well = campaignOfAda
/** Another campaign of the same owner and bank account, and so of the same sub-account. */
const school = { ...campaignOfAda, id: randomUUID(), slug: 'a-school', title: 'A school' }

const withMode = () => ({ ...at.deps, mode: at.payments.mode })
const reconcile = () => settlementReconciliation(withMode()).reconcileSettlements()
const readPosition = async (campaign = well) =>
  (await payoutSummary(withMode(), campaign.id)).payouts
const findViolations = async () => (await at.ledger.checkLedger()).findings
const listDifferences = () =>
  database.rows(
    z.object({ kind: z.string(), ours: z.nullable(z.string()), theirs: z.nullable(z.string()) }),
    sql`select kind, ours, theirs from ledger_difference where state = 'open' order by kind, key`,
  )

async function donate(campaign = well, amount = kobo(5_000_00)) {
  const request = donationBy(`${randomUUID()}@example.com`, { campaign, form: { amount } })
  await at.donations.startDonation(request)
  const reference = at.provider.lastReference()
  await at.pay(reference)
  return reference
}

async function settle(
  references: string[],
  effective = references.length * share,
  change: Partial<ProviderSettlement> = {},
) {
  const total = references.length * share
  const deductions = kobo(total - effective)
  const settlement = at.provider.addSettlement(references, {
    effective: kobo(effective),
    deductions,
    ...change,
  })
  await reconcile()
  return settlement
}

async function refund(reference: string, amount = 3_000_00) {
  const { refundId } = at.provider.addRefund(reference, {
    amount: kobo(amount),
    status: 'processed',
  })
  await at.ledger.reconcileReversals()
  return refundId
}

describe('a settlement of two campaigns', () => {
  it('pays each its donations, and one pays for the refund of the other', async () => {
    const first = await donate(school)
    await settle([first])
    await refund(first)
    await settle([await donate(well)], share - 3_000_00)

    expect(await readPosition(well)).toEqual({ due: 0, held: 0, paidOut: share, owedBack: 0 })
    expect(await readPosition(school)).toEqual({
      due: 0,
      held: 0,
      paidOut: share - 3_000_00,
      owedBack: 0,
    })
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
  })

  it('gives the deduction of a refund that failed back to its campaign', async () => {
    const first = await donate(school)
    const refundId = await refund(first)
    await settle([first], share - 3_000_00)
    at.provider.updateRefund(refundId, { status: 'failed' })
    at.pass(1_000)
    await at.ledger.reconcileReversals()
    await settle([await donate(well), await donate(well)], 2 * share + 3_000_00)

    expect(await readPosition(well)).toMatchObject({ due: 0, paidOut: 2 * share, owedBack: 0 })
    expect(await readPosition(school)).toMatchObject({ due: 0, paidOut: share, owedBack: 0 })
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
  })

  it('charges a deduction to the campaign of a refund that is reported later', async () => {
    const first = await donate(school)
    const others = [await donate(well), await donate(well)]
    at.provider.addRefund(first, { amount: kobo(3_000_00), status: 'processed' })
    await settle([first, ...others], 3 * share - 3_000_00)
    expect(await listDifferences()).toMatchObject([{ kind: 'deduction-unexplained' }])

    await at.ledger.reconcileReversals()
    await reconcile()

    expect(await readPosition(well)).toMatchObject({ paidOut: 2 * share, owedBack: 0 })
    expect(await readPosition(school)).toMatchObject({ paidOut: share - 3_000_00, owedBack: 0 })
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
  })

  it('charges a deduction to another campaign when the main account paid for the first one’s refund', async () => {
    const first = await donate(school)
    const others = [await donate(well), await donate(well)]
    const ofWell = await refund(others[0] ?? '')
    at.provider.addRefund(first, { amount: kobo(2_000_00), status: 'processed' })
    await settle([first, ...others], 3 * share - 2_000_00)
    expect(await readPosition(school)).toMatchObject({ paidOut: share })

    at.provider.addBalanceChange({ difference: -3_000_00, causeId: ofWell })
    await mainDeductions(withMode()).bookMainDeductions()
    await at.ledger.reconcileReversals()
    await reconcile()

    expect(await readPosition(well)).toMatchObject({ paidOut: 2 * share })
    expect(await readPosition(school)).toMatchObject({ paidOut: share - 2_000_00 })
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
  })

  it.each([
    ['is open', { status: 'awaiting-merchant-feedback', resolution: null }, 3_000_00],
    ['was lost', { status: 'resolved', resolution: 'merchant-accepted' }, 2_000_00],
  ] as const)(
    'keeps the deduction of a dispute with its campaign that was reopened for less and %s',
    async (_, reopened, givenBack) => {
      const first = await donate(school)
      const others = [await donate(well), await donate(well)]
      const lost = { status: 'resolved', resolution: 'merchant-accepted' } as const
      const { disputeId } = at.provider.addDispute(first, { ...lost, refundAmount: kobo(3_000_00) })
      await at.ledger.reconcileReversals()
      await settle([first, ...others], 3 * share - 3_000_00)

      at.provider.updateDispute(disputeId, { ...reopened, refundAmount: kobo(1_000_00) })
      at.pass(1_000)
      await at.ledger.reconcileReversals()
      await reconcile()
      expect(await readPosition(well)).toMatchObject({ paidOut: 2 * share })
      expect(await readPosition(school)).toMatchObject({ paidOut: share - 3_000_00 })
      expect(await listDifferences()).toEqual([])
      expect(await findViolations()).toEqual([])

      await settle([await donate(well)], share + givenBack)
      expect(await readPosition(well)).toMatchObject({ due: 0, paidOut: 3 * share, owedBack: 0 })
      const paidOut = share - 3_000_00 + givenBack
      expect(await readPosition(school)).toMatchObject({ due: 0, paidOut, owedBack: 0 })
      expect(await listDifferences()).toEqual([])
      expect(await findViolations()).toEqual([])
    },
  )

  it('carries deductions that exceed it to the next ones', async () => {
    const paid = [await donate(school), await donate(school)]
    await settle(paid)
    for (const reference of paid) await refund(reference, 5_000_00)
    await settle([await donate(well)], 0)
    await settle([await donate(well)], 0)
    await settle([await donate(well)], share - (10_000_00 - 2 * share))

    expect(await readPosition(school)).toMatchObject({ due: 0, owedBack: 0 })
    expect(await readPosition(well)).toMatchObject({ due: 0, paidOut: 3 * share })
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
  })
})

describe('while the provider ignores the filter of its list, a settlement', () => {
  beforeEach(() => {
    const { listSince } = at.payments.settlements
    at.payments.settlements.listSince = (from, _party, onUnreadable) =>
      listSince(from, undefined, onUnreadable)
  })

  it.each([share - 1, share + 1, 4_000_00])(
    'of the owner whose sum is %s is not paid to Ajo',
    async (total) => {
      await settle([await donate()], total, { total: kobo(total), deductions: kobo(0) })
      expect(await readPosition()).toMatchObject({ paidOut: total })
      expect(await listDifferences()).toMatchObject([{ kind: 'settlement-differs' }])
    },
  )

  it('of several sub-accounts is Ajo’s, also when a corrected fee has changed Ajo’s part since', async () => {
    const bankAccount = { ...well.bankAccount, subAccountCode: 'ACCT_test0000000002' }
    const references = [await donate(), await donate({ ...school, bankAccount }, kobo(100_00))]
    const [first = ''] = references
    const split = { provider: kobo(275_00), main: kobo(-199_00), subAccount: kobo(share) }
    at.provider.pay(first, { fees: kobo(275_00), split })
    await at.donations.verifyPayment(first, 'sweep')
    await settle(references, 0, { total: kobo(2_00), subAccountCode: null })

    expect(await readPosition()).toMatchObject({ due: share, paidOut: 0 })
    expect(await readPosition(school)).toMatchObject({ paidOut: 0 })
    expect(await listDifferences()).toMatchObject([{ kind: 'settlement-differs' }])
    expect((await findViolations()).map(({ name }) => name)).toEqual([
      'the provider split the payment as it was quoted',
    ])
  })

  it('that lists no payments yet is left open', async () => {
    const reference = await donate()
    const pending = { total: kobo(share), effective: kobo(share), deductions: kobo(0) }
    const { settlementId } = await settle([], share, { ...pending, status: 'pending' })
    await settle([reference], share, { ...pending, settlementId, subAccountCode: null })
    expect(await readPosition()).toMatchObject({ due: 0, paidOut: share })
    expect(await listDifferences()).toEqual([])
  })

  it('whose payments name no sub-account is that of their donations', async () => {
    const reference = await donate()
    at.provider.updatePayment(reference, { subAccountCode: null })
    await settle([reference], share - 1, { total: kobo(share - 1), deductions: kobo(0) })
    expect(await readPosition()).toMatchObject({ paidOut: share - 1 })
  })
})
