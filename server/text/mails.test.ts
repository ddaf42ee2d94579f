import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { languageCodes, type Language } from '#shared/language.ts'
import { caseOutcomes, decisionKinds, type Statement } from '#shared/moderation.ts'
import { payeeAnswers } from '#shared/payee.ts'
import { kobo } from '#shared/money.ts'

import { consentWithdrawnMail } from '../campaigns/lifecycle/consent-mail.ts'
import * as payee from '../campaigns/payee/payee-mail.ts'
import { lifecycleMail } from '../campaigns/lifecycle/lifecycle-mail.ts'
import { newAccountMail } from '../campaigns/lifecycle/new-account.ts'
import * as account from '../mail/account-mail.ts'
import { accountNoticeMail, formerAddressMail } from '../mail/account-notices.ts'
import { donationCodeMail } from '../mail/donation-code-mail.ts'
import { guestDataMail } from '../mail/guest-data-mail.ts'
import { transferClaimMail } from '../mail/transfer-claim-mail.ts'
import type { Mail } from '../mail/mail.ts'
import { appealMail } from '../moderation/appeals/appeal-mail.ts'
import { reportOutcomeMail } from '../moderation/reports/report-outcome-mail.ts'
import { statementMail } from '../moderation/decisions/statement-mail.ts'
import { payoutMail } from '../payouts/payout-mail.ts'
import { receiptMail } from '../receipts/receipt-mail.ts'
import * as refunds from '../refunds/refund-mail.ts'
import { thankYouMail } from '../supporters/thank-you-mail.ts'
import * as questions from '../supporters/questions/question-mails.ts'
import { updateMail } from '../supporters/updates/update-mail.ts'
import { texts } from './texts.ts'

const to = 'ada@example.com'
const link = { publicUrl: 'https://ajo.example', code: 'c'.repeat(43) }
const url = 'https://ajo.example/donations/abc'
const typed = { title: 'Ìyá wa', reason: 'Ó tó.\n\nÓ dàbọ̀.' }
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
}
const urls = { donation: url, verification: `${url}/v`, confirmation: `${url}/c` }
const thankYou = {
  title: typed.title,
  message: typed.reason,
  campaignUrl: `${url}/c`,
  reportUrl: `${url}/r`,
  unsubscribeUrl: `${url}/u`,
}

const update = {
  title: typed.title,
  text: typed.reason,
  campaign: typed.title,
  updatesUrl: `${url}/updates`,
  unsubscribeUrl: `${url}/u`,
}

const question = { title: typed.title, name: 'Bísí', question: typed.reason }

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

const asked = { name: 'Bísí', organiser: 'Àdá Òbí', title: typed.title }

type InLanguage = (language: Language) => Mail | undefined

const events = Object.keys(texts.en.campaign.events) as (keyof typeof texts.en.campaign.events)[]
const changes = Object.keys(texts.en.account.notices) as (keyof typeof texts.en.account.notices)[]
const reversals = Object.keys(texts.en.refund.reversed.reasons) as ('refund' | 'chargeback')[]

/** Every mail to people who are not staff, by the name of its function. */
const mails: Record<string, InLanguage[]> = {
  payeeQuestionMail: [(language) => payee.payeeQuestionMail(to, language, { ...asked, url })],
  payeeConfirmedMail: [(language) => payee.payeeConfirmedMail(to, language, { ...asked, url })],
  payeeAnswerMail: payeeAnswers.map(
    (answer) => (language) => payee.payeeAnswerMail(to, language, { ...asked, answer, url }),
  ),
  verificationMail: [(language) => account.verificationMail(to, language, link)],
  resetMail: [(language) => account.resetMail(to, language, link)],
  emailChangeMail: [(language) => account.emailChangeMail(to, language, link)],
  signUpAttemptMail: [(language) => account.signUpAttemptMail(to, language, link)],
  accountDeletedMail: [(language) => account.accountDeletedMail(to, language)],
  accountNoticeMail: changes.map(
    (change) => (language) => accountNoticeMail(to, language, change, notice),
  ),
  formerAddressMail: [(language) => formerAddressMail(to, language, 'addressChanged', notice)],
  guestDataMail: [(language) => guestDataMail(to, language, url)],
  transferClaimMail: [
    (language) =>
      transferClaimMail(to, language, { title: typed.title, amount: kobo(5_000_00), url }),
  ],
  donationCodeMail: [(language) => donationCodeMail(to, language, 'K3M9-QXD7')],
  consentWithdrawnMail: [
    (language) => consentWithdrawnMail(to, language, { title: typed.title, url }),
  ],
  newAccountMail: [undefined, new Date('2027-03-12T13:05:00Z')].map(
    (heldUntil) => (language) =>
      newAccountMail(to, language, { title: typed.title, last4: '6789', heldUntil, url }),
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
  payoutMail: [new Date('2026-05-04T09:00:00Z'), null].map(
    (at) => (language) => payoutMail(to, language, { ...refund, at, last4: at ? '6789' : null }),
  ),
  receiptMail: [true, false].map(
    (hasProof) => (language) => receiptMail({ to, language, facts, urls, hasProof }),
  ),
  refundMail: [(language) => refunds.refundMail(to, language, refund)],
  reversalMail: reversals.map(
    (kind) => (language) => refunds.reversalMail(to, language, { ...refund, kind }),
  ),
  donorRefundMail: [(language) => refunds.donorRefundMail(to, language, refund)],
  refundRequestedMail: [true, false].map(
    (isDelayed) => (language) =>
      refunds.refundRequestedMail(to, language, { ...refund, ...fees, isDelayed }),
  ),
  refundDoneMail: [(language) => refunds.refundDoneMail(to, language, refund)],
  bankAccountMail: [true, false].map(
    (wasRefused) => (language) => refunds.bankAccountMail(to, language, { ...refund, wasRefused }),
  ),
  ownRefundGivenUpMail: [true, false].map(
    (isReversed) => (language) =>
      refunds.ownRefundGivenUpMail(to, language, { ...refund, isReversed }),
  ),
  refundGivenUpMail: [(language) => refunds.refundGivenUpMail(to, language, refund)],
  thankYouMail: [(language) => thankYouMail(to, language, thankYou)],
  confirmQuestionMail: [
    (language) => questions.confirmQuestionMail(to, language, { title: typed.title, url }),
  ],
  questionMail: [(language) => questions.questionMail(to, language, { ...question, url })],
  answerMail: [
    (language) =>
      questions.answerMail(to, language, { ...question, answer: 'Ó dàbọ̀.', campaignUrl: url }),
  ],
  updateMail: [(language) => updateMail(to, language, update)],
}

/** Mails to admins and reviewers stay English. */
const staffMails = [
  'alarmMail',
  'disputeMail',
  'feedbackMail',
  'mailPausedMail',
  'reviewReminderMail',
]

it('covers every function that writes a mail', async () => {
  const server = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      readFileSync(join(server, file), 'utf8').includes("/render-mail.ts'"),
  )
  const modules = await Promise.all(files.map((file) => import(join(server, file))))
  const written = modules
    .flatMap((module) => Object.keys(module))
    .filter((name) => name.endsWith('Mail'))
  expect(written.sort()).toEqual([...Object.keys(mails), ...staffMails].sort())
})

const write = (mail: InLanguage, language: Language) => {
  const written = mail(language)
  if (!written) throw new Error('there is no such mail')
  return written
}

/** Links, amounts, codes and numbers, addresses and what people typed. */
function getFacts({ subject, text }: Mail) {
  const found = `${subject}\n${text}`.match(
    /https?:\S+|₦[\d,.]*\d|\S+@ajo\.example|[\dA-Z]+(?:-[\dA-Z]+)+|\d+|Ìyá wa|Ó tó\.|Ó dàbọ̀\./g,
  )
  return [...(found ?? [])].sort()
}

describe.each(Object.entries(mails))('%s', (_name, variants) => {
  it.each(languageCodes)('states in %s the facts that it states in English', (language) => {
    for (const mail of variants)
      expect(getFacts(write(mail, language))).toEqual(getFacts(write(mail, 'en')))
  })

  it.each(languageCodes)('names its language in the HTML: %s', (language) => {
    for (const mail of variants)
      expect(write(mail, language).html).toContain(`<html lang="${language}">`)
  })

  it('has no English sentence in Pidgin', () => {
    const quoted = typed.reason.split('\n\n')
    for (const mail of variants) {
      const english = write(mail, 'en')
        .text.split('\n')
        .filter((line) => line.split(' ').length > 3)
      const pidgin = write(mail, 'pcm').text.split('\n')
      expect(english.filter((line) => pidgin.includes(line) && !quoted.includes(line))).toEqual([])
    }
  })
})
