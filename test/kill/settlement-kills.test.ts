import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { payoutHolds, mainDeductions } from '#server/money/payouts/payouts.ts'
import { endStop, startStop } from '#server/money/payouts/payout-stops.ts'
import { settlementReconciliation } from '#server/money/payouts/settlements.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { donationBy } from '#test/support/money/ledger.ts'
import { addCampaigns, openMoneyWorld, type MoneyWorld } from '#test/support/money/money-world.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'

import { killableDatabase, killablePayments, killSwitch } from './kill-switch.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'

/** `npm run test:long` kills at every step. */
const every = Number(process.env['KILL_EVERY'] ?? 25)
const hourMs = 3_600_000

const { database, owner, empty } = await testDatabase()

/** Settlements with a deduction from a sub-account and from the main account, a frozen campaign, and one that a person released. */
async function openWorld() {
  await empty()
  const world = openMoneyWorld(database, 'subaccount')
  const { campaigns, accounts } = await addCampaigns(world, 0)
  const donate = async (index: number) => {
    const { campaign } = campaigns[index] ?? {}
    if (!campaign) throw new Error('there is no such campaign')
    const started = await world.donations.startDonation(
      donationBy(`donor-${index}@example.com`, { campaign }),
    )
    if (started.kind !== 'started') throw new Error(started.kind)
    const body = new URLSearchParams(cards.pays)
    await world.send(`${started.url}/card`, { method: 'POST', body })
    const reference = world.references.at(-1) ?? ''
    await world.donations.verifyPayment(reference, 'webhook')
    return reference
  }
  const refund = async (reference: string) => {
    await refundAtProvider(world.payments, reference, 100_000)
    pass(world, 24)
    await world.sandbox.processDue()
  }
  const settle = async () => {
    pass(world, 24)
    await world.sandbox.settle([accounts[0].code, accounts[1].code, null])
  }
  const first = await donate(0)
  await donate(1)
  await donate(2)
  await settle()
  await refund(first)
  await donate(0)
  await settle()
  const [, , frozen] = campaigns
  await donate(2)
  await donate(0)
  await holdAndRelease(world, campaigns[0]?.campaign.id ?? '', accounts[0].code)
  await database.run(sql`
    insert into campaign_freeze (campaign_id, reason, actor_uid, at)
    values (${frozen?.campaign.id ?? ''}, 'A report', 'reviewer', ${world.clock.now})`)
  return { world, ids: campaigns.map(({ campaign }) => campaign.id) }
}

/** A person releases a hold that is in force, and no process has asked the provider yet. */
async function holdAndRelease(world: MoneyWorld, campaignId: string, subAccountCode: string) {
  const stop = { campaignId, kind: 'payee' } as const
  await database.transaction((queries) =>
    startStop(queries, { ...stop, subAccountCode, at: world.clock.now }),
  )
  await world.applyPayoutHolds()
  expect((await world.payments.subAccounts.find(subAccountCode))?.isHeld).toBe(true)
  const by = { uid: 'reviewer', reason: 'I called the clinic.' }
  await database.transaction((queries) => endStop(queries, { ...stop, at: world.clock.now, by }))
}

const pass = ({ clock }: MoneyWorld, hours: number) =>
  void (clock.now = new Date(clock.now.getTime() + hours * hourMs))

/** Everything that a process does with settlements and holds. */
async function work({ ledgerDeps }: MoneyWorld, power = killSwitch()) {
  const deps = {
    ...ledgerDeps,
    database: killableDatabase(database, power),
    payments: killablePayments(ledgerDeps.payments, power),
  }
  await settlementReconciliation(deps).reconcileSettlements()
  await mainDeductions(deps).bookMainDeductions()
  await payoutHolds(deps).applyPayoutHolds()
}

const entrySchema = z.object({ campaign: z.string(), kind: z.string(), sums: z.string() })
const holdSchema = z.object({ state: z.string(), code: z.string() })

/** What must not depend on kills: the entries, the settlements read and the holds, here and at the provider. */
async function readOutcome({ payments }: MoneyWorld, queries: Database, ids: string[]) {
  const entries = await queries.rows(
    entrySchema,
    sql`select coalesce(array_position(${ids}::text[], campaign_id)::text, campaign_id) as campaign, kind,
          concat_ws(' ', count(*), sum(payable_due_kobo), sum(payable_held_kobo), sum(owner_receivable_kobo),
            sum(provider_balance_kobo), sum(platform_bank_kobo), sum(donor_clearing_kobo), sum(paid_out_kobo)) as sums
        from ledger_entry group by 1, 2 order by 1, 2`,
  )
  const settlements = await queries.rows(
    z.object({ read: z.int(), total: z.int() }),
    sql`select count(*) filter (where is_read)::integer as read, count(*)::integer as total from settlement`,
  )
  const holds = await queries.rows(
    holdSchema,
    sql`select state, sub_account_code as code from payout_hold order by state`,
  )
  const held = []
  for (const { state, code } of holds)
    held.push({ state, isHeld: (await payments.subAccounts.find(code))?.isHeld })
  return { entries, settlements, held }
}

async function finish(world: MoneyWorld) {
  for (let turn = 0; turn < 3; turn++) {
    pass(world, 2)
    await work(world)
  }
}

it(`books settlements and holds once when the process is killed at any step, tried at intervals of ${every}`, async () => {
  const untouched = await openWorld()
  const counter = killSwitch()
  let steps = 0
  await work(untouched.world, { ...counter, pass: () => void (steps += 1) })
  await finish(untouched.world)
  const expected = await readOutcome(untouched.world, owner, untouched.ids)
  expect(expected.held).toEqual([
    { state: 'in-force', isHeld: true },
    { state: 'released', isHeld: false },
  ])
  expect(expected.entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['payout', 'platform_payout', 'hold', 'release']),
  )

  const moments = new Set<string>()
  for (let step = 1; step <= steps; step += every) {
    const { world, ids } = await openWorld()
    const power = killSwitch()
    power.arm(step)
    await work(world, power).catch(() => {})
    const moment = power.moment()
    if (moment === undefined) throw new Error(`step ${step} was not reached`)
    moments.add(moment)
    await finish(world)
    expect(await readOutcome(world, owner, ids), `killed ${moment}`).toEqual(expected)
    expect((await world.ledger.checkLedger()).findings).toEqual([])
  }
  process.stdout.write(`${Math.ceil(steps / every)} kills at ${moments.size} moments\n`)
  expect(moments.size).toBeGreaterThanOrEqual(Math.min(12, Math.floor(steps / every / 2)))
}, 1_800_000)
