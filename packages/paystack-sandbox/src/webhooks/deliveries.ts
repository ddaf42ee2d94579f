import { type Database, type Queries, sql } from '../storage/database.ts'
import type { Faults } from '../faults/faults.ts'
import { randomUUID, createHmac } from 'node:crypto'
import * as z from 'zod/mini'

export type DeliveryOptions = {
  database: Database
  webhookUrl: string
  secretKey: string
  schedule: keyof typeof schedules
  /** Divides the pauses of the schedule. */
  compression: number
  timeoutMs: number
  pollMs: number
  now: () => Date
  deliver: typeof fetch
  onError: (error: unknown) => void
  faults?: () => Faults
  /** Runs before each poll. Returns how much was due. */
  processDue?: () => Promise<number>
}

/** Delivers due webhooks until stopped. Any number of processes can run one on the same database. */
export function deliveryRunner(options: DeliveryOptions) {
  const stopping = new AbortController()
  let isWoken = false
  let endPause = () => {}
  let loop: Promise<void> | undefined

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false
      const count = await poll(options, stopping.signal).catch((error: unknown) => {
        options.onError(error)
        return 0
      })
      if (count === 0 && !isWoken) await pause()
    }
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, options.pollMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const wake = () => {
    isWoken = true
    endPause()
  }

  return {
    start: () => void (loop ??= run()),
    /** Ends the pause before the next poll. */
    wake,
    /** Aborts attempts in progress; they are retried after the next start. */
    stop: async () => {
      stopping.abort()
      wake()
      await loop
    },
  }
}

async function poll(options: DeliveryOptions, stopping: AbortSignal): Promise<number> {
  const processed = (await options.processDue?.()) ?? 0
  return processed + (await deliverDue(options, stopping))
}

/** Attempts every due webhook once. Returns how many were due. */
export async function deliverDue(
  options: DeliveryOptions,
  stopping?: AbortSignal,
): Promise<number> {
  const { database, now, timeoutMs, faults } = options
  const at = now().getTime()
  const claimed = await claimDue(database, {
    dueAt: new Date(at - (faults?.().webhook.delayMs ?? 0)),
    // Longer than one attempt takes.
    leaseEnd: new Date(at + timeoutMs + 5_000),
  })
  const deliver = async (delivery: ClaimedDelivery) => {
    const response = await sendCopies(options, delivery, stopping)
    const result = stopping?.aborted && response !== '200' ? 'stopped' : response
    await recordResult(database, delivery, { ...options, result, at: now() })
  }
  if (faults?.().webhook.isReordered)
    for (const delivery of claimed.toSorted(newestFirst)) await deliver(delivery)
  else await Promise.all(claimed.map(deliver))
  return claimed.length
}

const newestFirst = (one: ClaimedDelivery, other: ClaimedDelivery) =>
  other.created_at.getTime() - one.created_at.getTime()

/** One attempt, or several at once for the fault `duplicates`. The first result counts. */
async function sendCopies(
  options: DeliveryOptions,
  delivery: ClaimedDelivery,
  stopping?: AbortSignal,
): Promise<string> {
  const webhook = options.faults?.().webhook
  if (webhook?.isDropped) return 'dropped'
  const copies = Array.from({ length: 1 + (webhook?.duplicates ?? 0) }, () =>
    send(options, delivery, stopping),
  )
  const [result = 'failed'] = await Promise.all(copies)
  return result
}

async function send(
  { webhookUrl, secretKey, timeoutMs, deliver, faults }: DeliveryOptions,
  { body }: ClaimedDelivery,
  stopping?: AbortSignal,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const key = faults?.().webhook.isForged ? `${secretKey}_wrong` : secretKey
  try {
    const response = await deliver(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-paystack-signature': signWebhook(body, key),
      },
      body,
      redirect: 'manual',
      signal: stopping ? AbortSignal.any([timeout, stopping]) : timeout,
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}

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

/** Value of `x-paystack-signature`: lower-case hex HMAC-SHA512 of the exact bytes of the body. */
export function signWebhook(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}
