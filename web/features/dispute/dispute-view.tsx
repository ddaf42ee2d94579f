import { formatNaira } from '#shared/money.ts'
import type { Dispute } from '#shared/dispute.ts'

import { formatMoment } from '../../text/day.ts'
import { disputeText } from '../../text/dispute.ts'
import { Card } from '../../ui/card.tsx'
import { AnswerDispute } from './answer-dispute.tsx'
import { DisputeFacts } from './dispute-facts.tsx'
import { Evidence } from './evidence.tsx'

type Props = { dispute: Dispute; onDone: () => void }

/** A dispute: what the bank claims, what we know, and the answers. */
export function DisputeView({ dispute, onDone }: Props) {
  return (
    <article className="grid max-w-3xl gap-6">
      <header className="space-y-3">
        <h1 className="text-2xl font-bold wrap-anywhere">{dispute.campaign}</h1>
        <DisputeFacts dispute={dispute} />
      </header>
      {dispute.canAnswer && <AnswerDispute dispute={dispute} onDone={onDone} />}
      <Answers answers={dispute.answers} />
      <Evidence id={dispute.id} evidence={dispute.evidence} />
    </article>
  )
}

function Answers({ answers }: Pick<Dispute, 'answers'>) {
  const { answers: text } = disputeText
  if (answers.length === 0) return null
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <h2 className="text-lg font-bold">{text.title}</h2>
      <ol className="grid gap-4">
        {answers.map(({ kind, message, refund, state, refusal, at, name }) => (
          <li key={at} className="space-y-1 border-l-4 border-line pl-3">
            <p className="font-semibold">
              {text.kinds[kind]}
              {refund !== null && `, ${formatNaira(refund)}`}
            </p>
            <p>{refusal ?? text.states[state]}</p>
            <p className="whitespace-pre-line wrap-anywhere">{message}</p>
            <p className="text-sm text-muted">
              {text.entry(formatMoment(at), name ?? text.formerStaff)}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
