import type { Database } from '../storage/database.ts'

import type { Faults } from '../faults/faults.ts'
import { claimDue, recordResult, type ClaimedDelivery, type schedules } from './delivery-queue.ts'
import { signWebhook } from './signature.ts'

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
