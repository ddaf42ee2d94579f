import { sql } from '#server/database/sql.ts'

import type { MoneyWorld } from './money-world.ts'
import type { Owner, Play } from './money-play.ts'

export type Part = 'payments' | 'reversals' | 'deductions' | 'settlements'
const parts: Part[] = ['payments', 'reversals', 'deductions', 'settlements']

/** Reports some of what the provider knows, at the same time. */
export async function reportParts(world: MoneyWorld, what: readonly Part[]) {
  const report: Record<Part, () => Promise<unknown>> = {
    payments: () => world.donations.reconcilePayments(),
    reversals: () => world.ledger.reconcileReversals(),
    deductions: () => world.bookMainDeductions(),
    settlements: () => world.reconcileSettlements(),
  }
  await Promise.all(what.map((part) => report[part]()))
}

export async function reportEverything(world: MoneyWorld) {
  for (const part of parts) await reportParts(world, [part])
}

const hourMs = 3_600_000

/** Reports everything, after late fees are known, and once more after the day that bank reversals wait for an explanation. */
export async function reportAll({ world }: Play) {
  for (const hours of [2, 25]) {
    world.clock.now = new Date(world.clock.now.getTime() + hours * hourMs)
    await reportEverything(world)
    await world.applyPayoutHolds()
  }
}

/** Freezes a campaign or lifts its freeze, which holds or releases its payouts at the provider. */
export async function freezeOrLift(
  { world }: Play,
  { campaigns }: Owner,
  index: number,
  action: 'freeze' | 'lift',
) {
  const { database, clock } = world
  const id = campaigns[index]?.campaign.id ?? ''
  await database.run(
    action === 'freeze'
      ? sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
          values (${id}, 'A report', 'reviewer', ${clock.now}) on conflict do nothing`
      : sql`delete from campaign_freeze where campaign_id = ${id}`,
  )
  await world.applyPayoutHolds()
}
