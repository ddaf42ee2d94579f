import type { CampaignDecision } from '#shared/moderation.ts'
import { moderationSentences } from '#shared/moderation-sentences.ts'

import { lazyPart } from '../../../forms/lazy.tsx'
import { formatMoment } from '../../../text/day.ts'
import { statementText } from '../../../text/statement.ts'

const AppealFields = lazyPart(async () => (await import('./appeal-fields.tsx')).AppealFields)

type Props = { campaignId: string; decision: CampaignDecision; onDone: () => void }

/** The statement of reasons of the decision in force, and the appeal against it. Nothing where no decision was made. */
export function Statement({ campaignId, decision, onDone }: Props) {
  const text = statementText
  const { statement, appeal, canAppeal } = decision
  if (!statement && !appeal) return null
  return (
    <section aria-labelledby="statement" className="card space-y-4 p-4 sm:p-5">
      <h2 id="statement" className="font-bold">
        {statement ? text.decisions[statement.kind] : text.appealTitle}
      </h2>
      {statement && <Facts statement={statement} />}
      {appeal && <AppealState appeal={appeal} />}
      {statement && canAppeal && (
        <>
          <h3 className="font-bold">{text.appealTitle}</h3>
          <p>{text.appealIntro(formatMoment(statement.appealUntil))}</p>
          <AppealFields campaignId={campaignId} onSent={onDone} />
        </>
      )}
      {statement && !appeal && !canAppeal && <p>{text.tooLate}</p>}
    </section>
  )
}

function Facts({ statement }: { statement: NonNullable<CampaignDecision['statement']> }) {
  const text = statementText
  const { kind, ground, publicReason, reason, reportReasons, at } = statement
  const reasons = reportReasons.map((each) => moderationSentences.reasons[each]).join('; ')
  return (
    <>
      <p className="text-sm text-muted">{text.decided(formatMoment(at))}</p>
      {kind !== 'rejection' && <p>{reasons === '' ? text.noReports : text.reports(reasons)}</p>}
      {ground && <p>{moderationSentences.grounds[ground]}</p>}
      {publicReason && <Quoted title={text.publicReason} text={publicReason} />}
      {kind !== 'rejection' && <Quoted title={text.reason} text={reason} />}
    </>
  )
}

function AppealState({ appeal }: { appeal: NonNullable<CampaignDecision['appeal']> }) {
  const text = statementText
  const { outcome, at, reason } = appeal
  if (outcome === null) return <p className="font-medium">{text.waiting(formatMoment(at))}</p>
  return <Quoted title={text[outcome]} text={reason ?? ''} />
}

function Quoted({ title, text }: { title: string; text: string }) {
  return (
    <div className="space-y-2">
      <p className="font-medium">{title}</p>
      <blockquote className="border-l-4 border-danger pl-3 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
    </div>
  )
}
