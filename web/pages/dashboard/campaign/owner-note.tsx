import type { CampaignDetail } from '#shared/campaign.ts'

import { dashboardText } from '../../../text/dashboard.ts'
import { StatusNote } from './status-note.tsx'

/** The status of a campaign that is not public, and the reason, for its owner and reviewers (readings P3, P5). */
export function OwnerNote({ campaign }: { campaign: CampaignDetail }) {
  const { campaign: text } = dashboardText
  const { isOwner, status, rejectionReason } = campaign
  if (status === 'approved') return isOwner ? <StatusNote status={status} /> : null
  return (
    <div className="card space-y-2 p-4">
      <StatusNote status={status} />
      <p>{text.hints[status]}</p>
      {rejectionReason !== null && (
        <blockquote className="border-l-4 border-danger pl-3 whitespace-pre-line wrap-anywhere">
          {rejectionReason}
        </blockquote>
      )}
    </div>
  )
}
