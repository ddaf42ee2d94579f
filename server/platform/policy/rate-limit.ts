/**
 * What a limit counts by. All values come from the connection, the session, the path or the parsed form. `secret` is the path's id where
 * only its holder knows it, `visitor-and-subject` the network of a request without an account and what it asks for, `proven-email` an
 * address whose mailbox the sender has proven, `new-email` the address that an account wants to change to, and `email-change`
 * that account.
 */
export type RateLimitScope =
  | 'network'
  | 'wide-network'
  | 'account'
  | 'secret'
  | 'visitor-and-subject'
  | 'subject'
  | 'campaign'
  | 'email'
  | 'proven-email'
  | 'email-and-campaign'
  | 'new-email'
  | 'email-change'
  | 'global'

/**
 * `challenge`: a solved challenge, or a wait on a page without script, lets the request pass. `email-code`: only the code that is
 * mailed to the form's address does. Many people share a network and anyone can type an address, so neither refuses. `queue`: the
 * request passes, and its mail is sent later.
 */
export type OnExceed = 'challenge' | 'email-code' | 'queue' | 'refuse'

/** When a limit is checked: before the lookup, once the subject is known, or once the form is parsed. */
export type LimitStage = 'arrival' | 'subject' | 'form'

/** Anyone can fill these counters, so a limit by them that refused would let strangers close it for everyone. */
type SharedScope = 'network' | 'wide-network' | 'subject' | 'campaign' | 'global'

/** At most `max` per window. A request without a value for the scope is not counted. */
export type RateLimit = (
  | { per: Exclude<RateLimitScope, SharedScope>; onExceed: OnExceed }
  | { per: SharedScope; onExceed: Exclude<OnExceed, 'refuse'> }
  /** A machine cannot solve a challenge. Wrong signatures alone count. */
  | { per: 'network'; onExceed: 'refuse'; counts: 'refused' }
) & {
  max: number
  windowMs: number
  /** All requests by default. `accepted` gives the count back when the request was refused. */
  counts?: 'accepted' | 'refused'
  /** Requests by default. */
  unit?: 'kilobytes'
  /** Policies whose limits have this name count together. */
  shared?: 'mails'
  /** The earliest stage that knows the scope's value by default. */
  at?: LimitStage
}

/** A scope that abuse detection may block, even below the limits. */
export type Block = { per: RateLimitScope; onExceed: Exclude<OnExceed, 'queue'> }

export type LimitedPolicy = {
  kind: 'limited'
  name: string
  limits: readonly [RateLimit, ...RateLimit[]]
  blocks?: readonly Block[]
  /**
   * The route checks a password or a two-factor code. Wrong ones delay the next try, by the account of the session or by the
   * address in the form.
   */
  delays?: 'account' | 'email'
  /** Starts a checkout, which card testing detection records. */
  startsCheckout?: true
}

/** How often an action is allowed. `reads`: only the limit that all reads of one network share, also for a POST request. */
export type RateLimitPolicy =
  | LimitedPolicy
  | { kind: 'reads' }
  | { kind: 'unlimited'; reason: string }

export function unlimited(reason: string): RateLimitPolicy {
  return { kind: 'unlimited', reason }
}

/** Mails a day that an address gets because it was typed into a form. Passwords and new accounts have a reserve. */
export const addressLimit = {
  per: 'email',
  max: 10,
  windowMs: 24 * 60 * 60_000,
  onExceed: 'refuse',
  counts: 'accepted',
  shared: 'mails',
} as const satisfies RateLimit

const stages: Partial<Record<RateLimitScope, LimitStage>> = {
  network: 'arrival',
  'wide-network': 'arrival',
  global: 'arrival',
  account: 'subject',
  secret: 'subject',
  'visitor-and-subject': 'subject',
  subject: 'subject',
  campaign: 'subject',
}

export function getStage({ per, at }: RateLimit): LimitStage {
  return at ?? stages[per] ?? 'form'
}
