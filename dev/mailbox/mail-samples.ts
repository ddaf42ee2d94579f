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
import { guestDataMail } from '#server/people/privacy/personal-data.ts'
import { transferClaimMail } from '#server/platform/mail/transfer-claim-mail.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Reader } from '#server/platform/mail/write-mail.ts'
import { appealMail, reportOutcomeMail, statementMail } from '#server/staff/moderation/decisions.ts'
import { payoutMail, payoutsHeldMail } from '#server/money/payouts/donation-payouts.ts'
import { monthlyMail } from '#server/money/donations/monthly.ts'
import { receiptMail } from '#server/money/receipts/receipts.ts'
import * as refunds from '#server/money/refunds/refund-notices.ts'
import * as questions from '#server/people/supporters/mails.ts'
import {
  digestMail,
  endMail,
  followMail,
  thankYouMail,
  updateMail,
} from '#server/people/supporters/mails.ts'
import { updateReminderMail } from '#server/people/supporters/updates.ts'
import { texts } from '#server/text/texts.ts'

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

const paid = { accounted: kobo(180_000_00), paidOut: kobo(240_000_00) }

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

export type InLanguage = (reader: Reader) => Mail | undefined

const events = Object.keys(texts.en.campaign.events) as (keyof typeof texts.en.campaign.events)[]
const memberEvents = Object.keys(texts.en.member.events) as (keyof typeof texts.en.member.events)[]
const changes = Object.keys(texts.en.account.notices) as (keyof typeof texts.en.account.notices)[]
const reversals = Object.keys(texts.en.refund.reversed.reasons) as ('refund' | 'chargeback')[]

/** Every mail to people who are not staff, by the name of its function. */
export const mailSamples: Readonly<Record<string, readonly InLanguage[]>> = {
  payeeQuestionMail: [(reader) => payee.payeeQuestionMail(reader, { ...asked, url })],
  payeeConfirmedMail: [(reader) => payee.payeeConfirmedMail(reader, { ...asked, url })],
  payeeAnswerMail: payeeAnswers.map(
    (answer) => (reader) => payee.payeeAnswerMail(reader, { ...asked, answer, url }),
  ),
  memberMail: [
    ...memberEvents.map(
      (event) => (reader: Reader) => memberMail(reader, event, { ...asked, url }),
    ),
    ...requestKinds.map(
      (kind) => (reader: Reader) => memberMail(reader, 'asked', { ...asked, url, kind }),
    ),
  ],
  verificationMail: [(reader) => account.verificationMail(reader, link)],
  resetMail: [(reader) => account.resetMail(reader, link)],
  emailChangeMail: [(reader) => account.emailChangeMail(reader, link)],
  signUpAttemptMail: [(reader) => account.signUpAttemptMail(reader, link)],
  accountDeletedMail: [(reader) => account.accountDeletedMail(reader)],
  accountNoticeMail: [
    ...changes.map((change) => (reader: Reader) => accountNoticeMail(reader, change, notice)),
    (reader) => accountNoticeMail(reader, 'addressChanged', { ...notice, isFormerAddress: true }),
  ],
  guestDataMail: [(reader) => guestDataMail(reader, url)],
  transferClaimMail: [
    (reader) => transferClaimMail(reader, { title: typed.title, amount: kobo(5_000_00), url }),
  ],
  donationCodeMail: [(reader) => donationCodeMail(reader, 'K3M9-QXD7')],
  consentWithdrawnMail: [(reader) => consentWithdrawnMail(reader, { title: typed.title, url })],
  newAccountMail: [
    { heldUntil: undefined, isApproved: false },
    { heldUntil: undefined, isApproved: true },
    { heldUntil: new Date('2027-03-12T13:05:00Z'), isApproved: true },
  ].map(
    (state) => (reader) =>
      newAccountMail(reader, { title: typed.title, last4: '6789', ...state, url }),
  ),
  lifecycleMail: events.map((event) => (reader) => lifecycleMail(reader, event, { ...typed, url })),
  statementMail: [freezeStatement, takedownStatement].map(
    (statement) => (reader) => statementMail(reader, { ...typed, statement, url }),
  ),
  appealMail: decisionKinds.flatMap((kind) =>
    (['upheld', 'overturned'] as const).map(
      (outcome): InLanguage =>
        (reader) =>
          appealMail(reader, { ...typed, kind, outcome, url }),
    ),
  ),
  reportOutcomeMail: caseOutcomes.map(
    (outcome) => (reader) =>
      reportOutcomeMail(reader, { ...typed, reference: 'R-7K3M-9QXD', outcome }),
  ),
  payoutsHeldMail: [(reader) => payoutsHeldMail(reader, refund)],
  payoutMail: [new Date('2026-05-04T09:00:00Z'), null].map(
    (at) => (reader) => payoutMail(reader, { ...refund, at, last4: at ? '6789' : null }),
  ),
  receiptMail: [null, 'once', `${url}/end`].map(
    (monthly) => (reader) =>
      receiptMail({ ...reader, facts, urls, hasProof: monthly === null, monthly }),
  ),
  monthlyMail: (['notice', 'confirm', 'failed', 'campaign', 'dispute', 'failures'] as const).map(
    (kind) => (reader) =>
      monthlyMail(reader, {
        kind,
        ...refund,
        day: '2027-02-28',
        endUrl: `${url}/end`,
        donateUrl: `${url}/donate`,
        confirmUrl: `${url}/confirm`,
      }),
  ),
  heldPaymentMail: [
    (reader) =>
      refunds.heldPaymentMail(reader, {
        ...refund,
        arrived: kobo(4_000_00),
        asked: kobo(5_000_00),
        until: new Date('2026-05-04T09:00:00Z'),
      }),
  ],
  refundMail: [(reader) => refunds.refundMail(reader, refund)],
  reversalMail: reversals.map(
    (kind) => (reader) => refunds.reversalMail(reader, { ...refund, kind }),
  ),
  donorRefundMail: [(reader) => refunds.donorRefundMail(reader, refund)],
  refundRequestedMail: [true, false].map(
    (isDelayed) => (reader) =>
      refunds.refundRequestedMail(reader, { ...refund, ...fees, isDelayed }),
  ),
  refundDoneMail: [true, false].map(
    (isToAccount) => (reader) => refunds.refundDoneMail(reader, { ...refund, isToAccount }),
  ),
  bankAccountMail: [true, false].map(
    (wasRefused) => (reader) => refunds.bankAccountMail(reader, { ...refund, wasRefused }),
  ),
  ownRefundGivenUpMail: [true, false].map(
    (isReversed) => (reader) => refunds.ownRefundGivenUpMail(reader, { ...refund, isReversed }),
  ),
  ownRefundWaitsMail: [true, false].map(
    (needsSecond) => (reader) =>
      refunds.ownRefundWaitsMail(reader, { ...refund, isDelayed: true, needsSecond }),
  ),
  refundLinkMail: [(reader) => refunds.refundLinkMail(reader, refund)],
  refundGivenUpMail: [(reader) => refunds.refundGivenUpMail(reader, refund)],
  thankYouMail: [(reader) => thankYouMail(reader, thankYou)],
  updateMail: [
    (reader) => updateMail(reader, update),
    (reader) => updateMail(reader, { ...update, images: [image], follows: true, spending: paid }),
  ],
  digestMail: [
    (reader) =>
      digestMail(reader, { ...update, items: [update, update].map((each) => ({ ...each, url })) }),
  ],
  confirmQuestionMail: [
    (reader) => questions.confirmQuestionMail(reader, { title: typed.title, url }),
  ],
  questionMail: [(reader) => questions.questionMail(reader, { ...question, url })],
  answerMail: [
    (reader) => questions.answerMail(reader, { ...question, answer: 'Ó dàbọ̀.', campaignUrl: url }),
  ],
  updateReminderMail: [
    (reader) => updateReminderMail(reader, { title: typed.title, url: `${url}/updates` }),
  ],
  followMail: [
    (reader) => followMail(reader, { campaign: typed.title, url }),
    (reader) => followMail(reader, { campaign: typed.title, url, remindOnly: true }),
  ],
  endMail: [
    (reader) =>
      endMail(reader, {
        campaign: typed.title,
        endDate: '2026-12-19',
        url,
        unsubscribeUrl: `${url}/unsubscribe`,
      }),
  ],
}
