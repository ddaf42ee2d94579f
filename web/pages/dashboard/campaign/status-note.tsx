import { CircleCheck, CircleHelp, CircleStop, CircleX, Clock } from 'lucide-react'

import type { CampaignStatus } from '#shared/campaign.ts'

import { dashboardText } from '../../../text/dashboard.ts'
import { Badge } from '../../../ui/card.tsx'

const styles = {
  approved: { tone: 'success', Icon: CircleCheck },
  pending: { tone: 'warning', Icon: Clock },
  rejected: { tone: 'danger', Icon: CircleX },
  'information-requested': { tone: 'warning', Icon: CircleHelp },
  ended: { tone: 'neutral', Icon: CircleStop },
  cancelled: { tone: 'danger', Icon: CircleX },
  'taken-down': { tone: 'danger', Icon: CircleX },
} as const

/** The status of a campaign (specification §4). */
export function StatusNote({ status }: { status: CampaignStatus }) {
  const { statuses } = dashboardText
  const { tone, Icon } = styles[status]
  return (
    <p className="flex">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {statuses[status]}
      </Badge>
    </p>
  )
}
