import type { Language } from '#shared/language.ts'
import type { CaseOutcome } from '#shared/moderation.ts'

import type { Mail } from '../../../platform/mail/mail.ts'
import { writeMail } from '../../../platform/mail/write-mail.ts'
import { texts } from '../../../text/texts.ts'

type OutcomeData = { title: string; reference: string; outcome: CaseOutcome }

/** To a reporter. Says nothing about the organiser and the reviewer. */
export function reportOutcomeMail(
  to: string,
  language: Language,
  { title, reference, outcome }: OutcomeData,
): Mail {
  const text = texts[language].moderation
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'reporter',
    subject: `${text.reportSubject} ${reference}`.trim(),
    paragraphs: [text.reportLead(title), text.reportOutcomes[outcome], text.reportClosing],
  })
}
