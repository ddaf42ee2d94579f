import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Postings } from '#server/money/ledger/chart.ts'
import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'

import { testDatabase } from '../support/database/database.ts'
import { modelAccounts, modelTotals, type Debtor } from '#test/support/money/ledger-model.ts'
import { booked, listBalances, listBalancesByOwner } from '#test/support/money/ledger.ts'
import {
  moneyHistories,
  ownersPerPlay,
  type MoneyHistories,
} from '#test/support/money/money-history.ts'
import { openMoneyWorld, type MoneyWorld } from '#test/support/money/money-world.ts'
import { listWrongSums } from '../support/money/identities.ts'
import { playMoneyHistories, type PlayedHistories } from '#test/support/money/play-money-history.ts'

/** For each party that can be debited. `npm run test:long` runs 10,000. */
const histories = Number(process.env['HISTORIES'] ?? 8)
/** Part of the test's title, so that a run can be repeated. Only a long run draws one, because a short one must not fail by chance. */
const isLong = process.env['HISTORIES'] !== undefined
const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 1))

const debtors: Debtor[] = ['main', 'subaccount', 'proportional', 'sub-until-settled']
const worlds = await Promise.all(
  // A run of hours on a busy machine must not end because a connection takes long.
  debtors.map(async (refundDebits) => ({
    refundDebits,
    ...(await testDatabase({ timeoutMs: 600_000 })),
  })),
)

// Each has a database of its own, and they run at the same time, because they mostly wait for PostgreSQL.
describe.concurrent('the ledger', () => {
  it.each(worlds)(
    `agrees with the model and with the provider's balance after ${histories} histories (seed ${seed}) of reversals, corrected fees, settlements, transfers to account numbers, holds, repayments, write-offs and top-ups when refunds are debited to $refundDebits`,
    async ({ refundDebits, database, empty }) => {
      const startedAt = performance.now()
      await fc.assert(
        fc.asyncProperty(moneyHistories, async (history) => {
          await empty()
          const world = openMoneyWorld(database, history.feeBearer)
          await play(world, history, refundDebits)
          expect(await listOverdrawn(database)).toEqual([])
        }),
        // A counterexample is found again by its seed; making it smaller takes minutes.
        { numRuns: Math.ceil(histories / ownersPerPlay), seed, endOnFailure: true },
      )
      const seconds = (performance.now() - startedAt) / 1_000
      process.stdout.write(
        `${histories} histories, refunds debited to ${refundDebits}, seed ${seed}: 0 differences, ${(histories / seconds).toFixed(1)} per second\n`,
      )
    },
    // A busy machine needs much longer than an idle one.
    histories * 60_000,
  )
})

async function play(world: MoneyWorld, history: MoneyHistories, refundDebits: Debtor) {
  const { database } = world
  const played = await playMoneyHistories(world, history, {
    refundDebits,
    afterStep: (sofar) => checkStep(world, sofar),
  })
  await checkAccounts(database, played)
  expect((await booked(database))?.raised).toBe(modelTotals(played.payments).raised)
  const check = await ledgerChecks({ database, now: () => world.clock.now }).checkLedger()
  expect(check.findings.filter(({ name }) => !reported.has(name))).toEqual([])
  for (const { campaigns } of played.owners)
    for (const { campaign } of campaigns)
      expect(await listWrongSums({ ...world.ledgerDeps }, campaign.id)).toEqual([])
  expect(await listDifferences(world)).toEqual([])
}

/** What the comparison with the provider finds days later, but for refunds, which the histories make at the provider. */
async function listDifferences(world: MoneyWorld) {
  const { clock, database, ledger } = world
  clock.now = new Date(clock.now.getTime() + 10 * 86_400_000)
  await ledger.compareWithProvider()
  await world.compareSettlements()
  return database.rows(
    z.object({ scope: z.string(), kind: z.string(), key: z.string() }),
    sql`select scope, kind, key from ledger_difference
        where state = 'open' and kind <> 'refund-without-request' and (scope ~ '^[0-9]{4}-' or scope like 'all settlements of %')`,
  )
}

/** After each step: the accounts sum to zero, and the provider holds what the model says, and the ledger once it knows everything. */
async function checkStep(
  world: MoneyWorld,
  { payments, payouts, claims, isReported }: PlayedHistories,
) {
  const { providerBalance = 0, ...others } = await listBalances(world.database)
  const sum = Object.values(others).reduce((total, balance) => total + balance, providerBalance)
  expect(sum).toBe(0)
  const { main, subAccounts } = await world.sandbox.getHoldings()
  expect(modelAccounts(payments, payouts, claims).providerBalance).toBe(main + subAccounts)
  if (isReported) expect(providerBalance).toBe(main + subAccounts)
}

/** Each owner has the balances of the model, and so have all owners together with the platform. */
async function checkAccounts(database: Database, { owners, ...all }: PlayedHistories) {
  const balances = await listBalancesByOwner(database)
  for (const { ownerUid, payments, payouts, claims } of owners) {
    // What Ajo pays in at the provider is of no organiser.
    const own = { payments, payouts, claims: { ...claims, toppedUp: 0 } }
    expect(toModelAccounts(balances.get(ownerUid) ?? {})).toEqual(getExpected(own))
  }
  expect(toModelAccounts(await listBalances(database))).toEqual(getExpected(all))
}

/** The model does not divide what an owner is owed and owes. */
function toModelAccounts(balances: Postings) {
  const { payableDue = 0, payableHeld = 0, ownerReceivable = 0, ...others } = balances
  const owner = payableDue + payableHeld + ownerReceivable
  return { ...others, ...(owner !== 0 && { owner }) }
}

function getExpected({
  payments,
  payouts,
  claims,
}: Pick<PlayedHistories, 'payments' | 'payouts' | 'claims'>) {
  const expected = Object.entries(modelAccounts(payments, payouts, claims))
  return Object.fromEntries(expected.filter(([, kobo]) => kobo !== 0))
}

const positionSchema = z.object({ due: z.int(), held: z.int(), receivable: z.int() })

/** Every campaign's position in its canonical form: nothing is overdrawn, and nothing is owed while anything is held. */
async function listOverdrawn(database: Database) {
  const rows = await database.rows(
    positionSchema,
    sql`select sum(payable_due_kobo)::bigint as due, sum(payable_held_kobo)::bigint as held,
          sum(owner_receivable_kobo)::bigint as receivable
        from ledger_entry group by campaign_id`,
  )
  return rows.filter(({ due, held, receivable }) => due > 0 || held > 0 || receivable < 0)
}

/** Checks that must report some histories: more is reversed than was paid, or the fee is corrected after the payout. */
const reported = new Set([
  'the provider never reverses more than the payment',
  'the provider split the payment as it was quoted',
])
