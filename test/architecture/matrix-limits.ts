import type { LimitedPolicy, RateLimit, RateLimitPolicy } from '#server/policy/rate-limit.ts'
import * as may from '#server/policy/rules.ts'

/** The limit of every rule. A rule without one does not type-check here. */
export const limitByRule: Record<keyof typeof may, string> = {
  readPage: 'reads',
  releasePayouts: 'change',
  readPolicyValues: 'reads',
  submitPage: 'page-form',
  chooseLanguage: 'reads',
  readHealth: 'unlimited',
  readMetrics: 'reads',
  readMailbox: 'reads',
  signUp: 'sign-up',
  signIn: 'login',
  readSession: 'reads',
  signOut: 'session-end',
  useActionCode: 'action-code',
  requestReset: 'reset-mail',
  resendVerification: 'verification-mail',
  updateAccount: 'account-change',
  readOwnData: 'export',
  deleteAccount: 'security-change',
  readAcceptedTerms: 'reads',
  acceptTerms: 'change',
  readTwoFactor: 'reads',
  manageTwoFactor: 'security-change',
  listSessions: 'reads',
  endSessions: 'change',
  endSession: 'change',
  sendFeedback: 'feedback',
  listCampaigns: 'reads',
  readCampaign: 'reads',
  readDeletedCampaign: 'reads',
  listEvidence: 'reads',
  readEvidence: 'reads',
  listOwnCampaigns: 'reads',
  createCampaign: 'campaign',
  readCampaignForm: 'reads',
  editCampaign: 'campaign-edit',
  endCampaign: 'change',
  readHistory: 'reads',
  deleteCampaign: 'change',
  readConsents: 'reads',
  withdrawConsent: 'change',
  readDraft: 'reads',
  editDraft: 'change',
  uploadImage: 'image',
  readImage: 'reads',
  uploadDocument: 'document-upload',
  listDraftDocuments: 'reads',
  addCampaignDocument: 'document-upload',
  listCampaignDocuments: 'reads',
  readDocument: 'document',
  publishDocument: 'change',
  deleteDocument: 'change',
  readShareImage: 'document',
  readFeed: 'reads',
  listBanks: 'document',
  reportCampaign: 'report',
  readReports: 'reads',
  moderateCampaign: 'change',
  decideAppeal: 'change',
  appealDecision: 'appeal',
  readDecision: 'reads',
  readYearlyFigures: 'reads',
  listReviews: 'reads',
  reviewCampaign: 'change',
  undoDecision: 'change',
  cancelCampaign: 'change',
  donate: 'donation',
  readReceipt: 'reads',
  downloadReceipt: 'document',
  resendReceipt: 'receipt-mail',
  verifyReceipt: 'reads',
  readReceiptKeys: 'reads',
  readLog: 'reads',
  readCampaignLedger: 'reads',
  downloadCampaignLedger: 'document',
  readStatement: 'document',
  refundDonation: 'refund',
  readRefundQuote: 'reads',
  readRefundAccount: 'reads',
  submitRefundAccount: 'refund-account',
  readOverview: 'reads',
  readAccountOverview: 'reads',
  listTransactions: 'reads',
  exportTransactions: 'document',
  readMyDonations: 'reads',
  claimDonations: 'change',
  readGuestDonations: 'reads',
  downloadGuestStatement: 'document',
  readMoney: 'reads',
  exportDonations: 'document',
  thankDonors: 'change',
  unsubscribe: 'unsubscribe',
  confirmAddress: 'mail-link',
  reportMessage: 'mail-link',
  secureAccount: 'mail-link',
  requestGuestData: 'guest-data-mail',
  useGuestDataLink: 'mail-link',
  readAdmin: 'reads',
  readRecipients: 'reads',
  readRefunds: 'reads',
  readStaffActions: 'reads',
  replayEvent: 'change',
  runLedgerCheck: 'change',
  resolveQuarantine: 'change',
  acknowledgeDifference: 'change',
  writeOff: 'change',
  retryMail: 'change',
  retryRefund: 'change',
  removeSuppression: 'change',
  retryJob: 'change',
  receivePayment: 'webhook',
}

/** The limits of every policy, as the decision record states them. */
export const linesByPolicy: Record<string, string[]> = {
  change: ['120 in 10 minutes per account: refuse'],
  'page-form': ['60 a minute per network: challenge'],
  'session-end': ['60 a minute per network: challenge'],
  document: ['60 an hour per account: refuse', '60 an hour per subject: refuse'],
  export: ['10 an hour per account: refuse'],
  'sign-up': [
    '2 a minute per network: challenge',
    '10 an hour per network: challenge',
    '1 accepted in 10 minutes per email: challenge',
    '5 accepted a day per email: refuse',
    '300 accepted an hour per global: refuse',
  ],
  login: ['5 a minute per network: challenge', 'block global: challenge', 'delays by email'],
  'reset-mail': [
    '5 a day per network: challenge',
    '1 accepted a minute per email: refuse',
    '5 accepted a day per email: refuse',
    '300 accepted an hour per global: refuse',
  ],
  'guest-data-mail': [
    '5 a day per network: challenge',
    '1 accepted a minute per email: refuse',
    '5 accepted a day per email: refuse',
    '300 accepted an hour per global: refuse',
  ],
  'verification-mail': [
    '20 a day per network: challenge',
    '1 accepted a minute per account: refuse',
    '5 accepted a day per account: refuse',
    '300 accepted an hour per global: refuse',
  ],
  'action-code': ['10 refused in 15 minutes per network: challenge'],
  'account-change': [
    '120 in 10 minutes per account: refuse',
    '5 a day per email-change: refuse',
    '1 accepted a minute per new-email: refuse',
    '5 accepted a day per new-email: refuse',
    'delays by account',
  ],
  'security-change': ['120 in 10 minutes per account: refuse', 'delays by account'],
  donation: [
    '60 a minute per network: challenge',
    '5 a minute per network: challenge',
    '20 an hour per network: challenge',
    '2 an hour per email-and-campaign: challenge',
    '10 an hour per email: email-code',
    '10 an hour per proven-email: refuse',
    '30 a minute per campaign: challenge',
    'block network: email-code',
    'block email: email-code',
    'block campaign: email-code',
    'block global: email-code',
    'block proven-email: refuse',
    'starts a checkout',
  ],
  'receipt-mail': ['20 an hour per network: challenge', '10 an hour per subject: refuse'],
  refund: ['30 an hour per network: challenge', '10 an hour per subject: refuse'],
  'refund-account': ['20 an hour per network: challenge', '10 an hour per subject: refuse'],
  unsubscribe: ['20 an hour per subject: refuse'],
  'mail-link': ['20 an hour per subject: refuse'],
  campaign: ['5 accepted a day per network: challenge', '3 accepted a day per account: refuse'],
  'campaign-edit': ['20 an hour per account: refuse', 'delays by account'],
  report: ['5 an hour per network: challenge', '30 an hour per campaign: challenge'],
  appeal: ['10 a day per account: refuse'],
  feedback: ['10 an hour per account: refuse'],
  image: ['20 an hour per account: refuse', '100000 kilobytes an hour per account: refuse'],
  'document-upload': [
    '20 an hour per account: refuse',
    '100000 kilobytes an hour per account: refuse',
  ],
  webhook: ['60 refused a minute per network: refuse'],
}

const spans: Record<number, string> = {
  60_000: 'a minute',
  600_000: 'in 10 minutes',
  900_000: 'in 15 minutes',
  3_600_000: 'an hour',
  86_400_000: 'a day',
}

const limits = new Map<string, RateLimitPolicy>(
  Object.entries(may).map(([name, { limit }]) => [name, limit]),
)

export function getLimit(rule: keyof typeof may): RateLimitPolicy {
  const limit = limits.get(rule)
  if (!limit) throw new Error(`there is no rule ${rule}`)
  return limit
}

const toLimitName = (policy: RateLimitPolicy) =>
  policy.kind === 'limited' ? policy.name : policy.kind

function toLines({ limits, blocks = [], delays, startsCheckout }: LimitedPolicy): string[] {
  return [
    ...limits.map(toLine),
    ...blocks.map(({ per, onExceed }) => `block ${per}: ${onExceed}`),
    ...(delays ? [`delays by ${delays}`] : []),
    ...(startsCheckout ? ['starts a checkout'] : []),
  ]
}

function toLine({ max, unit, counts, windowMs, per, onExceed }: RateLimit): string {
  const what = [max, unit, counts, spans[windowMs] ?? windowMs].filter(Boolean).join(' ')
  return `${what} per ${per}: ${onExceed}`
}

/** The first difference of a route's limit from the tables as a sentence, or undefined. */
export function findLimitDifference(
  route: string,
  rule: keyof typeof may,
  policy: RateLimitPolicy,
): string | undefined {
  const name = toLimitName(policy)
  if (name !== limitByRule[rule])
    return `${route}: expected the limit ${limitByRule[rule]}, was ${name}`
  if (policy.kind !== 'limited') return isCheapRead(route) ? undefined : `${route} has no limit`
  const [expected, found] = [linesByPolicy[name] ?? [], toLines(policy)].map((lines) =>
    lines.join('\n'),
  )
  return expected === found ? undefined : `${route}: expected '${expected}', was '${found}'`
}

/** Requests that change nothing, send nothing, check no password and compute no document. */
function isCheapRead(route: string): boolean {
  // Only sets a cookie, so it shares the limit of the reads.
  if (route === 'POST /language') return true
  return route.startsWith('GET ') && !/\.(pdf|csv)$|\/data$|\/share\/|\/banks$/.test(route)
}
