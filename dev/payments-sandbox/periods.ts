const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long things take at the provider. Every one may be shortened, for tests and for those who look on. */
export type Periods = {
  /** From asking for a refund to work on it, and from there to its end. */
  refundPendingMs: number
  refundProcessingMs: number
  /** A merchant's time to answer a dispute, and the pause between reminders. */
  disputeMs: number
  disputeReminderMs: number
  /** Until the bank of a transfer has moved the money. */
  transferMs: number
}

/** As published: refunds take days, disputes are answered within 16 hours, reminders come every four. */
export const publishedPeriods: Periods = {
  refundPendingMs: hourMs,
  refundProcessingMs: 3 * 24 * hourMs,
  disputeMs: 16 * hourMs,
  disputeReminderMs: 4 * hourMs,
  transferMs: minuteMs,
}

/** For those who look on: refunds are done in seconds, disputes in minutes. */
export const demonstrationPeriods: Periods = {
  refundPendingMs: 5_000,
  refundProcessingMs: 15_000,
  disputeMs: 16 * minuteMs,
  disputeReminderMs: 4 * minuteMs,
  transferMs: 5_000,
}

export const after = (now: Date, periodMs: number) => new Date(now.getTime() + periodMs)
