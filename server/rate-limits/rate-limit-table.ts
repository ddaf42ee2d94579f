const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What a limit counts by. `new-email` is the address that an account wants to change to, `email-change` is that account. */
export type RateLimitScope =
  | 'network'
  | 'email'
  | 'new-email'
  | 'account'
  | 'email-change'
  | 'campaign'
  | 'email-and-campaign'
  | 'global'

/** With `challenge`, a solved challenge lets the request pass: many people can share a network, and one of them must not lock out the others. */
export type OnExceed = 'challenge' | 'refuse'

/** At most `max` per window. A request without a value for the scope is not counted. */
export type RateLimit = {
  per: RateLimitScope
  max: number
  windowMs: number
  onExceed: OnExceed
  /** Requests by default. */
  unit?: 'kilobytes'
}

/** A scope that abuse detection may block, even below the limits. */
export type Block = { per: RateLimitScope; onExceed: OnExceed }

export type RateLimitedAction = {
  name: string
  method: 'POST' | 'GET' | 'PATCH' | 'PUT'
  path: RegExp
  /** Which requests count: all, or only those that the route accepted or refused. */
  counts: 'all' | 'accepted' | 'refused'
  limits: readonly RateLimit[]
  blocks?: readonly Block[]
}

/** The first exceeded limit refuses the request; the limits after it are not counted. */
export const rateLimitTable: readonly RateLimitedAction[] = [
  {
    name: 'sign-up',
    method: 'POST',
    path: /^\/api\/account$/,
    counts: 'all',
    limits: [
      { per: 'network', max: 2, windowMs: minuteMs, onExceed: 'challenge' },
      { per: 'network', max: 10, windowMs: hourMs, onExceed: 'challenge' },
      { per: 'network', max: 50, windowMs: hourMs, onExceed: 'refuse' },
      { per: 'global', max: 200, windowMs: hourMs, onExceed: 'challenge' },
    ],
  },
  {
    name: 'signed-up',
    method: 'POST',
    path: /^\/api\/account$/,
    counts: 'accepted',
    limits: [{ per: 'email', max: 1, windowMs: 10 * minuteMs, onExceed: 'refuse' }],
  },
  {
    name: 'login',
    method: 'POST',
    path: /^\/api\/session$/,
    counts: 'all',
    limits: [
      { per: 'network', max: 5, windowMs: minuteMs, onExceed: 'challenge' },
      { per: 'network', max: 30, windowMs: minuteMs, onExceed: 'refuse' },
    ],
    blocks: [{ per: 'global', onExceed: 'challenge' }],
  },
  {
    name: 'mail',
    method: 'POST',
    path: /^\/api\/account\/(reset|verification)$/,
    counts: 'all',
    limits: [
      { per: 'network', max: 5, windowMs: dayMs, onExceed: 'challenge' },
      { per: 'network', max: 50, windowMs: dayMs, onExceed: 'refuse' },
      { per: 'email', max: 1, windowMs: minuteMs, onExceed: 'refuse' },
      { per: 'email', max: 5, windowMs: dayMs, onExceed: 'refuse' },
    ],
  },
  {
    // Every request that sends mail to an address typed by a visitor.
    name: 'mail-budget',
    method: 'POST',
    path: /^\/api\/account(\/(reset|verification))?$/,
    counts: 'all',
    limits: [{ per: 'global', max: 300, windowMs: hourMs, onExceed: 'refuse' }],
  },
  {
    name: 'email-change',
    method: 'PATCH',
    path: /^\/api\/account$/,
    counts: 'all',
    limits: [
      { per: 'email-change', max: 5, windowMs: dayMs, onExceed: 'refuse' },
      { per: 'new-email', max: 1, windowMs: minuteMs, onExceed: 'refuse' },
      { per: 'new-email', max: 5, windowMs: dayMs, onExceed: 'refuse' },
    ],
  },
  {
    name: 'code',
    method: 'POST',
    path: /^\/api\/account\/(reset\/(check|apply)|(verification|email)\/apply)$/,
    counts: 'refused',
    limits: [{ per: 'network', max: 10, windowMs: 15 * minuteMs, onExceed: 'refuse' }],
  },
  {
    name: 'donation',
    method: 'POST',
    path: /^\/api\/campaigns\/[^/]+\/donations$/,
    counts: 'all',
    limits: [
      { per: 'network', max: 5, windowMs: minuteMs, onExceed: 'challenge' },
      { per: 'network', max: 20, windowMs: hourMs, onExceed: 'challenge' },
      { per: 'email-and-campaign', max: 2, windowMs: hourMs, onExceed: 'challenge' },
      { per: 'email', max: 10, windowMs: hourMs, onExceed: 'refuse' },
      { per: 'campaign', max: 30, windowMs: minuteMs, onExceed: 'challenge' },
    ],
    // A campaign is never refused: otherwise failing cards on purpose would close any campaign.
    blocks: [
      { per: 'network', onExceed: 'refuse' },
      { per: 'email', onExceed: 'refuse' },
      { per: 'campaign', onExceed: 'challenge' },
      { per: 'global', onExceed: 'challenge' },
    ],
  },
  {
    // The mail goes to the donor's own address, at most three times a day (see server/receipts).
    name: 'receipt-mail',
    method: 'POST',
    path: /^\/api\/donations\/[^/]+\/receipt-mail$/,
    counts: 'all',
    limits: [{ per: 'network', max: 20, windowMs: hourMs, onExceed: 'refuse' }],
  },
  {
    name: 'campaign',
    method: 'POST',
    path: /^\/api\/campaigns$/,
    counts: 'accepted',
    limits: [
      { per: 'account', max: 3, windowMs: dayMs, onExceed: 'refuse' },
      { per: 'network', max: 5, windowMs: dayMs, onExceed: 'challenge' },
      { per: 'network', max: 25, windowMs: dayMs, onExceed: 'refuse' },
    ],
  },
  {
    // A new bank account costs a provider call and takes a password, which could be guessed.
    name: 'campaign-edit',
    method: 'PUT',
    path: /^\/api\/campaigns\/[^/]+$/,
    counts: 'all',
    limits: [{ per: 'account', max: 20, windowMs: hourMs, onExceed: 'refuse' }],
  },
  {
    name: 'report',
    method: 'POST',
    path: /^\/api\/campaigns\/[^/]+\/reports$/,
    counts: 'all',
    limits: [
      { per: 'network', max: 5, windowMs: hourMs, onExceed: 'challenge' },
      { per: 'network', max: 20, windowMs: dayMs, onExceed: 'refuse' },
    ],
  },
  {
    name: 'feedback',
    method: 'POST',
    path: /^\/api\/feedback$/,
    counts: 'all',
    limits: [{ per: 'account', max: 10, windowMs: hourMs, onExceed: 'refuse' }],
  },
  {
    name: 'picture',
    method: 'POST',
    path: /^\/api\/images$/,
    counts: 'all',
    limits: [
      { per: 'account', max: 20, windowMs: hourMs, onExceed: 'refuse' },
      { per: 'account', max: 100_000, unit: 'kilobytes', windowMs: hourMs, onExceed: 'refuse' },
      { per: 'network', max: 40, windowMs: hourMs, onExceed: 'refuse' },
    ],
  },
  {
    name: 'webhook',
    method: 'POST',
    path: /^\/webhooks\//,
    counts: 'refused',
    limits: [{ per: 'network', max: 60, windowMs: minuteMs, onExceed: 'refuse' }],
  },
]

/**
 * Applies to the donations that one network started, or that were started for one campaign, within an hour. With more than `max` of them
 * and this share unpaid, the network is refused and the campaign asks for a challenge.
 */
export const unpaidDonationLimit = { max: 20, share: 0.8, windowMs: hourMs } as const

/** Card testing: among at least `minDonations` with a known result within an hour, this share of cards failed. */
export const failedCardAlarm = {
  windowMs: hourMs,
  sender: { minDonations: 10, share: 0.8, blockMs: dayMs },
  global: { minDonations: 50, share: 0.7, blockMs: hourMs },
} as const

/** Wrong passwords of all accounts: `factor` times the median of the last `hours`, which counts as at least `minBaseline`. */
export const failedLoginAlarm = { factor: 20, minBaseline: 5, hours: 24, blockMs: hourMs } as const

/** Share of the mail budget at which the admin gets an alarm. */
export const mailBudgetAlarmShare = 0.5

/** GET and HEAD requests per network, counted by the batch (read-rate-limit.ts). */
export const readRateLimit = { max: 300, windowMs: 10 * secondMs } as const

/** After `after` wrong passwords for one address, the delay doubles with each attempt up to `maxMs`. */
export const loginDelay = { after: 10, windowMs: 15 * minuteMs, maxMs: 30 * secondMs } as const
