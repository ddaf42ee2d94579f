const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Applies to the donations of unproven addresses that one network started, that were started for one campaign, or that were started
 * anywhere, within an hour. With more than this many of them and this share unpaid, donors must prove their address for `blockMs`, and for
 * longer while more than `maxUnproven` of them an hour do not.
 */
export const unpaidDonationLimit = {
  max: { network: 20, campaign: 20, global: 40 },
  share: 0.8,
  windowMs: hourMs,
  blockMs: hourMs,
  maxUnproven: 20,
} as const

/** Card testing: among at least `minDonations` with a known result within an hour, this share of cards failed. */
export const failedCardAlarm = {
  windowMs: hourMs,
  sender: { minDonations: 10, share: 0.8, blockMs: dayMs },
  global: { minDonations: 50, share: 0.7, blockMs: hourMs },
} as const

/** Wrong passwords of all accounts: `factor` times the median of the last `hours`, which counts as at least `minBaseline`. */
export const failedLoginAlarm = { factor: 20, minBaseline: 5, hours: 24, blockMs: hourMs } as const

export const mailBudgetAlarmShare = 0.5

/** Codes mailed to donors' addresses within an hour at which the admin gets an alarm. */
export const emailCodeAlarm = { max: 150, windowMs: hourMs } as const

/** GET and HEAD requests per network, counted by the batch (read-rate-limit.ts). */
export const readRateLimit = { max: 300, windowMs: 10 * secondMs } as const

/**
 * After `after` wrong passwords or codes for one account, the delay doubles with each try up to `maxMs`; for a network, it starts much
 * later and stays short, because thousands of phones share one. `maxParallel` tries of one account run at once.
 */
export const secretDelay = {
  windowMs: 15 * minuteMs,
  account: { after: 10, maxMs: 30 * secondMs },
  network: { after: 100, maxMs: 5 * secondMs },
  maxParallel: 3,
} as const

/** A code that proves a donor's address. The code of one day is the same in every mail and works until the end of the next. */
export const emailCodeLimit = { perMinute: 1, perDay: 3 } as const
