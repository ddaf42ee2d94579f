import type { Language } from '#shared/language.ts'
import type { AppealOutcome, DecisionKind, Statement, CaseOutcome } from '#shared/moderation.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

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
      text.appealLead({ title }),
      text.outcomes[outcome][kind],
      text.reviewerWrote,
      ...reason.split(/\n{2,}/),
      { label: text.toCampaign, url },
    ],
  })
}

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

type StatementData = { title: string; statement: Statement; url: string }

/** The statement of reasons, to the organiser: what was decided, on which facts, by which rule, by whom, and how to appeal. */
export function statementMail(
  to: string,
  language: Language,
  { title, statement, url }: StatementData,
): Mail {
  const { moderation: text, moderationSentences: sentences } = texts[language]
  const { kind, ground, publicReason, reason, reportReasons, appealUntil } = statement
  const { subject, lead } = text.decisions[kind === 'takedown' ? 'takedown' : 'freeze']
  const reasons = reportReasons.map((each) => sentences.reasons[each]).join('; ')
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: `${subject}: ${title}`,
    paragraphs: [
      lead({ title }),
      reasons === '' ? text.noReports : text.reports({ reasons }),
      ...(ground ? [sentences.grounds[ground]] : []),
      ...(publicReason ? [text.publicReason, publicReason] : []),
      text.reviewerWrote,
      ...reason.split(/\n{2,}/),
      text.person,
      text.appeal({ until: day.format(new Date(appealUntil)) }),
      { label: text.toCampaign, url },
    ],
  })
}

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
    paragraphs: [text.reportLead({ title }), text.reportOutcomes[outcome], text.reportClosing],
  })
}
