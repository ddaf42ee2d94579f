import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { mainDeductions, payoutHolds, payoutSummary } from '#server/money/payouts/payouts.ts'
import { settlementReconciliation } from '#server/money/payouts/settlements.ts'
import { campaignOfAda, freshLedger } from '#test/support/money/ledger.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The owner's share of ₦5,000. */
export const share = 4_924_00

const differenceSchema = z.object({
  kind: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
})

/** The open differences to the provider. */
export const listDifferences = (database: Database) =>
  database.rows(
    differenceSchema,
    sql`select kind, ours, theirs from ledger_difference where state = 'open' order by kind, key`,
  )

/** A ledger whose payouts the fake provider makes. It is new in each test. */
export async function freshPayouts() {
  const { at, database, owner } = await freshLedger()
  const withMode = () => ({ ...at.deps, mode: at.payments.mode })
  return {
    at,
    database,
    owner,
    withMode,
    reconcile: () => settlementReconciliation(withMode()).reconcileSettlements(),
    deduct: () => mainDeductions(withMode()).bookMainDeductions(),
    applyHolds: () => payoutHolds(withMode()).applyPayoutHolds(),
    readPosition: async ({ id } = { id: campaignOfAda.id }) => {
      const { dueBy: _dueBy, ...sums } = (await payoutSummary(withMode(), id)).payouts
      return sums
    },
    freeze: ({ id } = { id: campaignOfAda.id }) =>
      database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
        values (${id}, 'A report', 'reviewer', ${at.clock.now})`),
    unfreeze: ({ id } = { id: campaignOfAda.id }) =>
      database.run(sql`delete from campaign_freeze where campaign_id = ${id}`),
    findViolations: async () => (await at.ledger.checkLedger()).findings,
    listDifferences: () => listDifferences(database),
  }
}

const codes = ['ACCT_test0000000001', 'ACCT_test0000000002', 'ACCT_test0000000003']

/** Three campaigns of ada, each with a sub-account of its own. */
export const campaignsOfAda = codes.map((subAccountCode, number) => ({
  ...campaignOfAda,
  id: `7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a0${number}`,
  bankAccount: { ...campaignOfAda.bankAccount, subAccountCode },
}))
