import { formatDuration } from '#shared/duration.ts'
import { terms, type TermName } from '#shared/terms.ts'

import type { PolicySection } from './policy.ts'

/** What people read for each term. Null where another section names the term, or where no data of a person is meant. */
const names: Record<TermName, string | null> = {
  sessionIdle: null,
  session: null,
  knownDevice: null,
  languageCookie: null,
  verificationCode: null,
  passwordCode: null,
  secureAccountLink: null,
  followLink: null,
  unconfirmedAccount: 'Account whose address was not confirmed, without donations and campaigns',
  accountEvent: 'Record of logins, changed passwords and other account events',
  guestLink: null,
  draft: 'Draft of a campaign',
  submissionKey: null,
  unusedImage: 'Uploaded picture that no campaign uses',
  unusedDocument: 'Uploaded document that no campaign and no draft has',
  campaignRejection: 'Record of a rejected campaign',
  scheduledDecision: null,
  cachedImage: null,
  closedReport: 'Report of a campaign',
  campaignEvidence: 'What reviewers need of a deleted campaign that had donations or reports',
  thankYouMessage: 'Thank-you message',
  unconfirmedQuestion: 'Question to an organiser whose address was not confirmed',
  campaignQuestion: 'Question to an organiser, and the answer',
  moneyRecords: 'Donations, refunds and payouts',
  donationKey: null,
  donorRefund: null,
  delayedRefund: null,
  refundLink: null,
  transferClaim: 'Last digits of the account that a bank transfer came from',
  payeeLink: null,
  webhook: 'What the payment provider reported about a payment',
  ledgerCheck: null,
  mail: 'Email that we sent you',
  failedMailText: null,
  suppressedAddress: 'Address that a mail server called unknown',
  accessLog: 'Record of who among our staff read your data',
  auditLog: 'Record of what admins did',
  feedback: 'Feedback',
  failedJob: null,
  failingItem: null,
}

/** One row for each kind of data, with the term that the nightly deletion applies. */
export function toRetentionSection(): PolicySection {
  const listed = Object.entries(names) as [TermName, string | null][]
  return {
    title: 'How long we keep data',
    paragraphs: [
      'Your account, your campaigns and their pictures are kept until you delete them. Everything else has a term, after which it is deleted. Years are counted from the end of the calendar year.',
    ],
    rows: listed.flatMap(([term, name]) =>
      name === null
        ? []
        : [{ name, text: `${formatDuration(terms[term])} after ${terms[term].from}.` }],
    ),
  }
}
