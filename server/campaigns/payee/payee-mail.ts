import type { Language } from '#shared/language.ts'
import type { PayeeAnswer } from '#shared/payee.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

type Question = { name: string; organiser: string; title: string; url: string }

/** Asks the person whom an organiser named whether the money is for them. */
export function payeeQuestionMail(
  to: string,
  language: Language,
  { name, organiser, title, url }: Question,
): Mail {
  const { subject, lead, ask, link, unexpected } = texts[language].campaign.payee.question
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'payee',
    subject: `${subject}: ${title}`,
    paragraphs: [lead({ name, organiser, title }), ask, { label: link, url }, unexpected],
  })
}

/** To the person who confirmed, with the link by which they withdraw it. */
export function payeeConfirmedMail(
  to: string,
  language: Language,
  { title, url }: Pick<Question, 'title' | 'url'>,
): Mail {
  const { subject, lead, withdraw, link } = texts[language].campaign.payee.confirmed
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'payee',
    subject: `${subject}: ${title}`,
    paragraphs: [lead({ title }), withdraw, { label: link, url }],
  })
}

/** To the organiser. */
export function payeeAnswerMail(
  to: string,
  language: Language,
  { answer, name, title, url }: Omit<Question, 'organiser'> & { answer: PayeeAnswer },
): Mail {
  const { answers, link } = texts[language].campaign.payee
  const { subject, lead, next } = answers[answer]
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: `${subject}: ${title}`,
    paragraphs: [lead({ name, title }), next, { label: link, url }],
  })
}
