import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { payoutHolds } from '#server/money/payouts/payouts.ts'
import { startStop } from '#server/money/payouts/payout-stops.ts'
import { books } from '#server/staff/admin/books.ts'
import { exposureList } from '#server/staff/admin/money-lists.ts'
import { findQuarantined, resolvePayment } from '#server/staff/admin/quarantine.ts'
import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { withoutCaps } from '#test/support/money/ledger.ts'
import { addCampaigns, openMoneyWorld } from '#test/support/money/money-world.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'
import { reportEverything } from '#test/support/money/report-money.ts'
import { chidi, dada } from '#test/support/people/people.ts'

import { every, expectSameAfterKills } from './kill-steps.ts'
import { killableDatabase, killablePayments, killSwitch } from './kill-switch.ts'
import { ignoreRefused, stopReleases } from '#test/support/money/stop-releases.ts'

const { database, empty } = await testDatabase()

/** An organiser who owes ₦1,000 after a refund, a campaign whose payouts a reviewer stopped, and a payment of another amount. */
async function openWorld() {
  await empty()
  const world = openMoneyWorld(database, 'subaccount')
  world.sandbox.faults.set({ behaviour: { refundDebits: 'main' } })
  const { campaigns, accounts } = await addCampaigns(world, 0)
  const [{ campaign: indebted }, , { campaign: stopped }] = campaigns
  const reference = await world.donate('donor-0@example.com', { campaign: indebted })
  world.pass(24)
  await world.sandbox.settle([accounts[0].code])
  await refundAtProvider(world.payments, reference, 1_000_00)
  for (let turn = 0; turn < 3; turn++) {
    world.pass(24)
    await world.sandbox.processDue()
    await reportEverything(world)
  }
  const started = await world.start('donor-2@example.com', { campaign: stopped })
  await database.run(
    sql`update sandbox.transaction set amount = 400000 where reference = ${started.reference}`,
  )
  await world.pay(started)
  const { subAccountCode } = stopped.bankAccount
  const stop = { campaignId: stopped.id, kind: 'reviewer', subAccountCode, askedBy: chidi.uid }
  await database.transaction((queries) =>
    startStop(queries, { ...stop, kind: 'reviewer', at: world.clock.now }),
  )
  await world.applyPayoutHolds()
  return { ...world, indebted: indebted.id, stopped }
}
type World = Awaited<ReturnType<typeof openWorld>>

/** What two people do one after the other. Each repeats it until it is done, as a person does who got no answer. */
const acts = {
  owner_repayment: ({ indebted: campaignId }: World) => ({ campaignId, amount: kobo(300_00) }),
  write_off: ({ indebted: campaignId }: World) => ({ campaignId, amount: kobo(200_00) }),
  top_up: () => ({ amount: kobo(700_00) }),
}

async function play(at: World, power = killSwitch()) {
  const { ledgerDeps, deps: all, donations } = at
  const parts = {
    database: killableDatabase(database, power),
    payments: killablePayments(ledgerDeps.payments, power),
  }
  const deps = { ...ledgerDeps, ...parts }
  const list = exposureList({
    ...deps,
    caps: { perCampaign: 0, perOwner: 0, inTotal: 0 },
    secondPersonAbove: kobo(0),
    exposures: withoutCaps(deps),
  })
  for (const kind of ['owner_repayment', 'write_off', 'top_up'] as const)
    for (const { uid } of [chidi, dada])
      if ((await countEntries(kind)) === 0)
        await list.book({
          kind,
          ...acts[kind](at),
          uid,
          reason: 'By letter',
          document: 'Statement 7',
        })
  await books(deps)
    .lock({ until: '2026-05-04', reason: 'The year is over', uid: chidi.uid })
    .catch(ignoreRefused)
  const outbox = { enqueue: async () => {} }
  for (const { uid } of [chidi, dada]) {
    const row = await findQuarantined(all, (await findPayment())?.id ?? '')
    const decision = { resolution: 'refund', uid, reason: 'Sent twice' } as const
    const exposures = withoutCaps({ ...all, ...parts })
    const resolving = { ...all, ...parts, exposures, donations, outbox, secondPersonAbove: kobo(0) }
    if (row) await resolvePayment(resolving, row, decision).catch(ignoreRefused)
  }
  const release = stopReleases(deps, at.stopped, 0)
  for (const person of [chidi, dada]) await release(person, 'reviewer').catch(ignoreRefused)
  await payoutHolds(deps).applyPayoutHolds()
}

async function countEntries(kind: string) {
  const row = await database.row(
    z.object({ count: z.int() }),
    sql`select count(*)::integer as count from ledger_entry where kind = ${kind}`,
  )
  return row?.count ?? 0
}

const countLocks = async () => {
  const statement = sql`select count(*)::integer as count from money_decision where kind = 'period-locked'`
  return (await database.row(z.object({ count: z.int() }), statement))?.count
}

const findPayment = () =>
  database.row(z.object({ id: z.string() }), sql`select id from quarantined_payment`)

/** What must not depend on kills. */
async function readOutcome({ payments, stopped }: World) {
  const entries = await database.rows(
    z.object({ kind: z.string(), sums: z.string() }),
    sql`select kind, concat_ws(' ', count(*), sum(owner_receivable_kobo), sum(platform_loss_kobo), sum(provider_balance_kobo),
          sum(platform_bank_kobo), sum(donor_clearing_kobo), sum(unidentified_kobo)) as sums
        from ledger_entry where kind not in ('hold', 'release') group by 1 order by 1`,
  )
  const refunds = await database.rows(
    z.object({ amount: z.int() }),
    sql`select amount::bigint as amount from sandbox.refund order by id`,
  )
  const seen = await payments.subAccounts.find(stopped.bankAccount.subAccountCode)
  const locks = await countLocks()
  return { entries, refunds, locks, isHeld: seen?.isHeld }
}

/** Longer than the lease of a refund whose answer was lost. */
async function finish(at: World) {
  for (let turn = 0; turn < 3; turn++) {
    at.pass(1)
    await play(at)
    await at.sandbox.processDue()
    await reportEverything(at)
  }
}

it(`books repayments, write-offs in part, top-ups, refunds of payments on hold, locks of a period and releases by two people once when the process is killed at any step, tried at intervals of ${every}`, async () => {
  await expectSameAfterKills({
    open: openWorld,
    work: play,
    finish,
    readOutcome,
    check: ({ isHeld, refunds, locks, entries }) => {
      expect(isHeld).toBe(false)
      expect(refunds).toHaveLength(2)
      expect(locks).toBe(1)
      expect(entries.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining([
          'owner_repayment',
          'write_off',
          'top_up',
          'refund',
          'unidentified',
        ]),
      )
    },
  })
}, 1_800_000)
