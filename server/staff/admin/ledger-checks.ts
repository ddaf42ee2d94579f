import * as z from 'zod/mini'

import type { LedgerCheck } from '#shared/admin.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { reconcilePaymentsTask } from '../../money/donations/payment-jobs.ts'
import {
  checkLedgerTask,
  reconcileReversalsTask,
  compareWithProviderTask,
} from '../../money/ledger/ledger-tasks.ts'
import { reconcileSettlementsTask } from '../../money/payouts/payouts.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { recordAction } from './audit-log.ts'

const listedChecks = 30

const checkRow = z.object({
  id: z.string(),
  kind: z.enum(['ledger', 'provider', 'log']),
  at: z.date(),
  checks: z.int(),
  tookMs: z.int(),
})
const findingRow = z.object({
  checkId: z.string(),
  name: z.string(),
  key: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
})

const checkTasks = [
  reconcilePaymentsTask,
  reconcileReversalsTask,
  reconcileSettlementsTask,
  checkLedgerTask,
  compareWithProviderTask,
]

type Deps = { database: Database; now: () => Date }

/** Results of the hourly invariant checks and of the nightly reconciliation with the provider. */
export function ledgerCheckList({ database, now }: Deps) {
  return {
    async list(): Promise<LedgerCheck[]> {
      const checks = await database.rows(
        checkRow,
        sql`select id, kind, begun_at as at, checks, took_ms as "tookMs" from ledger_check
            order by begun_at desc, id limit ${listedChecks}`,
      )
      const findings = await database.rows(
        findingRow,
        sql`select check_id as "checkId", name, key, ours, theirs from ledger_finding
            where check_id = any(${checks.map(({ id }) => id)}) order by check_id, number`,
      )
      return checks.map((check) => ({
        ...check,
        at: check.at.toISOString(),
        findings: findings
          .filter(({ checkId }) => checkId === check.id)
          .map(({ name, key, ours, theirs }) => ({ name, key, ours, theirs })),
      }))
    },

    /** Enqueues all sweeps and checks at once instead of waiting for their schedule. */
    async runNow(uid: string): Promise<void> {
      await database.transaction(async (queries) => {
        for (const task of checkTasks)
          await enqueueJob(queries, { task, payload: { isForced: true }, key: `${task} by hand` })
        await recordAction(queries, {
          uid,
          action: 'run-ledger-checks',
          subject: 'ledger',
          at: now(),
        })
      })
    },
  }
}
