import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Queries } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

import type { Faults } from './faults.ts'
import { signatureOf } from './signature.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Pauses between tries. Anything but 200 counts as failed; after the last pause and try the provider gives up. */
export const schedules = {
  live: [3, 3, 3].map((minutes) => minutes * minuteMs).concat(Array<number>(72).fill(hourMs)),
  test: Array<number>(10).fill(hourMs),
}

/** Keeps a webhook to be sent, in the same transaction as its cause. The bytes are fixed here: every try sends the same. */
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

export type DeliveryOptions = {
  database: Database
  webhookUrl: string
  secretKey: string
  schedule: keyof typeof schedules
  /** How many times faster than the real schedule. */
  compression: number
  timeoutMs: number
  pollMs: number
  now: () => Date
  deliver: typeof fetch
  onError: (error: unknown) => void
  /** What goes wrong on purpose. */
  faults?: () => Faults
  /** Done before each look for webhooks; answers how much there was to do. */
  passTime?: () => Promise<number>
}

const claimedSchema = z.object({
  id: z.string(),
  body: z.string(),
  attempts: z.number(),
  created_at: z.date(),
})
type Claimed = z.output<typeof claimedSchema>

/** Sends what is due until it is stopped. Any number of processes may run one on the same database. */
export function deliveryRunner(options: DeliveryOptions) {
  const stopping = new AbortController()
  let woken = false
  let endPause = () => {}
  let loop: Promise<void> | undefined

  const run = async () => {
    while (!stopping.signal.aborted) {
      woken = false
      const sent = await work(options, stopping.signal).catch((error: unknown) => {
        options.onError(error)
        return 0
      })
      if (sent === 0 && !woken) await pause()
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
    woken = true
    endPause()
  }

  return {
    start: () => void (loop ??= run()),
    /** Says that there is something new. Without it the next poll finds out. */
    wake,
    /** Cuts tries in flight; the next start takes them up again. */
    stop: async () => {
      stopping.abort()
      wake()
      await loop
    },
  }
}

async function work(options: DeliveryOptions, stopping: AbortSignal): Promise<number> {
  const passed = (await options.passTime?.()) ?? 0
  return passed + (await deliverDue(options, stopping))
}

/** Tries everything that is due once. Answers how many webhooks were tried. */
export async function deliverDue(
  options: DeliveryOptions,
  stopping?: AbortSignal,
): Promise<number> {
  const claimed = await claim(options)
  const deliver = async (delivery: Claimed) => {
    const answer = await attempts(options, delivery, stopping)
    await settle(options, delivery, stopping?.aborted && answer !== '200' ? 'stopped' : answer)
  }
  if (options.faults?.().webhook.isReordered)
    for (const delivery of claimed.toSorted(newestFirst)) await deliver(delivery)
  else await Promise.all(claimed.map(deliver))
  return claimed.length
}

const newestFirst = (one: Claimed, other: Claimed) =>
  other.created_at.getTime() - one.created_at.getTime()

/** One try, or as many at once as the faults want. The first one's answer counts. */
async function attempts(
  options: DeliveryOptions,
  delivery: Claimed,
  stopping?: AbortSignal,
): Promise<string> {
  const webhook = options.faults?.().webhook
  if (webhook?.isDropped) return 'dropped'
  const copies = Array.from({ length: 1 + (webhook?.duplicates ?? 0) }, () =>
    attempt(options, delivery, stopping),
  )
  const [answer = 'failed'] = await Promise.all(copies)
  return answer
}

// A claim is a lease a little longer than a try can take: a process that dies in between leaves its webhooks to the others.
async function claim({ database, now, timeoutMs, faults }: DeliveryOptions): Promise<Claimed[]> {
  const at = now()
  const dueAt = new Date(at.getTime() - (faults?.().webhook.delayMs ?? 0))
  const leaseEnd = new Date(at.getTime() + timeoutMs + 5_000)
  return database.rows(
    claimedSchema,
    sql`update sandbox.delivery set attempts = attempts + 1, next_at = ${leaseEnd}
        where id in (select id from sandbox.delivery where next_at <= ${dueAt}
                     order by next_at limit 10 for update skip locked)
        returning id, body, attempts, created_at`,
  )
}

async function attempt(
  { webhookUrl, secretKey, timeoutMs, deliver, faults }: DeliveryOptions,
  { body }: Claimed,
  stopping?: AbortSignal,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const key = faults?.().webhook.isForged ? `${secretKey}_of_somebody_else` : secretKey
  try {
    const response = await deliver(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-paystack-signature': signatureOf(body, key),
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

async function settle(options: DeliveryOptions, { id, attempts }: Claimed, answer: string) {
  const at = options.now()
  if (answer === '200') {
    await options.database.run(
      sql`update sandbox.delivery set delivered_at = ${at}, next_at = null, last_answer = '200' where id = ${id}`,
    )
    return
  }
  // A try that our own stop cut short does not count.
  const stopped = answer === 'stopped'
  const pauseMs = schedules[options.schedule][attempts - 1]
  const next =
    pauseMs === undefined || answer === 'dropped'
      ? null
      : at.getTime() + pauseMs / options.compression
  const nextAt = stopped ? at : next === null ? null : new Date(next)
  await options.database.run(
    sql`update sandbox.delivery set next_at = ${nextAt}, last_answer = ${answer}, attempts = ${attempts - Number(stopped)}
        where id = ${id} and attempts = ${attempts} and delivered_at is null`,
  )
}
