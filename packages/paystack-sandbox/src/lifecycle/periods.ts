import type { Database } from '../storage/database.ts'
import type { Faults } from '../faults/faults.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long the provider takes. */
export type Periods = {
  /** From the request to processing. */
  refundPendingMs: number
  /** From processing to the end. */
  refundProcessingMs: number
  /** Time that a merchant has to answer a dispute. */
  disputeMs: number
  disputeReminderMs: number
  /** From the start of a settlement to processing, from there to the payout, and from a failure to the payout. */
  settlementPendingMs: number
  settlementProcessingMs: number
  settlementRetryMs: number
  /** Until a bank transfer arrives. */
  transferMs: number
}

/** As the provider publishes them. */
export const publishedPeriods: Periods = {
  refundPendingMs: hourMs,
  refundProcessingMs: 3 * 24 * hourMs,
  disputeMs: 16 * hourMs,
  disputeReminderMs: 4 * hourMs,
  settlementPendingMs: 2 * hourMs,
  settlementProcessingMs: 2 * hourMs,
  settlementRetryMs: 24 * hourMs,
  transferMs: minuteMs,
}

/** For demonstrations: refunds take 20 seconds, disputes 16 minutes. */
export const demonstrationPeriods: Periods = {
  refundPendingMs: 5_000,
  refundProcessingMs: 15_000,
  disputeMs: 16 * minuteMs,
  disputeReminderMs: 4 * minuteMs,
  settlementPendingMs: 5_000,
  settlementProcessingMs: 15_000,
  settlementRetryMs: minuteMs,
  transferMs: 5_000,
}

export const addMs = (now: Date, periodMs: number) => new Date(now.getTime() + periodMs)

export type LifecycleDeps = {
  database: Database
  now: () => Date
  periods: Periods
  faults: () => Faults
}

/** `onQueued` is called when a webhook was queued. */
export type RouteDeps = LifecycleDeps & { publicUrl: string; onQueued: () => void }
