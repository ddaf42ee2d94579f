import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { campaignOfAda, listBalances, freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import type { ProviderRefund } from '../../providers/payments/payments.ts'
import { toPostings } from './chart.ts'
import { bookEntry, lockPosition, type NewEntry } from './book-entry.ts'
import { settlementInvariants } from './ledger-check.ts'

const { at, database } = await freshLedger()

const campaignId = campaignOfAda.id
const mode = 'sandbox' as const
const memo = 'The account was closed.'
/** What is left of ₦5,000 after the provider's ₦75 and the platform's ₦1. */
const share = 4_924_00
let number = 0

async function donate() {
  at.pass(1)
  return at.donate('donor@example.com')
}

async function report(refund: ProviderRefund, status: 'processed' | 'failed') {
  at.pass(1)
  const askedAt = at.clock.now
  await at.ledger.applyRefund({ refund: { ...refund, status }, source: 'webhook', askedAt })
}

async function refund(reference: string, amount = 5_000_00) {
  const refunded = at.provider.addRefund(reference, { amount: kobo(amount), status: 'processed' })
  await report(refunded, 'processed')
  return refunded
}

const book = (entry: Pick<NewEntry, 'kind' | 'postings'> & Partial<NewEntry>) =>
  database.transaction((queries) =>
    bookEntry({ mode, now: () => at.clock.now }, queries, {
      effectKey: `${entry.kind}:${mode}:${++number}`,
      campaignId,
      memo: null,
      effectiveAt: at.clock.now,
      source: 'sweep',
      ...entry,
    }),
  )

const payOut = (gross: number, key = ++number) => {
  const postings = toPostings.payout({ gross, deducted: 0 })
  return book({ kind: 'payout', postings, effectKey: `payout:${mode}:${key}` })
}

const hold = () =>
  database.transaction(async (queries) => {
    const position = await lockPosition(queries, { campaignId, mode })
    return bookEntry({ mode, now: () => at.clock.now }, queries, {
      kind: 'hold',
      effectKey: `hold:${mode}:${++number}`,
      campaignId,
      postings: toPostings.hold(position),
      memo: 'under review',
      effectiveAt: at.clock.now,
      source: 'admin',
    })
  })

async function writeOff(amount: number) {
  await book({ kind: 'write_off', postings: toPostings.writeOff(amount), memo, source: 'admin' })
  await database.run(sql`
    insert into audit_log (id, uid, action, subject, reason, at)
    values (gen_random_uuid(), 'admin', 'write-off', ${`campaign ${campaignId}`}, ${memo}, now())`)
}

/** What the owner is owed and owes, and what Ajo lost. */
async function listPosition() {
  const { payableDue = 0, ownerReceivable = 0, platformLoss = 0 } = await listBalances(database)
  return { payableDue, ownerReceivable, platformLoss }
}

/** The entries of these tests belong to no settlement, hold or list of the provider. */
const ownRecords = new Set(settlementInvariants.flatMap(({ names }) => names))
const findFindings = async () =>
  (await at.ledger.checkLedger()).findings.filter(({ name }) => !ownRecords.has(name))

describe('an entry that is no charge', () => {
  it('is booked once when 32 workers book it at the same time, and changes all totals once', async () => {
    await at.donate()

    const outcomes = await Promise.all(Array.from({ length: 32 }, () => payOut(share, 1)))

    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await listBalances(database)).toEqual({ providerBalance: 1_00, platformRevenue: -1_00 })
    expect(await findFindings()).toEqual([])
  })

  it('leaves no account overdrawn when 32 workers book payouts, reversals, holds and donations at the same time', async () => {
    const references = []
    for (let number = 0; number < 8; number++) references.push(await at.donate())

    await Promise.all([
      ...references.map((reference) => refund(reference, 5_000_00)),
      ...references.map(() => payOut(share)),
      ...references.map(() => hold()),
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

describe('a refund that was written off and fails later', () => {
  it('credits the owner with what exceeds the sum that was written off', async () => {
    const reference = await donate()
    const other = await donate()
    await payOut(share)
    const one = await refund(reference)
    const two = await refund(other)
    await writeOff(10_000_00 - share)

    await report(one, 'failed')
    expect(await listPosition()).toMatchObject({ payableDue: 0, platformLoss: 5_000_00 - share })
    await report(two, 'failed')

    expect(await listPosition()).toEqual({
      payableDue: -share,
      ownerReceivable: 0,
      platformLoss: 0,
    })
    expect(await findFindings()).toEqual([])
  })

  it('leaves what the owner owes since then', async () => {
    const [reference, other] = [await donate(), await donate()]
    await payOut(2 * share)
    const refunded = await refund(reference)
    await writeOff(5_000_00)
    await refund(other, 1_000_00)

    await report(refunded, 'failed')

    expect(await listPosition()).toEqual({
      payableDue: 0,
      ownerReceivable: 1_000_00,
      platformLoss: 0,
    })
    expect(await findFindings()).toEqual([])
  })
})

describe('a loss that was written off', () => {
  it('is not repaid by later donations and payouts', async () => {
    const reference = await donate()
    await payOut(share)
    await refund(reference)
    await writeOff(5_000_00)

    await donate()

    expect(await listPosition()).toMatchObject({ payableDue: -share, platformLoss: 5_000_00 })
  })

  it('is not repaid by a refund that was made after it and fails', async () => {
    const reference = await donate()
    await payOut(share)
    await refund(reference)
    await writeOff(5_000_00)
    const later = await refund(await donate(), 1_000_00)

    await report(later, 'failed')

    expect(await listPosition()).toMatchObject({ payableDue: -share, platformLoss: 5_000_00 })
    expect(await findFindings()).toEqual([])
  })

  it('stays when a lost dispute takes the place of the refund, and ends when it is won', async () => {
    const reference = await donate()
    await payOut(share)
    const refunded = await refund(reference)
    await writeOff(5_000_00)
    const dispute = at.provider.addDispute(reference, {
      status: 'resolved',
      resolution: 'merchant-accepted',
      refundAmount: kobo(5_000_00),
    })
    const apply = (change: Partial<typeof dispute>) => {
      at.pass(1)
      const askedAt = at.clock.now
      return at.ledger.applyDispute({
        dispute: { ...dispute, ...change },
        source: 'webhook',
        askedAt,
      })
    }
    await apply({})

    await report(refunded, 'failed')
    expect(await listPosition()).toMatchObject({ payableDue: 0, platformLoss: 5_000_00 })
    await apply({ resolution: 'declined' })

    expect(await listPosition()).toEqual({ payableDue: 0, ownerReceivable: 0, platformLoss: 0 })
    expect(await findFindings()).toEqual([])
  })
})

/** A history of donations, payouts, refunds that fail and are processed again, and write-offs. Answers what the owner is still due. */
async function playHistory(next: (limit: number) => number) {
  const refunds: { refund: ProviderRefund; isProcessed: boolean }[] = []
  let due = 0
  const refundNew = async () => {
    const reference = await donate()
    due += share
    if (next(2) === 0) await payOutAll()
    refunds.push({ refund: await refund(reference, 2_500_00), isProcessed: true })
  }
  const payOutAll = async () => {
    const { payableDue } = await listPosition()
    if (payableDue < 0) await payOut(-payableDue)
    due += payableDue
  }
  const toggle = async () => {
    const chosen = refunds[next(refunds.length)]
    if (!chosen) return
    chosen.isProcessed = !chosen.isProcessed
    await report(chosen.refund, chosen.isProcessed ? 'processed' : 'failed')
  }
  const giveUp = async () => {
    const { ownerReceivable } = await listPosition()
    if (ownerReceivable > 0) await writeOff(ownerReceivable)
  }
  for (let turn = 0; turn < 20; turn++) {
    at.pass(1)
    await [refundNew, payOutAll, toggle, toggle, giveUp][next(5)]?.()
  }
  for (const { refund: each, isProcessed } of refunds) if (isProcessed) await report(each, 'failed')
  return due
}

it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'no loss is left when all refunds of a history have failed (seed %i)',
  async (seed) => {
    const due = await playHistory(toRandom(seed * 7_919))

    const { payableDue, ownerReceivable, platformLoss } = await listPosition()
    expect([platformLoss, ownerReceivable + payableDue + due]).toEqual([0, 0])
    expect(await findFindings()).toEqual([])
  },
)

function toRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % Math.max(limit, 1)
  }
}
