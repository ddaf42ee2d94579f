import type { PayoutStop } from '#shared/payout-stop.ts'

import { formatMoment } from '../../../text/day.ts'
import { payoutStopText } from '../../../text/payout-stop.ts'
import { Card } from '../../../ui/card.tsx'

type Props = { stops: PayoutStop[] }

/** What is held, why and until when. */
export function PayoutStops({ stops }: Props) {
  const text = payoutStopText
  if (stops.length === 0) return null
  return (
    <Card className="space-y-3 border-warning p-5 sm:p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p>{text.intro}</p>
      <ul className="grid gap-3">
        {stops.map(({ kind, since, until }) => (
          <li key={kind}>
            <p className="font-semibold">{text.reasons[kind]}</p>
            <p className="text-sm text-muted">
              {text.since(formatMoment(since))},{' '}
              {until === null ? text.open : text.until(formatMoment(until))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
