import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { campaignOfAda, listBalances, freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { bookEntry } from '../ledger/book-entry.ts'
import { toPostings } from '../ledger/chart.ts'
import { mainDeductions, payoutSummary } from './payouts.ts'
import { settlementReconciliation } from './settlements.ts'

const { at, database } = await freshLedger()
const share = 4_924_00

const withMode = () => ({ ...at.deps, mode: at.payments.mode })
const reconcile = () => settlementReconciliation(withMode()).reconcileSettlements()
const deduct = () => mainDeductions(withMode()).bookMainDeductions()
const readPosition = async () => (await payoutSummary(withMode(), campaignOfAda.id)).payouts

async function refund(reference: string, amount = kobo(5_000_00)) {
  const made = at.provider.addRefund(reference, { amount, status: 'processed' })
  await at.ledger.reconcileReversals()
  return made
}

const listDifferences = () =>
  database.rows(
    z.object({
      kind: z.string(),
      ours: z.nullable(z.string()),
      theirs: z.nullable(z.string()),
    }),
    sql`select kind, ours, theirs from ledger_difference where state = 'open' order by kind, key`,
  )
const findViolations = async () => (await at.ledger.checkLedger()).findings

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
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
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
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
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
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
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
    await refund(first, kobo(3_000_00))
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
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
  })

  it('that the provider deducts from the main account is booked from its balance, once', async () => {
    const { refundId } = await refund(await at.donate())
    at.provider.addBalanceChange({ difference: -5_000_00, causeId: refundId })
    at.pass(2 * 86_400_000)
    expect(await deduct()).toBe(1)
    expect(await deduct()).toBe(0)
    const row = await database.row(
      z.object({ clearing: z.int() }),
      sql`select sum(donor_clearing_kobo)::bigint as clearing from ledger_entry`,
    )
    expect(row).toEqual({ clearing: 0 })
    expect(await listDifferences()).toEqual([])
    expect(await findViolations()).toEqual([])
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
