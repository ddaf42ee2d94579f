import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'
import { withoutCaps } from '#test/support/money/ledger.ts'
import { addCampaigns, openMoneyWorld } from '#test/support/money/money-world.ts'
import { ada } from '#test/support/people/people.ts'
import { openTransferWorld } from '#test/support/money/transfer-world.ts'

import { sql } from '../../platform/database/sql.ts'
import { feeBearers, type FeeBearer } from '../../providers/payments/payments.ts'
import { payoutSummary } from './payouts.ts'
import { findQuarantined, resolvePayment } from '../../staff/admin/quarantine.ts'

const { database } = await freshDatabase()

/** The provider debits refunds from the main account, so that no payout ever gets smaller. */
async function openWorld(bearer: FeeBearer) {
  const world = openMoneyWorld(database, bearer)
  world.sandbox.faults.set({ behaviour: { refundDebits: 'main' } })
  const { campaigns, accounts } = await addCampaigns(world, 0)
  const [one] = campaigns
  if (!one) throw new Error('no campaign')
  const { campaign } = one
  const [{ code }] = accounts
  const { pass, pay } = world
  const start = (email: string, amount = kobo(10_000_00)) =>
    world.start(email, { campaign, form: { amount } })
  const settle = async () => {
    pass(24)
    await world.sandbox.settle([code])
    await world.sandbox.settle([null])
    pass(1)
    await world.reconcileSettlements()
    await world.bookMainDeductions()
  }
  const refund = async (reference: string, amount: number) => {
    await refundAtProvider(world.payments, reference, amount)
    await world.sandbox.processDue()
    pass(1)
    await world.sandbox.processDue()
    pass(1)
    await world.sandbox.processDue()
    await world.ledger.reconcileReversals()
    pass(48)
    await world.bookMainDeductions()
  }
  const summary = () => payoutSummary(world.ledgerDeps, campaign.id)
  return { world, start, pay, settle, refund, summary }
}

const readTerms = (reference: string) =>
  database.row(
    z.object({ charge: z.int(), recovered: z.int(), paid: z.int() }),
    sql`select transaction_charge_kobo as charge, recovered_kobo as recovered, known.amount_kobo as paid
        from donation join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
        where reference = ${reference}`,
  )

describe('what an organiser owes', () => {
  it('is left to the payouts while the provider may still deduct it from them', async () => {
    const { world, start, pay, settle, refund } = await openWorld('subaccount')
    world.sandbox.faults.set({ behaviour: { refundDebits: 'subaccount' } })
    const first = await pay(await start('one@example.com'))
    await settle()
    await refund(first, 1_000_00)
    const second = await pay(await start('two@example.com'))
    expect(await readTerms(second)).toMatchObject({ recovered: 0 })
  })

  it.each(feeBearers)(
    'is recovered by half of the share of each new donation, bearer %s',
    async (bearer) => {
      const { world, start, pay, settle, refund, summary } = await openWorld(bearer)
      const first = await pay(await start('one@example.com'))
      await settle()
      await refund(first, 10_000_00)
      expect((await summary()).payouts).toMatchObject({ due: 0, owedBack: 10_000_00 })

      const second = await pay(await start('two@example.com', kobo(12_000_00)))
      const terms = await readTerms(second)
      const recovered = terms?.recovered ?? 0
      // The fee is 280 naira and Ajo's charge 1 naira.
      expect(recovered).toBe((12_000_00 - 280_00 - 1_00) / 2)
      expect(terms).toMatchObject({ paid: 12_000_00 })
      await settle()
      const { sums, payouts } = await summary()
      expect(payouts).toMatchObject({ due: 0, held: 0, owedBack: 10_000_00 - recovered })
      expect(sums).toMatchObject({ raised: 12_000_00 })

      // The last one takes no more than what is left.
      const left = 10_000_00 - recovered
      const third = await pay(await start('three@example.com', kobo(20_000_00)))
      expect(await readTerms(third)).toMatchObject({ recovered: left })
      const fourth = await pay(await start('four@example.com'))
      expect(await readTerms(fourth)).toMatchObject({ recovered: 0 })
      await settle()
      expect((await summary()).payouts).toMatchObject({ due: 0, held: 0, owedBack: 0 })

      const { main, subAccounts } = await world.sandbox.getHoldings()
      const balance = await database.row(
        z.object({ kobo: z.int() }),
        sql`select sum(provider_balance_kobo)::bigint as kobo from ledger_entry`,
      )
      expect(balance).toEqual({ kobo: main + subAccounts })
      const differences = await database.rows(
        z.object({ kind: z.string() }),
        sql`select kind from ledger_difference where state = 'open'`,
      )
      expect(differences).toEqual([])
      expect((await world.ledger.checkLedger()).findings).toEqual([])
    },
  )

  it('is not taken twice by checkouts that are open at the same time', async () => {
    const { world, start, pay, settle, refund, summary } = await openWorld('subaccount')
    const first = await pay(await start('one@example.com'))
    await settle()
    await refund(first, 1_000_00)

    const second = await start('two@example.com')
    const third = await start('three@example.com')
    await pay(third)
    await pay(second)
    expect(await readTerms(second.reference)).toMatchObject({ recovered: 1_000_00 })
    expect(await readTerms(third.reference)).toMatchObject({ recovered: 0 })
    expect((await summary()).payouts).toMatchObject({ owedBack: 0 })
    expect((await world.ledger.checkLedger()).findings).toEqual([])
  })

  it('is not taken twice by 64 checkouts that are opened at the same moment', async () => {
    const { start, pay, settle, refund, summary } = await openWorld('subaccount')
    const first = await pay(await start('one@example.com'))
    await settle()
    await refund(first, 1_000_00)
    await Promise.all(
      Array.from({ length: 64 }, (_, index) => start(`donor-${index}@example.com`, kobo(1_500_00))),
    )
    const rows = await database.rows(
      z.object({ recovered: z.int() }),
      sql`select recovered_kobo as recovered from donation where recovered_kobo > 0`,
    )
    expect(rows.reduce((sum, { recovered }) => sum + recovered, 0)).toBe(1_000_00)
    expect((await summary()).payouts).toMatchObject({ due: 0, owedBack: 1_000_00 })
  })

  it('is recovered once when a payment is reported again', async () => {
    const { world, start, pay, settle, refund, summary } = await openWorld('subaccount')
    const first = await pay(await start('one@example.com'))
    await settle()
    await refund(first, 1_000_00)
    const second = await pay(await start('two@example.com'))
    const before = (await summary()).payouts
    await world.donations.verifyPayment(second, 'sweep')
    await world.donations.verifyPayment(second, 'webhook')
    expect((await summary()).payouts).toEqual(before)
    expect(before).toMatchObject({ owedBack: 0 })
  })
})

const dayMs = 86_400_000

it('a settlement that is smaller by a doubled transfer that was sent back has no difference, and neither has the next refund', async () => {
  const at = await openTransferWorld(database)
  at.sandbox.faults.set({ behaviour: { refundDebits: 'subaccount' } })
  const pass = async () => {
    at.clock.now = new Date(at.clock.now.getTime() + dayMs)
    await at.sandbox.processDue()
    await at.donations.reconcilePayments()
    await at.ledger.reconcileReversals()
  }
  const settle = async () => {
    await at.sandbox.settle()
    await at.reconcileSettlements()
  }
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await pass()
  await settle()
  await sendBack(at)
  const { reference } = await at.send({ amount: 20_000_00, sessionId: '000124' })
  await pass()
  await pass()
  await settle()
  expect(await listDifferences()).toEqual([])
  expect((await at.ledger.checkLedger()).findings).toEqual([])

  await refundAtProvider(at.payments, reference, 3_000_00)
  await at.send({ amount: 9_000_00, sessionId: '000125' })
  await pass()
  await pass()
  await settle()
  expect(await listDifferences()).toEqual([])
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})

it('a doubled transfer whose refund failed after it was deducted, and was made again, has no finding', async () => {
  const at = await openTransferWorld(database)
  const pass = async () => {
    await at.bookMainDeductions()
    at.clock.now = new Date(at.clock.now.getTime() + dayMs)
    await at.sandbox.processDue()
    await at.donations.reconcilePayments()
    await at.ledger.reconcileReversals()
    await at.bookMainDeductions()
  }
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await pass()
  at.sandbox.faults.set({ behaviour: { refundDebits: 'main', refundEnd: 'failed' } })
  await sendBack(at)
  await pass()
  await pass()
  expect(await listStates()).toEqual([{ state: 'open', failed: 1 }])
  at.sandbox.faults.set({ behaviour: { refundDebits: 'main' } })
  await sendBack(at)
  await pass()
  await pass()
  expect(await listStates()).toEqual([{ state: 'refunded', failed: 1 }])
  at.clock.now = new Date(at.clock.now.getTime() + 10 * dayMs)
  await at.bookMainDeductions()
  await at.ledger.compareWithProvider()
  expect(await listDifferences()).toEqual([])
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})

const listStates = () =>
  database.rows(
    z.object({ state: z.string(), failed: z.int() }),
    sql`select state, (select count(*)::integer from provider_refund where status = 'failed') as failed from quarantined_payment`,
  )

async function sendBack(at: Awaited<ReturnType<typeof openTransferWorld>>) {
  const found = await database.row(
    z.object({ id: z.string() }),
    sql`select id from quarantined_payment`,
  )
  const row = await findQuarantined(at.deps, found?.id ?? '')
  if (!row) throw new Error('nothing is quarantined')
  const outbox = { enqueue: async () => {} }
  const open = { exposures: withoutCaps(at.deps), secondPersonAbove: kobo(1e15) }
  const deps = { ...at.deps, ...open, donations: at.donations, outbox }
  await resolvePayment(deps, row, { resolution: 'refund', uid: ada.uid, reason: 'Sent twice' })
}

/** But for the transfer that was paid out although it was not counted, which an admin has decided about. */
const listDifferences = () =>
  database.rows(
    z.object({ scope: z.string(), kind: z.string(), key: z.string() }),
    sql`select scope, kind, key from ledger_difference where state = 'open' and kind like 'deduction-%'`,
  )
