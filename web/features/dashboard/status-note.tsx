import { CircleCheck, CircleHelp, CircleStop, CircleX, Clock } from 'lucide-react'

import type { CampaignStatus } from '#shared/campaign.ts'

import { dashboardText } from '../../text/dashboard.ts'
import { Badge } from '../../ui/badge.tsx'

const looks = {
  approved: { tone: 'success', Icon: CircleCheck },
  pending: { tone: 'warning', Icon: Clock },
  rejected: { tone: 'danger', Icon: CircleX },
  'information-requested': { tone: 'warning', Icon: CircleHelp },
  ended: { tone: 'neutral', Icon: CircleStop },
  cancelled: { tone: 'danger', Icon: CircleX },
} as const

/** Where a campaign stands, for its owner (specification §4). */
export function StatusNote({ status }: { status: CampaignStatus }) {
  const { statuses } = dashboardText
  const { tone, Icon } = looks[status]
  return (
    <p className="flex">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {statuses[status]}
      </Badge>
    </p>
  )
}
