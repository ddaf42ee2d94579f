import type { Language } from '#shared/language.ts'

import type { Mail } from '../../../platform/mail/mail.ts'
import { writeMail } from '../../../platform/mail/write-mail.ts'
import { texts } from '../../../text/texts.ts'

/** To the typed address. It carries no words of the form, so that the form mails no words to strangers. */
export function confirmQuestionMail(
  to: string,
  language: Language,
  { title, url }: { title: string; url: string },
): Mail {
  const { confirm } = texts[language].question
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'address',
    subject: confirm.subject,
    paragraphs: [confirm.lead(title), { label: confirm.open, url }, confirm.expiry],
  })
}

type Question = { title: string; name: string; question: string; url: string }

/** To the organiser, without the asker's address. */
export function questionMail(
  to: string,
  language: Language,
  { title, name, question, url }: Question,
): Mail {
  const { asked } = texts[language].question
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: asked.subject(title),
    paragraphs: [
      asked.lead(name, title),
      ...question.split(/\n{2,}/),
      asked.hidden,
      { label: asked.open, url },
    ],
  })
}

type Answer = { title: string; question: string; answer: string; campaignUrl: string }

/** To the asker, without the organiser's address. */
export function answerMail(
  to: string,
  language: Language,
  { title, question, answer, campaignUrl }: Answer,
): Mail {
  const { answered } = texts[language].question
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'address',
    subject: answered.subject(title),
    paragraphs: [
      answered.lead(title),
      ...answer.split(/\n{2,}/),
      answered.asked,
      ...question.split(/\n{2,}/),
      { label: answered.open, url: campaignUrl },
      answered.suspicious,
      { label: answered.report, url: `${campaignUrl}/report` },
    ],
  })
}
