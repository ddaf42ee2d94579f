/** How long something is kept after `from`, and why. Years count from the end of the calendar year in Lagos. */
export type Term = { from: string; reason: string } & (
  | { minutes: number }
  | { hours: number }
  | { days: number }
  | { years: number }
)

const accounting =
  'CAMA 2020 s. 375 and the tax acts ask for accounting records of six years; NDPA 2023 s. 25 (1) (b) (iii).'

/** How long Ajo keeps what. Code, policies and the data inventory read each number here. */
export const terms = {
  // Accounts
  sessionIdle: { days: 14, from: 'the last use', reason: 'A forgotten login ends by itself.' },
  session: { days: 30, from: 'the login', reason: 'A stolen session ends by itself.' },
  knownDevice: {
    days: 400,
    from: 'the last login',
    reason: 'The browser keeps the cookie as long, and a known device causes no notice.',
  },
  languageCookie: {
    days: 400,
    from: 'the choice',
    reason: 'A language or a currency is chosen once per browser.',
  },
  verificationCode: { hours: 24, from: 'the mail', reason: 'People read mails within a day.' },
  passwordCode: { minutes: 30, from: 'the mail', reason: 'The person waits for this mail.' },
  secureAccountLink: {
    days: 7,
    from: 'the notice',
    reason: 'The owner of an account needs time to read the notice.',
  },
  unconfirmedAccount: {
    days: 7,
    from: 'the sign-up',
    reason: 'The address may belong to another person.',
  },
  accountEvent: {
    years: 2,
    from: 'the event',
    reason: 'A taken-over account is often noticed late; NDPA 2023 s. 39 asks for security.',
  },
  guestLink: {
    minutes: 30,
    from: 'the mail',
    reason: 'A link that opens or erases a guest’s data must not work for long.',
  },
  followLink: {
    days: 7,
    from: 'the mail',
    reason: 'A visitor may read the mail days later, and nothing is stored before.',
  },
  // Campaigns
  payeeLink: {
    days: 14,
    from: 'the mail',
    reason: 'The person who receives the money may read mails seldom.',
  },
  invitation: {
    days: 7,
    from: 'the mail',
    reason: 'An invitation that nobody wants must not wait for ever.',
  },
  memberRequest: {
    days: 7,
    from: 'the request',
    reason:
      'The other person needs some days to read the mail, and an old request is no longer meant.',
  },
  draft: { days: 180, from: 'the last save', reason: 'A wizard may wait for documents.' },
  replacedDraft: {
    days: 30,
    from: 'the other save',
    reason: 'A person may notice late that a text was typed on another device.',
  },
  submissionKey: { days: 1, from: 'the form', reason: 'A repeated form must take effect once.' },
  unusedImage: {
    days: 1,
    from: 'the upload',
    reason: 'The form with the image is saved within a day.',
  },
  unusedDocument: {
    days: 1,
    from: 'the upload',
    reason: 'The draft with the document is saved within a day.',
  },
  campaignRejection: {
    years: 2,
    from: 'the rejection',
    reason: 'Rejected campaigns come back under other names.',
  },
  scheduledDecision: {
    days: 1,
    from: 'the decision',
    reason: 'A reviewer reads within a day why a decision was not applied.',
  },
  cachedImage: {
    days: 1,
    from: 'the download',
    reason: 'A browser may show an image again without asking.',
  },
  closedReport: {
    years: 2,
    from: 'the decision',
    reason: 'Appeals and repeated abuse are judged by earlier reports.',
  },
  campaignEvidence: {
    years: 6,
    from: 'the deletion',
    reason:
      'Limitation acts give six years to claims from a contract; NDPA 2023 s. 25 (1) (b) (v).',
  },
  thankYouMessage: {
    years: 2,
    from: 'the message',
    reason: 'Complaints about a message are answered with its text.',
  },
  unconfirmedQuestion: {
    hours: 24,
    from: 'the form',
    reason: 'People read mails within a day, and the address may belong to another person.',
  },
  campaignQuestion: {
    years: 2,
    from: 'the question',
    reason: 'Complaints about a question or an answer are answered with its text.',
  },
  webhookDelivery: {
    days: 30,
    from: 'the event',
    reason: 'An organiser whose program was down sends the events again.',
  },
  // Money
  moneyRecords: { years: 6, from: 'the last event', reason: accounting },
  donationKey: { hours: 24, from: 'the form', reason: 'A repeated form must take effect once.' },
  donorRefund: {
    hours: 24,
    from: 'the payment',
    reason: 'A mistake is noticed within a day, before the money is on its way to the campaign.',
  },
  delayedRefund: {
    hours: 24,
    from: 'the request',
    reason: 'An admin checks large refunds once a day.',
  },
  refundLink: {
    days: 7,
    from: 'the mail',
    reason: 'A donor needs time to find the account number.',
  },
  transferClaim: {
    days: 90,
    from: 'the transfer',
    reason: 'The sender claims the receipt by the last digits of the account.',
  },
  webhook: { years: 6, from: 'the arrival', reason: accounting },
  ledgerCheck: {
    days: 90,
    from: 'the check',
    reason: 'A fault is traced back to its first sight.',
  },
  // Mails
  mail: {
    days: 30,
    from: 'the mail',
    reason: 'Questions about a missing mail are answered from the list.',
  },
  /** Address, subject and text. Those of a sent mail are removed within minutes. */
  failedMailText: {
    days: 1,
    from: 'the failure',
    reason: 'An admin may send a failed mail again within a day.',
  },
  suppressedAddress: {
    years: 1,
    from: 'the refusal',
    reason: 'A mail server blocks senders who keep writing to such addresses.',
  },
  // Operation
  accessLog: {
    years: 2,
    from: 'the read',
    reason: 'Misuse by staff is often reported late; NDPA 2023 s. 39.',
  },
  auditLog: { years: 6, from: 'the action', reason: accounting },
  feedback: { years: 2, from: 'the message', reason: 'Requests are answered and compared.' },
  failedJob: {
    days: 7,
    from: 'the last attempt',
    reason: 'An admin finds the cause within a week, and may run the job again.',
  },
  failingItem: {
    days: 90,
    from: 'the last failure',
    reason: 'An item that nobody tries any more explains nothing.',
  },
} as const satisfies Record<string, Term>

export type TermName = keyof typeof terms

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 }

export function toTermMs(term: Exclude<Term, { years: number }>): number {
  if ('minutes' in term) return term.minutes * unitMs.minutes
  return 'hours' in term ? term.hours * unitMs.hours : term.days * unitMs.days
}

/** What began before this moment has reached the end of its term. */
export function toTermStart(term: Term, now: Date): Date {
  if (!('years' in term)) return new Date(now.getTime() - toTermMs(term))
  const lagosHourMs = unitMs.hours
  const year = new Date(now.getTime() + lagosHourMs).getUTCFullYear()
  return new Date(Date.UTC(year - term.years, 0, 1) - lagosHourMs)
}
