const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Of what no more than so many may come within a span. What a request lacks is not counted. */
export type Limit = {
  per: 'network' | 'email' | 'account' | 'campaign' | 'email-and-campaign' | 'everybody'
  most: number
  withinMs: number
  /** `puzzle`: who has solved one may go on. Many people can share an address, and one of them must not shut the others out. */
  over: 'puzzle' | 'refuse'
}

export type LimitedAction = {
  name: string
  method: 'POST' | 'GET'
  path: RegExp
  /** `all` that was tried, only what was `accepted`, or only what was `refused`: the rest costs us nothing. */
  counts: 'all' | 'accepted' | 'refused'
  limits: readonly Limit[]
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
      { per: 'everybody', most: 300, withinMs: hourMs, over: 'refuse' },
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
      { per: 'network', most: 100, withinMs: hourMs, over: 'refuse' },
      { per: 'email-and-campaign', most: 2, withinMs: hourMs, over: 'puzzle' },
      { per: 'email', most: 10, withinMs: hourMs, over: 'refuse' },
      { per: 'campaign', most: 30, withinMs: minuteMs, over: 'puzzle' },
    ],
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
    name: 'picture',
    method: 'POST',
    path: /^\/api\/images$/,
    counts: 'all',
    limits: [
      { per: 'account', most: 20, withinMs: hourMs, over: 'refuse' },
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

/** Reading is counted in portions, see `reading.ts`. */
export const readingLimit = { most: 300, withinMs: 10 * secondMs } as const

/** After so many wrong passwords for one address, each further try waits: longer and longer, and never without end. */
export const loginDelay = { after: 10, withinMs: 15 * minuteMs, mostMs: 30 * secondMs } as const
