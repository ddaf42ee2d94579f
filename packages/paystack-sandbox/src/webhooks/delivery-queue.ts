import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Queries } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Pauses between attempts. Any status but 200 is a failure; the provider gives up after the last attempt. */
export const schedules = {
  live: [3, 3, 3].map((minutes) => minutes * minuteMs).concat(Array<number>(72).fill(hourMs)),
  test: Array<number>(10).fill(hourMs),
}

/** Queues a webhook in the transaction of its cause. Every attempt sends the same bytes. */
export async function queueDelivery(
  queries: Queries,
  webhook: { event: string; reference: string; data: unknown },
  now: Date,
): Promise<void> {
  const { event, reference, data } = webhook
  await queries.run(
    sql`insert into sandbox.delivery (id, event, reference, body, next_at, created_at)
        values (${randomUUID()}, ${event}, ${reference}, ${JSON.stringify({ event, data })}, ${now}, ${now})`,
  )
}

const claimedSchema = z.object({
  id: z.string(),
  body: z.string(),
  attempts: z.number(),
  created_at: z.date(),
})
export type ClaimedDelivery = z.output<typeof claimedSchema>

/**
 * Takes up to ten deliveries that are due. The claim is a lease until `leaseEnd`: when this process dies, others deliver the webhooks
 * after it.
 */
export function claimDue(
  database: Database,
  { dueAt, leaseEnd }: { dueAt: Date; leaseEnd: Date },
): Promise<ClaimedDelivery[]> {
  return database.rows(
    claimedSchema,
    sql`update sandbox.delivery set attempts = attempts + 1, next_at = ${leaseEnd}
        where id in (select id from sandbox.delivery where next_at <= ${dueAt}
                     order by next_at limit 10 for update skip locked)
        returning id, body, attempts, created_at`,
  )
}

type Schedule = { schedule: keyof typeof schedules; compression: number }

/** Stores the result of an attempt, an HTTP status or the name of an error, and plans the next attempt. */
export async function recordResult(
  database: Database,
  { id, attempts }: ClaimedDelivery,
  { result, at, schedule, compression }: { result: string; at: Date } & Schedule,
): Promise<void> {
  if (result === '200') {
    await database.run(
      sql`update sandbox.delivery set delivered_at = ${at}, next_at = null, last_response = '200' where id = ${id}`,
    )
    return
  }
  // An attempt that was aborted by stopping does not count.
  const isStopped = result === 'stopped'
  const pauseMs = schedules[schedule][attempts - 1]
  const isLast = pauseMs === undefined || result === 'dropped'
  const retryAt = isLast ? null : new Date(at.getTime() + pauseMs / compression)
  await database.run(
    sql`update sandbox.delivery set next_at = ${isStopped ? at : retryAt}, last_response = ${result},
          attempts = ${attempts - Number(isStopped)}
        where id = ${id} and attempts = ${attempts} and delivered_at is null`,
  )
}
