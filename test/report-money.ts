import { toPostings } from '#server/ledger/chart/postings.ts'
import { bookEntry } from '#server/ledger/entries/book-entry.ts'
import { lockPosition } from '#server/ledger/entries/position-lock.ts'

import type { MoneyWorld } from './money-world.ts'
import type { Play } from './money-play.ts'

export type Part = 'payments' | 'returns' | 'deductions' | 'settlements'
const parts: Part[] = ['payments', 'returns', 'deductions', 'settlements']

/** Reports some of what the provider knows, at the same time. */
export async function reportParts(world: MoneyWorld, what: readonly Part[]) {
  const report: Record<Part, () => Promise<unknown>> = {
    payments: () => world.donations.reconcilePayments(),
    returns: () => world.ledger.reconcileReversals(),
    deductions: () => world.bookMainDeductions(),
    settlements: () => world.reconcileSettlements(),
  }
  await Promise.all(what.map((part) => report[part]()))
}

const hourMs = 3_600_000

/** Reports everything, after late fees are known, and once more after the day that bank reversals wait for an explanation. */
export async function reportAll({ world }: Play) {
  for (const hours of [2, 25]) {
    world.clock.now = new Date(world.clock.now.getTime() + hours * hourMs)
    for (const part of parts) await reportParts(world, [part])
  }
}

/** Holds or releases payouts of a sub-account at the provider, and what is due to its campaigns in the ledger. */
export async function holdOrRelease(
  { world, campaigns, held }: Play,
  account: number,
  action: 'hold' | 'release',
) {
  const { payments, ledgerDeps, clock } = world
  if (held.has(account) === (action === 'hold')) return
  const answer = await payments.subAccounts.setPayouts(campaigns.accounts[account] ?? '', action)
  if (answer?.isHeld !== (action === 'hold')) throw new Error(`no ${action}`)
  if (action === 'hold') held.add(account)
  else held.delete(account)
  const { mode, database } = ledgerDeps
  for (const [index, { id: campaignId }] of campaigns.campaigns.entries()) {
    if ((index === 2 ? 1 : 0) !== account) continue
    await database.transaction(async (queries) => {
      const position = await lockPosition(queries, { campaignId, mode })
      if ((action === 'hold' ? position.payableDue : position.payableHeld) === 0) return
      await bookEntry(ledgerDeps, queries, {
        kind: action,
        effectKey: `${action}:${mode}:${clock.now.getTime()}`,
        campaignId,
        postings: toPostings[action](position),
        memo: null,
        effectiveAt: clock.now,
        source: 'admin',
      })
    })
  }
}
