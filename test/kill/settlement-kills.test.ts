import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { payoutHolds, mainDeductions } from '#server/money/payouts/payouts.ts'
import { endStop, startStop } from '#server/money/payouts/payout-stops.ts'
import { settlementReconciliation } from '#server/money/payouts/settlements.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { addCampaigns, openMoneyWorld, type MoneyWorld } from '#test/support/money/money-world.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'

import { every, expectSameAfterKills } from './kill-steps.ts'
import { killableDatabase, killablePayments, killSwitch } from './kill-switch.ts'

const { database, owner, empty } = await testDatabase()

/** Settlements with a deduction from a sub-account and from the main account, a frozen campaign, and one that a person released. */
async function openWorld() {
  await empty()
  const world = openMoneyWorld(database, 'subaccount')
  const { campaigns, accounts } = await addCampaigns(world, 0)
  const donate = (index: 0 | 1 | 2) =>
    world.donate(`donor-${index}@example.com`, { campaign: campaigns[index].campaign })
  const refund = async (reference: string) => {
    await refundAtProvider(world.payments, reference, 100_000)
    world.pass(24)
    await world.sandbox.processDue()
  }
  const settle = async () => {
    world.pass(24)
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
  await holdAndRelease(world, campaigns[0].campaign.id, accounts[0].code)
  await database.run(sql`
    insert into campaign_freeze (campaign_id, reason, actor_uid, at)
    values (${frozen.campaign.id}, 'A report', 'reviewer', ${world.clock.now})`)
  return { ...world, ids: campaigns.map(({ campaign }) => campaign.id) }
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
async function readOutcome({ payments, ids }: Awaited<ReturnType<typeof openWorld>>) {
  const entries = await owner.rows(
    entrySchema,
    sql`select coalesce(array_position(${ids}::text[], campaign_id)::text, campaign_id) as campaign, kind,
          concat_ws(' ', count(*), sum(payable_due_kobo), sum(payable_held_kobo), sum(owner_receivable_kobo),
            sum(provider_balance_kobo), sum(platform_bank_kobo), sum(donor_clearing_kobo), sum(paid_out_kobo)) as sums
        from ledger_entry group by 1, 2 order by 1, 2`,
  )
  const settlements = await owner.rows(
    z.object({ read: z.int(), total: z.int() }),
    sql`select count(*) filter (where is_read)::integer as read, count(*)::integer as total from settlement`,
  )
  const holds = await owner.rows(
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
    world.pass(2)
    await work(world)
  }
}

it(`books settlements and holds once when the process is killed at any step, tried at intervals of ${every}`, async () => {
  await expectSameAfterKills({
    open: openWorld,
    work,
    finish,
    readOutcome,
    check: ({ held, entries }) => {
      expect(held).toEqual([
        { state: 'in-force', isHeld: true },
        { state: 'released', isHeld: false },
      ])
      expect(entries.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['payout', 'platform_payout', 'hold', 'release']),
      )
    },
  })
}, 1_800_000)
