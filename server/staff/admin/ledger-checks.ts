import * as z from 'zod/mini'

import type { LedgerCheck } from '#shared/admin.ts'
import { differenceKinds, type FailingItem, type LedgerDifference } from '#shared/difference.ts'

import { reconcilePaymentsTask } from '../../money/donations/payment-jobs.ts'
import {
  checkLedgerTask,
  compareWithProviderTask,
  reconcileReversalsTask,
} from '../../money/ledger/ledger.ts'
import { reconcileSettlementsTask } from '../../money/payouts/payouts.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql, asUuid } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
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

const maxRows = 100

const differenceRow = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  scope: z.string(),
  key: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
  state: z.enum(['open', 'acknowledged']),
  reason: z.nullable(z.string()),
  firstSeenAt: z.date(),
  lastSeenAt: z.date(),
})
const failingRow = z.object({
  kind: z.string(),
  key: z.string(),
  attempts: z.int(),
  reason: z.string(),
  since: z.date(),
  nextAttemptAt: z.date(),
})

/** Where the ledger and the provider differ, until it is resolved, and items of sweeps that fail by themselves. */
export function ledgerDifferences({ database, now }: Deps) {
  return {
    async list(): Promise<{ differences: LedgerDifference[]; failing: FailingItem[] }> {
      const differences = await database.rows(
        differenceRow,
        sql`select id, kind, scope, key, ours, theirs, state, reason, first_seen_at as "firstSeenAt",
              last_seen_at as "lastSeenAt"
            from ledger_difference where state <> 'resolved'
            order by state desc, first_seen_at, id limit ${maxRows}`,
      )
      const failing = await database.rows(
        failingRow,
        sql`select kind, key, attempts, reason, first_failed_at as since, next_attempt_at as "nextAttemptAt" from failing_item
            order by attempts desc, first_failed_at, key limit ${maxRows}`,
      )
      return {
        differences: differences.map((row) => ({
          ...row,
          firstSeenAt: row.firstSeenAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
        })),
        failing: failing.map((row) => ({
          ...row,
          since: row.since.toISOString(),
          nextAttemptAt: row.nextAttemptAt.toISOString(),
        })),
      }
    },

    /** Undefined if there is no open one. */
    findOpen: (id: string) =>
      database.row(
        z.object({ id: z.string(), subject: z.string() }),
        sql`select id, kind || ' ' || key as subject from ledger_difference where id = ${asUuid(id)}::uuid and state = 'open'`,
      ),

    /** The admin owns it from then on. It is open again when its amounts change. */
    async acknowledge(
      { id, subject }: { id: string; subject: string },
      { uid, reason }: { uid: string; reason: string },
    ): Promise<void> {
      await database.transaction(async (queries) => {
        const at = now()
        const changed = await queries.run(sql`
          update ledger_difference set state = 'acknowledged', owner_uid = ${uid}, reason = ${reason}, changed_at = ${at}
          where id = ${id} and state = 'open'`)
        if (changed === 0) throw new Refused('already-resolved')
        await recordAction(queries, {
          uid,
          action: 'acknowledge-difference',
          subject,
          reason,
          at,
        })
      })
    },
  }
}
