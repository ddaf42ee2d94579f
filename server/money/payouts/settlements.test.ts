import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { ProviderSettlement } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { campaignOfAda, listBalances } from '#test/support/money/ledger.ts'
import { freshPayouts, share } from '#test/support/money/payouts.ts'

import { sql } from '../../platform/database/sql.ts'
import { bookEntry } from '../ledger/book-entry.ts'
import { toPostings } from '../ledger/chart.ts'

const { at, database, ...payouts } = await freshPayouts()
const { deduct, findViolations, listDifferences, readPosition, reconcile, withMode } = payouts
const well = campaignOfAda
/** Another campaign of the same owner and bank account, and so of the same sub-account. */
const school = { ...campaignOfAda, id: randomUUID(), slug: 'a-school', title: 'A school' }

const donate = (campaign = well, amount = kobo(5_000_00)) =>
  at.donate(`${randomUUID()}@example.com`, { campaign, form: { amount } })

async function expectClean() {
  expect(await listDifferences()).toEqual([])
  expect(await findViolations()).toEqual([])
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

describe('a settlement', () => {
  it('is paid out when it succeeds, to the kobo, and only once', async () => {
    const references = [await at.donate(), await at.donate('two@example.com')]
    const settlement = at.provider.addSettlement(references, { status: 'processing' })
    await reconcile()
    expect(await readPosition()).toEqual({ due: 2 * share, held: 0, paidOut: 0, owedBack: 0 })

    at.provider.addSettlement(references, { settlementId: settlement.settlementId })
    await reconcile()
    await reconcile()
    expect(await readPosition()).toEqual({ due: 0, held: 0, paidOut: 2 * share, owedBack: 0 })
    await expectClean()
  })

  it('that fails after a success is taken back, and booked again when it succeeds later', async () => {
    const references = [await at.donate()]
    const { settlementId } = at.provider.addSettlement(references)
    const play = async (status: string) => {
      at.provider.addSettlement(references, { settlementId, status })
      await reconcile()
      return readPosition()
    }
    const paid = { due: 0, held: 0, paidOut: share, owedBack: 0 }
    const unpaid = { due: share, held: 0, paidOut: 0, owedBack: 0 }

    expect(await play('success')).toEqual(paid)
    expect(await play('failed')).toEqual(unpaid)
    expect(await play('success')).toEqual(paid)
    expect(await findViolations()).toEqual([])
  })

  it('with a lower number counts although a later one contains the same donation and failed', async () => {
    const references = [await at.donate()]
    at.provider.addSettlement(references, { settlementId: 2, status: 'failed' })
    at.provider.addSettlement(references, { settlementId: 1 })
    await reconcile()
    expect(await readPosition()).toMatchObject({ due: 0, paidOut: share })
  })

  it('of the main account pays out Ajo and not the owner', async () => {
    const references = [await at.donate(), await at.donate('two@example.com')]
    const main = { subAccountCode: null, total: kobo(2_00), effective: kobo(2_00) }
    at.provider.addSettlement(references, main)
    await reconcile()
    expect(await readPosition()).toMatchObject({ due: 2 * share, paidOut: 0 })
    const row = await database.row(
      z.object({ bank: z.int() }),
      sql`select sum(platform_bank_kobo)::bigint as bank from ledger_entry`,
    )
    expect(row).toEqual({ bank: 2_00 })
    await expectClean()
  })

  it('of another party is left to that party when the provider ignores the filter', async () => {
    const references = [await at.donate(), await at.donate('two@example.com')]
    at.provider.addSettlement(references)
    const main = { subAccountCode: null, total: kobo(2_00), effective: kobo(2_00) }
    at.provider.addSettlement(references, main)
    const { listSince } = at.payments.settlements
    at.payments.settlements.listSince = (from, _party, onUnreadable) =>
      listSince(from, undefined, onUnreadable)
    await reconcile()
    expect(await readPosition()).toMatchObject({ due: 0, paidOut: 2 * share })
    expect(await listDifferences()).toEqual([])
  })

  it('of a payment of another amount is read again when the payment is reported later', async () => {
    const reference = await at.start('donor@example.com')
    const [amount, fees, paid] = [kobo(4_000_00), kobo(160_00), kobo(3_839_00)]
    const split = { provider: fees, main: kobo(1_00), subAccount: paid }
    at.provider.pay(reference, { amount, requestedAmount: amount, fees, split })
    at.provider.addSettlement([reference], { total: paid, effective: paid })
    await reconcile()

    await at.donations.verifyPayment(reference, 'webhook')
    await reconcile()

    expect(await listBalances(database)).toEqual({ providerBalance: 1_00, providerFees: -1_00 })
    await expectClean()
  })

  it('whose sum differs from its lines is booked as paid, and reported', async () => {
    const references = [await at.donate()]
    at.provider.addSettlement(references, { total: kobo(4_000_00), effective: kobo(4_000_00) })
    await reconcile()
    expect(await readPosition()).toMatchObject({ due: 924_00, paidOut: 4_000_00 })
    expect(await listDifferences()).toEqual([
      { kind: 'settlement-differs', ours: '492400 NGN', theirs: '400000 NGN' },
    ])
    expect(await findViolations()).toEqual([])
  })
})

describe('a refund', () => {
  it('after the payout makes the owner owe it, and the next payout pays for it', async () => {
    const first = await at.donate()
    at.provider.addSettlement([first])
    await reconcile()
    await refund(first)
    expect(await readPosition()).toEqual({ due: 0, held: 0, paidOut: share, owedBack: 3_000_00 })

    const second = await at.donate('two@example.com')
    const paid = { deductions: kobo(3_000_00), effective: kobo(share - 3_000_00) }
    at.provider.addSettlement([second], paid)
    await reconcile()
    expect(await readPosition()).toEqual({
      due: 0,
      held: 0,
      paidOut: 2 * share - 3_000_00,
      owedBack: 0,
    })
    await expectClean()
  })

  it('that the provider deducts from the main account is booked from its balance, once', async () => {
    const refundId = await refund(await at.donate(), 5_000_00)
    at.provider.addBalanceChange({ difference: -5_000_00, causeId: refundId })
    at.pass(2 * 86_400_000)
    expect(await deduct()).toBe(1)
    expect(await deduct()).toBe(0)
    const row = await database.row(
      z.object({ clearing: z.int() }),
      sql`select sum(donor_clearing_kobo)::bigint as clearing from ledger_entry`,
    )
    expect(row).toEqual({ clearing: 0 })
    await expectClean()
  })

  it('that is deducted before it is known is booked when it is', async () => {
    const reference = await at.donate()
    const made = at.provider.addRefund(reference, { status: 'processed' })
    at.provider.addBalanceChange({ difference: -5_000_00, causeId: made.refundId })
    at.pass(2 * 86_400_000)
    expect(await deduct()).toBe(0)
    expect(await listDifferences()).toMatchObject([{ kind: 'deduction-without-entry' }])

    await at.ledger.reconcileReversals()
    expect(await deduct()).toBe(1)
    expect(await listDifferences()).toEqual([])
  })

  it('that Ajo paid in is unexplained until an admin books it', async () => {
    const pays = () => at.provider.addBalanceChange({ difference: 9_000_00, cause: 'other' })
    const topUp = (effectKey: string) =>
      database.transaction((queries) =>
        bookEntry(withMode(), queries, {
          kind: 'top_up',
          effectKey,
          campaignId: 'platform',
          postings: toPostings.topUp(9_000_00),
          memo: 'slip 7',
          effectiveAt: at.clock.now,
          source: 'admin',
        }),
      )
    pays()
    at.pass(2 * 86_400_000)
    await deduct()
    expect(await listDifferences()).toMatchObject([
      { kind: 'deduction-without-entry', theirs: '900000' },
    ])
    await topUp('top_up:sandbox:1')
    await deduct()
    expect(await listDifferences()).toEqual([])

    // An equal sum is another one.
    pays()
    at.pass(2 * 86_400_000)
    await deduct()
    expect(await listDifferences()).toHaveLength(1)
    await topUp('top_up:sandbox:2')
    await deduct()
    expect(await listDifferences()).toEqual([])
  })

  it('that explains no deduction is reported', async () => {
    const paid = { deductions: kobo(1_000_00), effective: kobo(share - 1_000_00) }
    at.provider.addSettlement([await at.donate()], paid)
    await reconcile()
    expect(await listDifferences()).toEqual([
      { kind: 'deduction-unexplained', ours: '0', theirs: '100000' },
    ])
  })
})

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
    await expectClean()
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
    await expectClean()
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
    await expectClean()
  })

  it('charges a deduction to another campaign when the main account paid for the first one’s refund', async () => {
    const first = await donate(school)
    const others = [await donate(well), await donate(well)]
    const ofWell = await refund(others[0] ?? '')
    at.provider.addRefund(first, { amount: kobo(2_000_00), status: 'processed' })
    await settle([first, ...others], 3 * share - 2_000_00)
    expect(await readPosition(school)).toMatchObject({ paidOut: share })

    at.provider.addBalanceChange({ difference: -3_000_00, causeId: ofWell })
    await deduct()
    await at.ledger.reconcileReversals()
    await reconcile()

    expect(await readPosition(well)).toMatchObject({ paidOut: 2 * share })
    expect(await readPosition(school)).toMatchObject({ paidOut: share - 2_000_00 })
    await expectClean()
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
      await expectClean()

      await settle([await donate(well)], share + givenBack)
      expect(await readPosition(well)).toMatchObject({ due: 0, paidOut: 3 * share, owedBack: 0 })
      const paidOut = share - 3_000_00 + givenBack
      expect(await readPosition(school)).toMatchObject({ due: 0, paidOut, owedBack: 0 })
      await expectClean()
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
    await expectClean()
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
