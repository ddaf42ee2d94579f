import type { DisputeListItem } from '#shared/dispute.ts'
import { formatNaira } from '#shared/money.ts'

import { formatMoment } from '../../../format/day.ts'
import { disputeText } from '../../../text/dispute.ts'
import { Badge, type Tone } from '../../../ui/card.tsx'

type Props = { dispute: Omit<DisputeListItem, 'conflicts'> }

const tones: Record<DisputeListItem['state'], Tone> = {
  open: 'warning',
  late: 'danger',
  answered: 'info',
  resolved: 'neutral',
}

/** State, amount and deadline of a dispute. */
export function DisputeFacts({ dispute }: Props) {
  const text = disputeText
  const { state, amount, category, resolution } = dispute
  return (
    <div className="space-y-1">
      <p className="flex">
        <Badge tone={tones[state]}>{text.states[state]}</Badge>
      </p>
      <p className="font-medium">
        {amount === null ? text.amountUnknown : text.amount({ sum: formatNaira(amount) })}
      </p>
      <p>{toDeadline(dispute)}</p>
      {resolution !== null && <p className="font-medium">{text.resolutions[resolution]}</p>}
      {category !== null && (
        <p className="text-sm text-muted">{text.category({ name: category })}</p>
      )}
    </div>
  )
}

function toDeadline({ state, dueAt, resolvedAt }: Props['dispute']): string {
  const text = disputeText
  if (resolvedAt !== null) return text.resolvedAt({ moment: formatMoment(resolvedAt) })
  if (dueAt === null) return text.noDue
  return state === 'open'
    ? text.due({ moment: formatMoment(dueAt) })
    : text.wasDue({ moment: formatMoment(dueAt) })
}
