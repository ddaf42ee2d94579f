import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'

const minute = 60_000
const hour = 60 * minute

/** The delays after which an open donation is verified: soon, then rarely, then daily until the seventh day. */
export const checkAfterMs = [
  20_000,
  minute,
  3 * minute,
  10 * minute,
  30 * minute,
  ...[2, 6, 12, 24, 48, 72, 96, 120, 144, 168].map((hours) => hours * hour),
]

export const getFirstCheck = (createdAt: Date) =>
  new Date(createdAt.getTime() + (checkAfterMs[0] ?? 0))

const checkSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  reference: z.string(),
  createdAt: z.date(),
  checks: z.int(),
})
export type DueCheck = z.output<typeof checkSchema>

export function dueChecks({ database, mode, now }: LedgerDeps) {
  return {
    /** Claims open donations whose check is due for one minute, so that a crash delays a check and never loses it. */
    async claimDueChecks(limit: number): Promise<DueCheck[]> {
      const at = now()
      return database.rows(
        checkSchema,
        sql`
        update donation set next_check_at = ${new Date(at.getTime() + minute)}
        where (campaign_id, id) in (
          select campaign_id, id from donation
          where next_check_at <= ${at} and mode = ${mode}
          order by next_check_at limit ${limit} for update skip locked)
        returning campaign_id as "campaignId", id, reference, created_at as "createdAt", checks`,
      )
    },

    /** Schedules the next check. After the last one the donation is closed as unpaid; a later success still counts. */
    async finishCheck({ campaignId, id, createdAt, checks }: DueCheck) {
      const next = getNextCheck(createdAt, now())
      await database.run(sql`
        update donation set checks = ${checks + 1}, next_check_at = ${next},
          state = case when ${next}::timestamptz is null then 'closed_unpaid' else state end
        where campaign_id = ${campaignId} and id = ${id} and state in ('created', 'initialized', 'init_unknown')`)
    },
  }
}

function getNextCheck(createdAt: Date, at: Date): Date | null {
  const next = checkAfterMs.map((ms) => createdAt.getTime() + ms).find((ms) => ms > at.getTime())
  return next === undefined ? null : new Date(next)
}
