import { Refused } from '../http/context.ts'
import type { Counters } from './counters.ts'
import { readRateLimit } from './thresholds.ts'

/** Reads that a process allows before it asks the database. Most visitors stay below, so a page view costs no write. */
const batchSize = 60

type Allowance = { endsAtMs: number; remaining: number }

/**
 * Limits GET and HEAD requests, and what a rule limits like them, per network. Each process allows one batch without asking; all
 * further batches are counted in the database and shared by all processes.
 */
export function openReadRateLimit(counters: Pick<Counters, 'increment'>, now: () => Date) {
  const allowances = new Map<string, Allowance>()
  let purgedAtMs = 0

  function getAllowance(network: string, nowMs: number): Allowance {
    const current = allowances.get(network)
    if (current && current.endsAtMs > nowMs) return current
    if (nowMs - purgedAtMs > readRateLimit.windowMs) {
      for (const [name, { endsAtMs }] of allowances) if (endsAtMs <= nowMs) allowances.delete(name)
      purgedAtMs = nowMs
    }
    const allowance = { endsAtMs: nowMs + readRateLimit.windowMs, remaining: batchSize }
    allowances.set(network, allowance)
    return allowance
  }

  /** Returns undefined, without a promise, while the batch lasts. Rejects with `too-many-requests` over the limit. */
  return function countRead(network: string): Promise<void> | undefined {
    const nowMs = now().getTime()
    const allowance = getAllowance(network, nowMs)
    if (allowance.remaining === 0) return takeBatch(network, allowance, nowMs)
    allowance.remaining--
    return undefined
  }

  async function takeBatch(network: string, allowance: Allowance, nowMs: number) {
    const name = `read ${network}`
    const { count, endsAt } = await counters.increment(name, readRateLimit.windowMs, batchSize)
    // The first batch was not counted in the database.
    if (count + batchSize > readRateLimit.max)
      throw new Refused('too-many-requests', { retryAfterSeconds: secondsUntil(endsAt, nowMs) })
    allowance.remaining += batchSize - 1
  }
}

export function secondsUntil(moment: Date, nowMs: number): number {
  return Math.max(1, Math.ceil((moment.getTime() - nowMs) / 1_000))
}
