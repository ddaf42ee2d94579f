import { formatNaira } from '#shared/money.ts'
import type { DisputeEvidence } from '#shared/dispute.ts'

import { formatMoment } from '../../text/day.ts'
import { disputeText } from '../../text/dispute.ts'
import { Card } from '../../ui/card.tsx'

type Props = { id: number; evidence: DisputeEvidence }

/** What the bank gets when the dispute is declined. */
export function Evidence({ id, evidence }: Props) {
  const { evidence: text } = disputeText
  const { correspondence } = evidence
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <header className="space-y-1">
        <h2 className="text-lg font-bold">{text.title}</h2>
        <p className="text-muted">{text.intro}</p>
        <a
          href={`/api/disputes/${id}/evidence.pdf`}
          className="link inline-flex min-h-11 items-center"
        >
          {text.download}
        </a>
      </header>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {toFacts(evidence).map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-medium whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="font-bold">{text.correspondence}</h3>
      {correspondence.length === 0 ? (
        <p>{text.noCorrespondence}</p>
      ) : (
        <ol className="grid gap-3">
          {correspondence.map(({ kind, at, text: words }) => (
            <li key={at + kind} className="border-l-4 border-line pl-3">
              <p className="font-semibold">{text.kinds[kind]}</p>
              <p className="whitespace-pre-line wrap-anywhere">{words}</p>
              <p className="text-sm text-muted">{formatMoment(at)}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function toFacts(evidence: DisputeEvidence): [string, string][] {
  const { evidence: text } = disputeText
  const { donor, donated, paidAt, reference, channel, receipt, campaign } = evidence
  return [
    [text.donor, `${donor.name} ${donor.email}`.trim()],
    [text.donated, formatNaira(donated)],
    ...(paidAt === null ? [] : [[text.paidAt, formatMoment(paidAt)] as [string, string]]),
    [text.reference, reference],
    ...(channel === null ? [] : [[text.channel, channel] as [string, string]]),
    [text.receipt, receipt?.number ?? text.noReceipt],
    [text.campaign, campaign.title],
    [text.organiser, campaign.organiser],
    [text.purpose, campaign.raiseMoneyFor],
  ]
}
