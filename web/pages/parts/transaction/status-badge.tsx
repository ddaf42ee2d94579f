import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Undo2,
  type LucideIcon,
} from 'lucide-react'

import { donationStatuses, type DonationStatus } from '#shared/donation-status.ts'

import { statusName } from '../../../text/status-name.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

/** Specification §4: success green, failed red, abandoned yellow; never colour alone. */
const styles: Record<DonationStatus, { tone: Tone; icon: LucideIcon }> = {
  success: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  abandoned: { tone: 'warning', icon: CircleDashed },
  pending: { tone: 'info', icon: Clock },
  processing: { tone: 'info', icon: Clock },
  reversed: { tone: 'neutral', icon: Undo2 },
  refunded: { tone: 'neutral', icon: Undo2 },
  'partially refunded': { tone: 'neutral', icon: Undo2 },
  disputed: { tone: 'warning', icon: CircleAlert },
}

/** The status of a donation. An unknown status is shown unchanged (readings M5). */
export function StatusBadge({ status }: { status: string }) {
  const match = donationStatuses.find((each) => each === status)
  const { tone, icon: Icon } = match
    ? styles[match]
    : { tone: 'neutral' as const, icon: CircleAlert }
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {statusName(status)}
    </Badge>
  )
}
