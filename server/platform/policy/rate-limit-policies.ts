import { resendSeconds } from '#shared/browser-names.ts'

import {
  addressLimit,
  type LimitedPolicy,
  type LimitStage,
  type RateLimit,
  type RateLimitPolicy,
} from './rate-limit.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type Options = Omit<LimitedPolicy, 'kind' | 'name' | 'limits'>

const limited = (
  name: string,
  limits: LimitedPolicy['limits'],
  options: Options = {},
): LimitedPolicy => ({
  kind: 'limited',
  name,
  limits: [limits[0], ...limits.slice(1).filter(isNotWide), ...limits.flatMap(toWide)],
  ...options,
})

/** As many networks of one IPv6 prefix as the households and phones that a provider may serve from it in a short time. */
const networksPerPrefix = 8

/** Limits that are taken from another policy are widened once. */
const isNotWide = ({ per }: RateLimit) => per !== 'wide-network'

/** What is counted by network is counted by the wider prefix of an IPv6 address, too. */
function toWide(limit: RateLimit): RateLimit[] {
  if (limit.per !== 'network' || limit.onExceed === 'refuse') return []
  return [{ ...limit, per: 'wide-network', max: limit.max * networksPerPrefix }]
}

/** Mails an hour that visitors cause by all forms together. */
const hourlyMails = 300

/**
 * Counted last, and only when a mail was queued. Above half of the mails each one costs a challenge, which grows with the excess. Above
 * all of them, and above the twentieth that is the share of a network, the mail is sent later: nobody is refused because of what
 * others did.
 */
const mails = { windowMs: hourMs, shared: 'mails' } as const
const mailTurns = [
  { ...mails, per: 'global', max: hourlyMails, onExceed: 'queue' },
  { ...mails, per: 'network', max: hourlyMails / 20, onExceed: 'queue' },
] as const satisfies RateLimit[]
const toMailBudget = (at: LimitStage): RateLimit[] =>
  [
    { ...mails, per: 'global', max: hourlyMails / 2, onExceed: 'challenge' } as const,
    ...mailTurns,
  ].map((limit) => ({ ...limit, counts: 'accepted', at }))

const addressReserve = { ...addressLimit, max: 15 } as const

export const reads: RateLimitPolicy = { kind: 'reads' }

/** Changes that cost a few statements. */
export const changes = limited('change', [
  { per: 'account', max: 120, windowMs: 10 * minuteMs, onExceed: 'refuse' },
])

/** Ending a session is one statement, and a person must always be able to do it. */
export const sessionEnds = limited('session-end', [
  { per: 'network', max: 60, windowMs: minuteMs, onExceed: 'challenge' },
])

/** Documents that are computed for each request. */
export const documents = limited('document', [
  { per: 'account', max: 60, windowMs: hourMs, onExceed: 'refuse' },
  { per: 'visitor-and-subject', max: 60, windowMs: hourMs, onExceed: 'refuse' },
])

/** Pages that the server renders for a submitted form. The API behind them has its own limits. */
export const pageForms = limited('page-form', [
  { per: 'network', max: 60, windowMs: minuteMs, onExceed: 'challenge' },
])

export const signUps = limited('sign-up', [
  { per: 'network', max: 2, windowMs: minuteMs, onExceed: 'challenge' },
  { per: 'network', max: 10, windowMs: hourMs, onExceed: 'challenge' },
  { per: 'email', max: 1, windowMs: 10 * minuteMs, onExceed: 'challenge', counts: 'accepted' },
  { per: 'email', max: 5, windowMs: dayMs, onExceed: 'refuse', counts: 'accepted' },
  addressReserve,
  ...toMailBudget('form'),
])

export const logins = limited(
  'login',
  [{ per: 'network', max: 5, windowMs: minuteMs, onExceed: 'challenge' }],
  { blocks: [{ per: 'global', onExceed: 'challenge' }], delays: 'email' },
)

const typedAddress: LimitedPolicy['limits'] = [
  { per: 'network', max: 5, windowMs: dayMs, onExceed: 'challenge' },
  {
    per: 'email',
    max: 1,
    windowMs: resendSeconds * secondMs,
    onExceed: 'refuse',
    counts: 'accepted',
  },
  ...toMailBudget('form'),
]

export const resetMails = limited('reset-mail', [
  ...typedAddress,
  { per: 'email', max: 5, windowMs: dayMs, onExceed: 'refuse', counts: 'accepted' },
  addressReserve,
])

const otherMails: LimitedPolicy['limits'] = [...typedAddress, addressLimit]

/** Links to the data of donations without an account. */
export const guestDataMails = limited('guest-data-mail', otherMails)

/** Links with which a visitor follows a campaign. */
export const followMails = limited('follow-mail', otherMails)

/** Mails about transfers. The limits keep the last digits of accounts from being guessed. */
export const transferClaims = limited('transfer-claim', [
  ...otherMails,
  { per: 'account', max: 10, windowMs: dayMs, onExceed: 'refuse' },
  { per: 'visitor-and-subject', max: 10, windowMs: dayMs, onExceed: 'refuse' },
  { per: 'subject', max: 60, windowMs: hourMs, onExceed: 'challenge' },
])

/** A visitor's question mails a typed address, and then the organiser. */
export const questions = limited('question', [
  ...otherMails,
  { per: 'account', max: 5, windowMs: dayMs, onExceed: 'refuse', counts: 'accepted' },
  { per: 'campaign', max: 30, windowMs: hourMs, onExceed: 'challenge' },
])

export const verificationMails = limited('verification-mail', [
  { per: 'network', max: 20, windowMs: dayMs, onExceed: 'challenge' },
  { per: 'account', max: 1, windowMs: minuteMs, onExceed: 'refuse', counts: 'accepted' },
  { per: 'account', max: 5, windowMs: dayMs, onExceed: 'refuse', counts: 'accepted' },
  ...toMailBudget('subject'),
])

/** Codes from mails have 256 bits. Only wrong ones count: a mail program may open a link five times. */
export const actionCodes = limited('action-code', [
  {
    per: 'network',
    max: 10,
    windowMs: 15 * minuteMs,
    onExceed: 'challenge',
    counts: 'refused',
  },
])

export const accountChanges = limited(
  'account-change',
  [
    { per: 'account', max: 120, windowMs: 10 * minuteMs, onExceed: 'refuse' },
    { per: 'email-change', max: 5, windowMs: dayMs, onExceed: 'refuse' },
    { per: 'new-email', max: 1, windowMs: minuteMs, onExceed: 'refuse', counts: 'accepted' },
    { per: 'new-email', max: 5, windowMs: dayMs, onExceed: 'refuse', counts: 'accepted' },
    { ...addressReserve, per: 'new-email' },
  ],
  { delays: 'account' },
)

/** Two-factor authentication and the deletion of an account. */
export const securityChanges = limited(
  'security-change',
  [{ per: 'account', max: 120, windowMs: 10 * minuteMs, onExceed: 'refuse' }],
  { delays: 'account' },
)

/** A stolen session of an admin must not read the donations of all people by trying names. */
export const consoleSearches = limited('console-search', [
  { per: 'account', max: 120, windowMs: hourMs, onExceed: 'refuse' },
])

export const dataExports = limited('export', [
  { per: 'account', max: 10, windowMs: hourMs, onExceed: 'refuse' },
])

export const donations = limited(
  'donation',
  [
    { per: 'network', max: 60, windowMs: minuteMs, onExceed: 'challenge' },
    { per: 'network', max: 5, windowMs: minuteMs, onExceed: 'challenge', at: 'form' },
    { per: 'network', max: 20, windowMs: hourMs, onExceed: 'challenge', at: 'form' },
    { per: 'email-and-campaign', max: 2, windowMs: hourMs, onExceed: 'challenge' },
    { per: 'email', max: 10, windowMs: hourMs, onExceed: 'email-code' },
    { per: 'proven-email', max: 10, windowMs: hourMs, onExceed: 'refuse' },
    { per: 'campaign', max: 30, windowMs: minuteMs, onExceed: 'challenge', at: 'form' },
  ],
  {
    // A network or campaign is never refused: failing cards on purpose would close it.
    blocks: [
      { per: 'network', onExceed: 'email-code' },
      { per: 'email', onExceed: 'email-code' },
      { per: 'campaign', onExceed: 'email-code' },
      { per: 'global', onExceed: 'email-code' },
      { per: 'proven-email', onExceed: 'refuse' },
    ],
    startsCheckout: true,
  },
)

/** Codes that prove the address of a donor are mails, too. */
export const donationCodes = limited('donation-code', mailTurns)

/** Only the donor knows the access code. The mail goes to the donor's own address, at most three times a day (see server/money/receipts). */
export const receiptMails = limited('receipt-mail', [
  { per: 'network', max: 20, windowMs: hourMs, onExceed: 'challenge' },
  { per: 'secret', max: 10, windowMs: hourMs, onExceed: 'refuse' },
])

export const refunds = limited(
  'refund',
  [
    { per: 'network', max: 30, windowMs: hourMs, onExceed: 'challenge' },
    { per: 'secret', max: 10, windowMs: hourMs, onExceed: 'refuse' },
  ],
  { delays: 'account' },
)

/** Each request looks up the holder of a bank account at the provider. */
export const refundAccounts = limited('refund-account', [
  { per: 'network', max: 20, windowMs: hourMs, onExceed: 'challenge' },
  { per: 'secret', max: 10, windowMs: hourMs, onExceed: 'refuse' },
])

/** Mail programs of many people send this from a few networks, so only the secret link is counted. */
export const unsubscribing = limited('unsubscribe', [
  { per: 'secret', max: 20, windowMs: hourMs, onExceed: 'refuse' },
])

/** Only the recipient of the mail knows the link. */
export const mailLinks = limited('mail-link', [
  { per: 'secret', max: 20, windowMs: hourMs, onExceed: 'refuse' },
])

/** Each new link is a row. */
export const personalLinks = limited('personal-link', [
  { per: 'network', max: 20, windowMs: hourMs, onExceed: 'challenge' },
])

export const campaignSubmissions = limited('campaign', [
  { per: 'network', max: 5, windowMs: dayMs, onExceed: 'challenge', counts: 'accepted' },
  { per: 'account', max: 3, windowMs: dayMs, onExceed: 'refuse', counts: 'accepted' },
])

/** A new bank account costs a provider call and takes a password. */
export const campaignEdits = limited(
  'campaign-edit',
  [{ per: 'account', max: 20, windowMs: hourMs, onExceed: 'refuse' }],
  { delays: 'account' },
)

/** Each one is a call to the provider, and tells whose an account is. */
export const accountLookups = limited('account-lookup', [
  { per: 'network', max: 30, windowMs: hourMs, onExceed: 'challenge' },
  { per: 'account', max: 10, windowMs: hourMs, onExceed: 'refuse' },
  { per: 'account', max: 30, windowMs: dayMs, onExceed: 'refuse' },
])

/** The person did not ask for the mail, so few are sent. */
export const payeeMails = limited('payee-mail', [
  { per: 'account', max: 1, windowMs: minuteMs, onExceed: 'refuse', counts: 'accepted' },
  { per: 'account', max: 5, windowMs: dayMs, onExceed: 'refuse', counts: 'accepted' },
])

export const reports = limited('report', [
  { per: 'network', max: 5, windowMs: hourMs, onExceed: 'challenge' },
  { per: 'campaign', max: 30, windowMs: hourMs, onExceed: 'challenge' },
])

/** One appeal is open at a time, and the text may be corrected a few times. */
export const appeals = limited('appeal', [
  { per: 'account', max: 10, windowMs: dayMs, onExceed: 'refuse' },
])

export const feedback = limited('feedback', [
  { per: 'account', max: 10, windowMs: hourMs, onExceed: 'refuse' },
])

export const imageUploads = limited('image', [
  { per: 'account', max: 20, windowMs: hourMs, onExceed: 'refuse' },
  { per: 'account', max: 100_000, unit: 'kilobytes', windowMs: hourMs, onExceed: 'refuse' },
])

export const documentUploads = limited('document-upload', [
  { per: 'account', max: 20, windowMs: hourMs, onExceed: 'refuse' },
  { per: 'account', max: 100_000, unit: 'kilobytes', windowMs: hourMs, onExceed: 'refuse' },
])

/** A machine cannot solve a challenge, and the provider signs what it sends. */
export const webhooks = limited('webhook', [
  { per: 'network', max: 60, windowMs: minuteMs, onExceed: 'refuse', counts: 'refused' },
])
