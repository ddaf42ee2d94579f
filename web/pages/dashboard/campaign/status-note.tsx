import { CircleCheck, CircleHelp, CircleStop, CircleX, Clock } from 'lucide-react'

import type { CampaignProgress } from '#shared/overview.ts'

import { dashboardText } from '../../../text/dashboard.ts'
import { Badge } from '../../../ui/card.tsx'
import { toShownStatus } from '../../parts/campaign/campaign-card.tsx'

const styles = {
  approved: { tone: 'success', Icon: CircleCheck },
  pending: { tone: 'warning', Icon: Clock },
  rejected: { tone: 'danger', Icon: CircleX },
  'information-requested': { tone: 'warning', Icon: CircleHelp },
  ended: { tone: 'neutral', Icon: CircleStop },
  cancelled: { tone: 'danger', Icon: CircleX },
  'taken-down': { tone: 'danger', Icon: CircleX },
} as const

type Props = { campaign: Pick<CampaignProgress, 'status' | 'daysLeft'> }

export function StatusNote({ campaign }: Props) {
  const { statuses } = dashboardText
  const status = toShownStatus(campaign)
  const { tone, Icon } = styles[status]
  return (
    <p className="flex">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {statuses[status]}
      </Badge>
    </p>
  )
}
