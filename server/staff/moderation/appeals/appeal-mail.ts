import type { Language } from '#shared/language.ts'
import type { AppealOutcome, DecisionKind } from '#shared/moderation.ts'

import type { Mail } from '../../../platform/mail/mail.ts'
import { writeMail } from '../../../platform/mail/write-mail.ts'
import { texts } from '../../../text/texts.ts'

type AppealData = {
  title: string
  kind: DecisionKind
  outcome: AppealOutcome
  reason: string
  url: string
}

/** To the organiser who appealed. */
export function appealMail(
  to: string,
  language: Language,
  { title, kind, outcome, reason, url }: AppealData,
): Mail {
  const text = texts[language].moderation
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: `${text.appealSubject}: ${title}`,
    paragraphs: [
      text.appealLead(title),
      text.outcomes[outcome][kind],
      text.reviewerWrote,
      ...reason.split(/\n{2,}/),
      { label: text.toCampaign, url },
    ],
  })
}
