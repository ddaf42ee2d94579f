import { formatNaira } from '#shared/money.ts'
import type { RefundTimeline } from '#shared/refund.ts'

import { formatMoment } from '../../../format/day.ts'
import { donationProgressText as text } from '../../../text/donation-progress.ts'

/** The refunds of a donation, each with its states and their times. */
export function RefundTimelines({ refunds }: { refunds: readonly RefundTimeline[] }) {
  return refunds.map((refund) => <Timeline key={refund.id} refund={refund} />)
}

function Timeline({ refund }: { refund: RefundTimeline }) {
  const { amount, fee, requestedBy, cause, reason, state, steps } = refund
  return (
    <details className="mt-1 text-left text-sm">
      <summary className="cursor-pointer font-semibold">
        {text.refund({ amount: formatNaira(amount) })}
        <span className="block font-normal">{text.states[state]}</span>
      </summary>
      <p className="text-muted">
        {text.requestedBy[cause === 'cancellation' ? 'cancellation' : requestedBy]}
      </p>
      {reason !== '' && (
        <p className="whitespace-pre-line text-muted wrap-anywhere">{text.reason({ reason })}</p>
      )}
      {fee > 0 && <p className="text-muted">{text.fee({ amount: formatNaira(fee) })}</p>}
      <ol className="mt-1 space-y-1 border-l-2 border-line pl-3">
        {steps.map((step) => (
          <li key={`${step.state} ${step.at}`}>
            {text.states[step.state]}
            <time dateTime={step.at} className="block text-muted">
              {formatMoment(step.at)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  )
}
