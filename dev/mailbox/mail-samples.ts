import type { Language } from '#shared/language.ts'
import { requestKinds } from '#shared/campaign-member.ts'
import { caseOutcomes, decisionKinds, type Statement } from '#shared/moderation.ts'
import { kobo } from '#shared/money.ts'
import { payeeAnswers } from '#shared/payee.ts'
import { consentWithdrawnMail } from '#server/campaigns/lifecycle/consents.ts'
import { memberMail } from '#server/campaigns/members/members.ts'
import * as payee from '#server/campaigns/payee/payee-rows.ts'
import { lifecycleMail } from '#server/campaigns/lifecycle/lifecycle.ts'
import { newAccountMail } from '#server/campaigns/lifecycle/new-account.ts'
import * as account from '#server/platform/mail/account-mail.ts'
import { accountNoticeMail } from '#server/platform/mail/account-mail.ts'
import { donationCodeMail } from '#server/platform/rate-limits/proofs.ts'
import { guestDataMail } from '#server/people/privacy/guest-data.ts'
import { transferClaimMail } from '#server/platform/mail/transfer-claim-mail.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { appealMail, reportOutcomeMail, statementMail } from '#server/staff/moderation/decisions.ts'
import { payoutMail, payoutsHeldMail } from '#server/money/payouts/donation-payouts.ts'
import { receiptMail } from '#server/money/receipts/receipts.ts'
import * as refunds from '#server/money/refunds/refund-notices.ts'
import * as questions from '#server/people/supporters/mails.ts'
import { endMail, followMail, thankYouMail, updateMail } from '#server/people/supporters/mails.ts'
import { updateReminderMail } from '#server/people/supporters/updates.ts'
import { texts } from '#server/text/texts.ts'

const to = 'ada@example.com'
const link = { publicUrl: 'https://ajo.example', code: 'c'.repeat(43) }
const url = 'https://ajo.example/donations/abc'
/** What people typed. */
export const typed = { title: 'Ìyá wa', reason: 'Ó tó.\n\nÓ dàbọ̀.' }
const refund = { ...typed, amount: kobo(1_234_50), url }
const fees = { fee: kobo(100_00), total: kobo(1_334_50) }
const notice = { secureUrl: 'https://ajo.example/s', supportEmail: 'help@ajo.example' }
const facts = {
  number: '2026-ABCD-EFGH',
  code: 'ABCDEFGHJKLMNPQRSTUV',
  amount: kobo(5_000_00),
  donatedAt: new Date('2026-05-01T09:00:00Z'),
  mode: 'test' as const,
  campaign: { id: 'a', title: typed.title },
  subject: 'donation:a',
}
const urls = { donation: url, verification: `${url}/v`, confirmation: `${url}/c` }
const thankYou = {
  campaignId: 'a',
  title: typed.title,
  message: typed.reason,
  campaignUrl: `${url}/c`,
  reportUrl: `${url}/r`,
  unsubscribeUrl: `${url}/u`,
}

const image = { id: 'a'.repeat(64), alt: 'Ìyá wa', width: 800, height: 500 }
const update = {
  campaignId: 'a',
  title: typed.title,
  text: typed.reason,
  campaign: typed.title,
  images: [],
  updatesUrl: `${url}/updates`,
  follows: false,
  unsubscribeUrl: `${url}/u`,
}

const freezeStatement = {
  kind: 'freeze',
  ground: null,
  publicReason: null,
  reason: typed.reason,
  reportReasons: [],
  at: '2026-05-01T09:00:00.000Z',
  appealUntil: '2026-05-31T09:00:00.000Z',
} satisfies Statement
const takedownStatement = {
  ...freezeStatement,
  kind: 'takedown',
  ground: 'fraud',
  publicReason: 'Ó tó.',
  reportReasons: ['fraud', 'other'],
} satisfies Statement

const question = { title: typed.title, name: 'Bísí', question: typed.reason }
const asked = { name: 'Bísí', organiser: 'Àdá Òbí', title: typed.title }

export type InLanguage = (language: Language) => Mail | undefined

const events = Object.keys(texts.en.campaign.events) as (keyof typeof texts.en.campaign.events)[]
const memberEvents = Object.keys(texts.en.member.events) as (keyof typeof texts.en.member.events)[]
const changes = Object.keys(texts.en.account.notices) as (keyof typeof texts.en.account.notices)[]
const reversals = Object.keys(texts.en.refund.reversed.reasons) as ('refund' | 'chargeback')[]

/** Every mail to people who are not staff, by the name of its function. */
export const mailSamples: Readonly<Record<string, readonly InLanguage[]>> = {
  payeeQuestionMail: [(language) => payee.payeeQuestionMail(to, language, { ...asked, url })],
  payeeConfirmedMail: [(language) => payee.payeeConfirmedMail(to, language, { ...asked, url })],
  payeeAnswerMail: payeeAnswers.map(
    (answer) => (language) => payee.payeeAnswerMail(to, language, { ...asked, answer, url }),
  ),
  memberMail: [
    ...memberEvents.map(
      (event) => (language: Language) => memberMail(to, language, event, { ...asked, url }),
    ),
    ...requestKinds.map(
      (kind) => (language: Language) => memberMail(to, language, 'asked', { ...asked, url, kind }),
    ),
  ],
  verificationMail: [(language) => account.verificationMail(to, language, link)],
  resetMail: [(language) => account.resetMail(to, language, link)],
  emailChangeMail: [(language) => account.emailChangeMail(to, language, link)],
  signUpAttemptMail: [(language) => account.signUpAttemptMail(to, language, link)],
  accountDeletedMail: [(language) => account.accountDeletedMail(to, language)],
  accountNoticeMail: [
    ...changes.map(
      (change) => (language: Language) => accountNoticeMail(to, language, change, notice),
    ),
    (language) =>
      accountNoticeMail(to, language, 'addressChanged', { ...notice, isFormerAddress: true }),
  ],
  guestDataMail: [(language) => guestDataMail(to, language, url)],
  transferClaimMail: [
    (language) =>
      transferClaimMail(to, language, { title: typed.title, amount: kobo(5_000_00), url }),
  ],
  donationCodeMail: [(language) => donationCodeMail(to, language, 'K3M9-QXD7')],
  consentWithdrawnMail: [
    (language) => consentWithdrawnMail(to, language, { title: typed.title, url }),
  ],
  newAccountMail: [
    { heldUntil: undefined, isApproved: false },
    { heldUntil: undefined, isApproved: true },
    { heldUntil: new Date('2027-03-12T13:05:00Z'), isApproved: true },
  ].map(
    (state) => (language) =>
      newAccountMail(to, language, { title: typed.title, last4: '6789', ...state, url }),
  ),
  lifecycleMail: events.map(
    (event) => (language) => lifecycleMail(to, language, event, { ...typed, url }),
  ),
  statementMail: [freezeStatement, takedownStatement].map(
    (statement) => (language) => statementMail(to, language, { ...typed, statement, url }),
  ),
  appealMail: decisionKinds.flatMap((kind) =>
    (['upheld', 'overturned'] as const).map(
      (outcome): InLanguage =>
        (language) =>
          appealMail(to, language, { ...typed, kind, outcome, url }),
    ),
  ),
  reportOutcomeMail: caseOutcomes.map(
    (outcome) => (language) =>
      reportOutcomeMail(to, language, { ...typed, reference: 'R-7K3M-9QXD', outcome }),
  ),
  payoutsHeldMail: [(language) => payoutsHeldMail(to, language, refund)],
  payoutMail: [new Date('2026-05-04T09:00:00Z'), null].map(
    (at) => (language) => payoutMail(to, language, { ...refund, at, last4: at ? '6789' : null }),
  ),
  receiptMail: [true, false].map(
    (hasProof) => (language) => receiptMail({ to, language, facts, urls, hasProof }),
  ),
  heldPaymentMail: [
    (language) =>
      refunds.heldPaymentMail(to, language, {
        ...refund,
        arrived: kobo(4_000_00),
        asked: kobo(5_000_00),
        until: new Date('2026-05-04T09:00:00Z'),
      }),
  ],
  refundMail: [(language) => refunds.refundMail(to, language, refund)],
  reversalMail: reversals.map(
    (kind) => (language) => refunds.reversalMail(to, language, { ...refund, kind }),
  ),
  donorRefundMail: [(language) => refunds.donorRefundMail(to, language, refund)],
  refundRequestedMail: [true, false].map(
    (isDelayed) => (language) =>
      refunds.refundRequestedMail(to, language, { ...refund, ...fees, isDelayed }),
  ),
  refundDoneMail: [true, false].map(
    (isToAccount) => (language) => refunds.refundDoneMail(to, language, { ...refund, isToAccount }),
  ),
  bankAccountMail: [true, false].map(
    (wasRefused) => (language) => refunds.bankAccountMail(to, language, { ...refund, wasRefused }),
  ),
  ownRefundGivenUpMail: [true, false].map(
    (isReversed) => (language) =>
      refunds.ownRefundGivenUpMail(to, language, { ...refund, isReversed }),
  ),
  ownRefundWaitsMail: [true, false].map(
    (needsSecond) => (language) =>
      refunds.ownRefundWaitsMail(to, language, { ...refund, isDelayed: true, needsSecond }),
  ),
  refundLinkMail: [(language) => refunds.refundLinkMail(to, language, refund)],
  refundGivenUpMail: [(language) => refunds.refundGivenUpMail(to, language, refund)],
  thankYouMail: [(language) => thankYouMail(to, language, thankYou)],
  updateMail: [
    (language) => updateMail(to, language, update),
    (language) => updateMail(to, language, { ...update, images: [image], follows: true }),
  ],
  confirmQuestionMail: [
    (language) => questions.confirmQuestionMail(to, language, { title: typed.title, url }),
  ],
  questionMail: [(language) => questions.questionMail(to, language, { ...question, url })],
  answerMail: [
    (language) =>
      questions.answerMail(to, language, { ...question, answer: 'Ó dàbọ̀.', campaignUrl: url }),
  ],
  updateReminderMail: [
    (language) => updateReminderMail(to, language, { title: typed.title, url: `${url}/updates` }),
  ],
  followMail: [
    (language) => followMail(to, language, { campaign: typed.title, url }),
    (language) => followMail(to, language, { campaign: typed.title, url, remindOnly: true }),
  ],
  endMail: [
    (language) =>
      endMail(to, language, {
        campaign: typed.title,
        endDate: '2026-12-19',
        url,
        unsubscribeUrl: `${url}/unsubscribe`,
      }),
  ],
}
