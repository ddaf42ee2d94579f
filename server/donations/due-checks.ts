import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import type { Books } from '../ledger/ledger-deps.ts'

const minute = 60_000
const hour = 60 * minute

/** How long after a donation began the provider is asked about it: soon, then rarely, then every day until the seventh. */
export const checkAfterMs = [
  20_000,
  minute,
  3 * minute,
  10 * minute,
  30 * minute,
  ...[2, 6, 12, 24, 48, 72, 96, 120, 144, 168].map((hours) => hours * hour),
]

export const firstCheck = (createdAt: Date) =>
  new Date(createdAt.getTime() + (checkAfterMs[0] ?? 0))

const dueSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  reference: z.string(),
  createdAt: z.date(),
  checks: z.int(),
})
export type DueCheck = z.output<typeof dueSchema>

/** Open donations whose turn it is. Claiming pushes the next turn away first: whoever dies in between leaves it for later, not for never. */
export function dueChecks({ database, mode, now }: Books) {
  return {
    async claimDueChecks(limit: number): Promise<DueCheck[]> {
      const at = now()
      return database.rows(
        dueSchema,
        sql`
        update donation set next_check_at = ${new Date(at.getTime() + minute)}
        where (campaign_id, id) in (
          select campaign_id, id from donation
          where next_check_at <= ${at} and mode = ${mode}
          order by next_check_at limit ${limit} for update skip locked)
        returning campaign_id as "campaignId", id, reference, created_at as "createdAt", checks`,
      )
    },

    /** After the last check we decide that it was not paid; a success that comes later still counts. */
    async finishCheck({ campaignId, id, createdAt, checks }: DueCheck) {
      const next = nextCheck(createdAt, now())
      await database.run(sql`
        update donation set checks = ${checks + 1}, next_check_at = ${next},
          state = case when ${next}::timestamptz is null then 'closed_unpaid' else state end
        where campaign_id = ${campaignId} and id = ${id} and state in ('created', 'initialized', 'init_unknown')`)
    },

    /** The key of a form is good for a day. */
    async forgetOldStarts() {
      await database.run(
        sql`delete from donation_start where created_at < ${new Date(now().getTime() - 24 * hour)}`,
      )
    },
  }
}

function nextCheck(createdAt: Date, at: Date): Date | null {
  const next = checkAfterMs.map((ms) => createdAt.getTime() + ms).find((due) => due > at.getTime())
  return next === undefined ? null : new Date(next)
}
