import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { booked, campaignOfAda, listBalances } from '#test/support/money/ledger.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'
import { openTransferWorld } from '#test/support/money/transfer-world.ts'

const { at, database } = await freshOn(({ database }) => openTransferWorld(database))

const donationSchema = z.object({
  reference: z.string(),
  name: z.string(),
  state: z.string(),
  amount: z.int(),
  platform: z.int(),
  late: z.boolean(),
})
const donations = () =>
  database.rows(
    donationSchema,
    sql`select reference, donor_name as name, state, amount_kobo as amount, platform_kobo as platform, paid_after_end as late
        from donation order by created_at`,
  )

const quarantined = async () =>
  (
    await database.rows(
      z.object({ reason: z.string() }),
      sql`select reason from quarantined_payment order by reason`,
    )
  ).map(({ reason }) => reason)

describe('a transfer to an account number of a campaign', () => {
  it('becomes a donation with the sender’s name and the transfer fee', async () => {
    const { reference } = await at.send({ amount: 20_000_00, senderName: 'AMINA  BELLO' })

    expect(await at.donations.verifyPayment(reference, 'webhook')).toBe('counted')
    expect(await donations()).toEqual([
      {
        reference,
        name: 'AMINA BELLO',
        state: 'paid',
        amount: 20_000_00,
        platform: 0,
        late: false,
      },
    ])
    expect(await booked(database)).toEqual({ entries: 1, raised: 20_000_00, balance: 0 })
    const [entry] = await database.rows(
      z.object({ fee: z.int(), owner: z.int() }),
      sql`select fee_kobo as fee, owner_kobo as owner from ledger_entry`,
    )
    expect(entry).toEqual({ fee: 200_00, owner: 19_800_00 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is booked once when the webhook is repeated and the sweep sees it', async () => {
    const { reference } = await at.send({ amount: 5_000_00 })

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => at.donations.verifyPayment(reference, 'webhook')),
    )
    await at.donations.reconcilePayments()

    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(1)
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await quarantined()).toEqual([])
  })

  it('is counted and reversed when it was sent back before the first report', async () => {
    const { reference } = await at.send({ amount: 5_000_00 })
    await refundAtProvider(at.payments, reference, 5_000_00)
    for (let step = 0; step < 3; step++) {
      at.clock.now = new Date(at.clock.now.getTime() + 60_000)
      await at.sandbox.processDue()
    }

    expect(await at.payments.verify(reference)).toMatchObject({ status: 'reversed' })
    expect(await at.donations.reconcilePayments()).toMatchObject({ counted: 1, quarantined: 0 })
    expect(await quarantined()).toEqual([])
  })

  it('counts two transfers of one sender as two donations of one donor', async () => {
    await at.send({ amount: 5_000_00, sessionId: '0001' })
    await at.send({ amount: 5_000_00, sessionId: '0002' })
    await at.donations.reconcilePayments()

    expect(await booked(database)).toMatchObject({ entries: 2, raised: 10_000_00 })
    const [totals] = await database.rows(
      z.object({ donors: z.int() }),
      sql`select sum(donor_count)::integer as donors from campaign_total`,
    )
    expect(totals).toEqual({ donors: 1 })
  })

  it('counts one session once, also when the provider reports it under two references', async () => {
    await at.send({ amount: 5_000_00, sessionId: '000123' })
    await at.send({ amount: 5_000_00, sessionId: '000123' })
    await at.donations.reconcilePayments()
    await at.donations.reconcilePayments()

    expect(await booked(database)).toMatchObject({ entries: 2, raised: 5_000_00, balance: 0 })
    expect(await quarantined()).toEqual(['same-session'])
  })

  it.each([
    ['below the minimum', 49_99, 'below-minimum'],
    ['above the maximum', 10_000_000_01, 'above-maximum'],
  ])('is quarantined %s', async (_name, amount, reason) => {
    await at.send({ amount })
    await at.donations.reconcilePayments()

    expect(await donations()).toEqual([])
    expect(await quarantined()).toEqual([reason])
    expect(await booked(database)).toEqual({ entries: 1, raised: 0, balance: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is in the clearing account until the provider pays it out when it is quarantined, also when no donation follows', async () => {
    await at.send({ amount: 49_99 })
    await at.donations.reconcilePayments()
    expect(await listBalances(database)).toEqual({ providerBalance: 49_49, unidentified: -49_49 })

    at.clock.now = new Date(at.clock.now.getTime() + 86_400_000)
    await at.sandbox.settle()
    await at.reconcileSettlements()

    expect(await listBalances(database)).toEqual({})
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    const open = await database.rows(
      z.object({ key: z.string() }),
      sql`select key from ledger_difference where state = 'open'`,
    )
    expect(open).toEqual([])
  })

  it('is only counted for an account number that is not ours', async () => {
    await database.run(sql`update campaign_account_number set customer_code = 'CUS_another'`)
    await at.send({ amount: 5_000_00 })
    await at.donations.reconcilePayments()

    expect(await quarantined()).toEqual([])
    expect(await booked(database)).toMatchObject({ entries: 0 })
    const others = await database.rows(
      z.object({ kobo: z.int() }),
      sql`select amount_kobo as kobo from other_payment`,
    )
    expect(others).toEqual([{ kobo: 5_000_00 }])
  })

  it('is quarantined when it was paid out to an account that is not the campaign’s', async () => {
    const other = await at.addSubAccount()
    await at.payments.accountNumbers.setSubAccount(at.account.number, other)
    await at.send({ amount: 5_000_00 })
    await at.donations.reconcilePayments()

    expect(await quarantined()).toEqual(['sub-account'])
    expect(await booked(database)).toEqual({ entries: 1, raised: 0, balance: 0 })
  })

  it('is quarantined when the campaign was deleted', async () => {
    at.campaigns.delete(campaignOfAda.id)
    await at.send({ amount: 5_000_00 })
    await at.donations.reconcilePayments()

    expect(await quarantined()).toEqual(['campaign-deleted'])
  })

  it('counts after the campaign’s end and is marked as late', async () => {
    at.clock.now = new Date('2026-06-02T09:00:00Z')
    await at.send({ amount: 5_000_00 })
    await at.donations.reconcilePayments()

    expect(await donations()).toMatchObject([{ state: 'paid', late: true }])
  })

  it('is sent back by the bank once the provider has the number back', async () => {
    await at.payments.accountNumbers.unassign(at.account.providerId)
    expect(
      await at.sandbox.transfer({ accountNumber: at.account.number, amount: 5_000_00 }),
    ).toEqual({ kind: 'rejected', reason: 'Unknown account number' })
  })

  it('stores the sender in the donation only, and not in a quarantined payment', async () => {
    await at.send({ amount: 10_00, senderName: 'SECRET SENDER' })
    await at.donations.reconcilePayments()

    const [row] = await database.rows(
      z.object({ seen: z.string() }),
      sql`select seen::text as seen from quarantined_payment`,
    )
    expect(row?.seen).not.toContain('SECRET')
    expect(row?.seen).toContain(at.account.number)
  })

  it('agrees with the provider in the daily comparison', async () => {
    await at.send({ amount: 5_000_00 })
    await at.donations.reconcilePayments()
    at.clock.now = new Date(at.clock.now.getTime() + 2 * 86_400_000)

    const { findings, checks } = await at.ledger.compareWithProvider({ isForced: true })
    expect(findings).toEqual([])
    expect(checks).toBeGreaterThan(0)
  })

  it('is refunded like a donation by the form', async () => {
    const { reference } = await at.send({ amount: 5_000_00 })
    await at.donations.verifyPayment(reference, 'webhook')
    await refundAtProvider(at.payments, reference, 5_000_00)
    for (let step = 0; step < 3; step++) {
      at.clock.now = new Date(at.clock.now.getTime() + 60_000)
      await at.sandbox.processDue()
    }
    await at.donations.verifyRefunds(reference, 'webhook')

    expect(await booked(database)).toMatchObject({ entries: 2, raised: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})
