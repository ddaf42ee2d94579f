import type { MoneyWorld } from '#test/support/money/money-world.ts'
import type { Play } from '#test/support/money/money-play.ts'

export type Part = 'payments' | 'reversals' | 'deductions' | 'settlements'

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

/** With the payments of the last 35 days, as every night, because a fee may have been corrected days after the payment. */
export async function reportEverything(world: MoneyWorld) {
  await world.donations.reconcilePayments('deep')
  for (const part of ['reversals', 'deductions', 'settlements'] as const)
    await reportParts(world, [part])
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
