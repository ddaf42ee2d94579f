import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { campaignOfAda, listBalances, freshLedger } from '#test/support/money/ledger.ts'

import { toPostings } from './chart.ts'
import { bookEntry, lockPosition, type NewEntry } from './book-entry.ts'
import { settlementInvariants } from './ledger-check.ts'

const { at, database } = await freshLedger()

const campaignId = campaignOfAda.id
const mode = 'sandbox' as const
/** What is left of ₦5,000 after the provider's ₦75 and the platform's ₦1. */
const share = 4_924_00

async function refund(reference: string, amount: number) {
  at.pass(1)
  const refunded = at.provider.addRefund(reference, { amount: kobo(amount), status: 'processed' })
  await at.ledger.applyRefund({ refund: refunded, source: 'webhook', askedAt: at.clock.now })
}

const book = (entry: Pick<NewEntry, 'kind' | 'postings'> & Partial<NewEntry>, key = '1') =>
  database.transaction((queries) =>
    bookEntry({ mode, now: () => at.clock.now }, queries, {
      effectKey: `${entry.kind}:${mode}:${key}`,
      campaignId,
      memo: null,
      effectiveAt: at.clock.now,
      source: 'sweep',
      ...entry,
    }),
  )

const payOut = (gross: number, deducted = 0, key = '1') =>
  book({ kind: 'payout', postings: toPostings.payout({ gross, deducted }) }, key)

const hold = (key = '1') =>
  database.transaction(async (queries) => {
    const position = await lockPosition(queries, { campaignId, mode })
    return bookEntry({ mode, now: () => at.clock.now }, queries, {
      kind: 'hold',
      effectKey: `hold:${mode}:${key}`,
      campaignId,
      postings: toPostings.hold(position),
      memo: 'under review',
      effectiveAt: at.clock.now,
      source: 'admin',
    })
  })

/** The entries of these tests belong to no settlement, hold or list of the provider. */
const ownRecords = new Set(settlementInvariants.flatMap(({ names }) => names))
const findFindings = async () =>
  (await at.ledger.checkLedger()).findings.filter(({ name }) => !ownRecords.has(name))

describe('an entry that is no charge', () => {
  it('is booked once when 32 workers book it at the same time, and changes all totals once', async () => {
    await at.donate()

    const outcomes = await Promise.all(Array.from({ length: 32 }, () => payOut(share)))

    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await listBalances(database)).toEqual({ providerBalance: 1_00, platformRevenue: -1_00 })
    expect(await findFindings()).toEqual([])
  })

  it('leaves no account overdrawn when 32 workers book payouts, reversals, holds and donations at the same time', async () => {
    const references = []
    for (let number = 0; number < 8; number++) references.push(await at.donate())

    await Promise.all([
      ...references.map((reference) => refund(reference, 5_000_00)),
      ...references.map((_, number) => payOut(share, 0, `p${number}`)),
      ...references.map((_, number) => hold(`h${number}`)),
      ...references.map(() => at.donate()),
    ])

    const balances = await listBalances(database)
    expect(balances.payableDue ?? 0).toBeLessThanOrEqual(0)
    expect(balances.payableHeld ?? 0).toBeLessThanOrEqual(0)
    expect(balances.ownerReceivable ?? 0).toBeGreaterThanOrEqual(0)
    expect(balances).toMatchObject({ donorClearing: -8 * 5_000_00 })
    expect(await findFindings()).toEqual([])
  })

  it('is refused when it overdraws a position, and changes nothing', async () => {
    await at.donate()
    const before = await listBalances(database)

    const claim = { memo: 'gone', source: 'admin' as const }
    await expect(
      book({ kind: 'write_off', postings: toPostings.writeOff(1), ...claim }),
    ).rejects.toThrow('overdraws')

    expect(await listBalances(database)).toEqual(before)
  })

  it('needs a donation of its campaign', async () => {
    const entry = { kind: 'deduction', postings: toPostings.deduction(1) } as const
    await expect(book(entry)).rejects.toThrow('needs a donation')
  })
})
