import { formatNaira } from '#shared/money.ts'
import type { RefundPreview } from '#shared/refund.ts'

import { refundStaffText } from '../../../text/refund-staff.ts'
import { Button } from '../../../ui/button.tsx'

type Props = { preview: RefundPreview; onChange: () => void }

/** Who pays what of a refund. */
export function RefundSums({ preview, onChange }: Props) {
  const { preview: text, change } = refundStaffText
  const { amount, fromPayouts, owed, lostFees, isHeld } = preview
  const rows = [
    [text.donor, amount],
    [text.payouts, fromPayouts],
    ...(owed > 0 ? ([[text.owed, owed]] as const) : []),
    [text.fees, lostFees],
  ] as const
  return (
    <section aria-labelledby="refund-sums" aria-live="polite" className="space-y-3">
      <h3 id="refund-sums" className="font-bold">
        {text.title}
      </h3>
      <dl className="divide-y divide-line rounded-card border border-line px-4">
        {rows.map(([name, sum]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-2">
            <dt>{name}</dt>
            <dd className="money shrink-0 font-bold">{formatNaira(sum)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{text.feesHint}</p>
      {isHeld && <p className="text-sm font-semibold">{text.held}</p>}
      <p className="text-sm text-muted">{text.arrival}</p>
      <Button variant="quiet" onClick={onChange}>
        {change}
      </Button>
    </section>
  )
}
