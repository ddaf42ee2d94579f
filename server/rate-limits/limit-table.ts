const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Who or what is counted. `new-email` and `email-change`: the address, and the account, of whoever asks for another address. */
export type Counting =
  | 'network'
  | 'email'
  | 'new-email'
  | 'account'
  | 'email-change'
  | 'campaign'
  | 'email-and-campaign'
  | 'everybody'

/** `puzzle`: who has solved one may go on. Many people can share an address, and one of them must not shut the others out. */
export type Over = 'puzzle' | 'refuse'

/** Of what no more than so many may come within a span. What a request lacks is not counted. */
export type Limit = {
  per: Counting
  most: number
  withinMs: number
  over: Over
  /** Requests, unless it is said. */
  unit?: 'kilobytes'
}

/** Whom `watch.ts` holds up, for as long as it says, whatever the counts. */
export type Breaker = { per: Counting; over: Over }

export type LimitedAction = {
  name: string
  method: 'POST' | 'GET' | 'PATCH' | 'PUT'
  path: RegExp
  /** `all` that was tried, only what was `accepted`, or only what was `refused`: the rest costs us nothing. */
  counts: 'all' | 'accepted' | 'refused'
  limits: readonly Limit[]
  breakers?: readonly Breaker[]
}

/** What is limited, and how far. The first limit that is reached answers; those behind it are not charged. */
export const limitedActions: readonly LimitedAction[] = [
  {
    name: 'sign-up',
    method: 'POST',
    path: /^\/api\/account$/,
    counts: 'all',
    limits: [
      { per: 'network', most: 2, withinMs: minuteMs, over: 'puzzle' },
      { per: 'network', most: 10, withinMs: hourMs, over: 'puzzle' },
      { per: 'network', most: 50, withinMs: hourMs, over: 'refuse' },
      { per: 'everybody', most: 200, withinMs: hourMs, over: 'puzzle' },
    ],
  },
  {
    name: 'signed-up',
    method: 'POST',
    path: /^\/api\/account$/,
    counts: 'accepted',
    limits: [{ per: 'email', most: 1, withinMs: 10 * minuteMs, over: 'refuse' }],
  },
  {
    name: 'login',
    method: 'POST',
    path: /^\/api\/session$/,
    counts: 'all',
    limits: [
      { per: 'network', most: 5, withinMs: minuteMs, over: 'puzzle' },
      { per: 'network', most: 30, withinMs: minuteMs, over: 'refuse' },
    ],
    breakers: [{ per: 'everybody', over: 'puzzle' }],
  },
  {
    name: 'mail',
    method: 'POST',
    path: /^\/api\/account\/(reset|verification)$/,
    counts: 'all',
    limits: [
      { per: 'network', most: 5, withinMs: dayMs, over: 'puzzle' },
      { per: 'network', most: 50, withinMs: dayMs, over: 'refuse' },
      { per: 'email', most: 1, withinMs: minuteMs, over: 'refuse' },
      { per: 'email', most: 5, withinMs: dayMs, over: 'refuse' },
    ],
  },
  {
    // Whatever makes us write to an address that somebody typed.
    name: 'mail-budget',
    method: 'POST',
    path: /^\/api\/account(\/(reset|verification))?$/,
    counts: 'all',
    limits: [{ per: 'everybody', most: 300, withinMs: hourMs, over: 'refuse' }],
  },
  {
    name: 'email-change',
    method: 'PATCH',
    path: /^\/api\/account$/,
    counts: 'all',
    limits: [
      { per: 'email-change', most: 5, withinMs: dayMs, over: 'refuse' },
      { per: 'new-email', most: 1, withinMs: minuteMs, over: 'refuse' },
      { per: 'new-email', most: 5, withinMs: dayMs, over: 'refuse' },
    ],
  },
  {
    name: 'code',
    method: 'POST',
    path: /^\/api\/account\/(reset\/(check|apply)|(verification|email)\/apply)$/,
    counts: 'refused',
    limits: [{ per: 'network', most: 10, withinMs: 15 * minuteMs, over: 'refuse' }],
  },
  {
    name: 'donation',
    method: 'POST',
    path: /^\/api\/campaigns\/(?<campaign>[^/]+)\/donations$/,
    counts: 'all',
    limits: [
      { per: 'network', most: 5, withinMs: minuteMs, over: 'puzzle' },
      { per: 'network', most: 20, withinMs: hourMs, over: 'puzzle' },
      { per: 'email-and-campaign', most: 2, withinMs: hourMs, over: 'puzzle' },
      { per: 'email', most: 10, withinMs: hourMs, over: 'refuse' },
      { per: 'campaign', most: 30, withinMs: minuteMs, over: 'puzzle' },
    ],
    // A campaign is never closed by other people's bad cards: that would be the easiest way to close one.
    breakers: [
      { per: 'network', over: 'refuse' },
      { per: 'email', over: 'refuse' },
      { per: 'campaign', over: 'puzzle' },
      { per: 'everybody', over: 'puzzle' },
    ],
  },
  {
    // Each goes to the donor's own address, and three a day at most; see `receipts.ts`.
    name: 'receipt-mail',
    method: 'POST',
    path: /^\/api\/donations\/[^/]+\/receipt-mail$/,
    counts: 'all',
    limits: [{ per: 'network', most: 20, withinMs: hourMs, over: 'refuse' }],
  },
  {
    name: 'campaign',
    method: 'POST',
    path: /^\/api\/campaigns$/,
    counts: 'accepted',
    limits: [
      { per: 'account', most: 3, withinMs: dayMs, over: 'refuse' },
      { per: 'network', most: 5, withinMs: dayMs, over: 'puzzle' },
      { per: 'network', most: 25, withinMs: dayMs, over: 'refuse' },
    ],
  },
  {
    // A new bank account is asked for at the provider, and needs a password that could be guessed at.
    name: 'campaign-edit',
    method: 'PUT',
    path: /^\/api\/campaigns\/[^/]+$/,
    counts: 'all',
    limits: [{ per: 'account', most: 20, withinMs: hourMs, over: 'refuse' }],
  },
  {
    name: 'report',
    method: 'POST',
    path: /^\/api\/campaigns\/(?<campaign>[^/]+)\/reports$/,
    counts: 'all',
    limits: [
      { per: 'network', most: 5, withinMs: hourMs, over: 'puzzle' },
      { per: 'network', most: 20, withinMs: dayMs, over: 'refuse' },
    ],
  },
  {
    name: 'feedback',
    method: 'POST',
    path: /^\/api\/feedback$/,
    counts: 'all',
    limits: [{ per: 'account', most: 10, withinMs: hourMs, over: 'refuse' }],
  },
  {
    name: 'picture',
    method: 'POST',
    path: /^\/api\/images$/,
    counts: 'all',
    limits: [
      { per: 'account', most: 20, withinMs: hourMs, over: 'refuse' },
      { per: 'account', most: 100_000, unit: 'kilobytes', withinMs: hourMs, over: 'refuse' },
      { per: 'network', most: 40, withinMs: hourMs, over: 'refuse' },
    ],
  },
  {
    name: 'webhook',
    method: 'POST',
    path: /^\/webhooks\//,
    counts: 'refused',
    limits: [{ per: 'network', most: 60, withinMs: minuteMs, over: 'refuse' }],
  },
]

/**
 * Of the donations that a network, or anybody to one campaign, began within an hour: once there are more than so many, and this share
 * of them was not paid, the network waits and the campaign asks for a puzzle. Whoever pays is welcome however many they are.
 */
export const unpaidLimit = { most: 20, share: 0.8, withinMs: hourMs } as const

/** Of the donations whose outcome the provider told us within an hour: from so many on, with this share of cards that failed. */
export const failingCards = {
  withinMs: hourMs,
  sender: { least: 10, share: 0.8, heldUpMs: dayMs },
  everybody: { least: 50, share: 0.7, heldUpMs: hourMs },
} as const

/** Wrong passwords everywhere within an hour, against the median hour of a day. A quiet day counts as one with `quiet` of them an hour. */
export const failingLogins = { times: 20, quiet: 5, hours: 24, heldUpMs: hourMs } as const

/** The share of the mail budget at which the operator is told. */
export const mailAlarmShare = 0.5

/** Reading is counted in portions, see `reading.ts`. */
export const readingLimit = { most: 300, withinMs: 10 * secondMs } as const

/** After so many wrong passwords for one address, each further try waits: longer and longer, and never without end. */
export const loginDelay = { after: 10, withinMs: 15 * minuteMs, mostMs: 30 * secondMs } as const
