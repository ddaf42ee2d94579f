import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { campaignOfAda, listBalances, freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { toPostings } from './chart.ts'
import { bookEntry, lockPosition, type NewEntry, platformCampaign } from './book-entry.ts'
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

describe('a reversal after the payout', () => {
  it('is owed by the owner, and recovered by the next payout', async () => {
    const reference = await at.donate()
    await payOut(share)
    await refund(reference, 5_000_00)
    expect(await listBalances(database)).toEqual({
      providerBalance: 1_00,
      platformRevenue: -1_00,
      ownerReceivable: 5_000_00,
      donorClearing: -5_000_00,
    })

    await at.donate()
    await at.donate()
    await payOut(2 * share, 5_000_00, '2')

    expect(await listBalances(database)).toEqual({ providerBalance: 3_00, platformRevenue: -3_00 })
    expect(await findFindings()).toEqual([])
  })

  it('is deducted from the main account while the owner owes it, until an admin writes the claim off', async () => {
    const reference = await at.donate()
    await payOut(share)
    await refund(reference, 5_000_00)

    await book({ kind: 'deduction', postings: toPostings.deduction(5_000_00) })
    expect(await listBalances(database)).toEqual({
      providerBalance: 1_00 - 5_000_00,
      platformRevenue: -1_00,
      ownerReceivable: 5_000_00,
    })

    const reason = { memo: 'The account was closed.', source: 'admin' as const }
    await book({ kind: 'write_off', postings: toPostings.writeOff(5_000_00), ...reason })
    await database.run(sql`
      insert into audit_log (id, uid, action, subject, reason, at)
      values (gen_random_uuid(), 'admin', 'write-off', ${`campaign ${campaignId}`}, ${reason.memo}, now())`)
    expect(await listBalances(database)).toEqual({
      providerBalance: 1_00 - 5_000_00,
      platformRevenue: -1_00,
      platformLoss: 5_000_00,
    })
    expect(await findFindings()).toEqual([])
  })
})

describe('a hold', () => {
  it('keeps what is due until it is released', async () => {
    await at.donate()
    await hold()
    expect(await listBalances(database, ['hold'])).toEqual({
      payableDue: share,
      payableHeld: -share,
    })

    const held = { payableDue: 0, payableHeld: -share, ownerReceivable: 0 }
    await book({ kind: 'release', postings: toPostings.release(held) })
    expect(await listBalances(database)).toMatchObject({ payableDue: -share })
  })

  it('pays for a reversal before the owner owes it', async () => {
    const reference = await at.donate()
    await hold()
    await refund(reference, 1_000_00)

    expect(await listBalances(database)).toMatchObject({ payableHeld: -(share - 1_000_00) })
    expect(await listBalances(database)).not.toHaveProperty('ownerReceivable')
  })
})

describe('an entry of the platform', () => {
  it('belongs to no campaign and no donation', async () => {
    const postings = toPostings.platformPayout(7_00)
    expect(await book({ kind: 'platform_payout', campaignId: platformCampaign, postings })).toBe(
      true,
    )

    expect(await listBalances(database)).toEqual({ providerBalance: -7_00, platformBank: 7_00 })
    expect(await findFindings()).toEqual([])
  })
})
