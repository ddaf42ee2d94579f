import type { CampaignCard } from '#shared/campaign.ts'

import { campaignText } from '../../text/campaign.ts'

type Timed = Pick<CampaignCard, 'daysLeft' | 'status'>

/** The days a campaign has left. The server counts them, so that both renderings say the same. */
export function TimeLeft({ daysLeft, status }: Timed) {
  const text = campaignText
  if (isOver({ daysLeft, status }))
    return <span className="font-semibold text-clay">{overText({ status, daysLeft })}</span>
  return (
    <span className="text-muted">
      {daysLeft === null ? text.noEndDate : text.expiresIn(daysLeft)}
    </span>
  )
}

/** Why a campaign takes no gifts. */
export function whyClosed({ daysLeft, status }: Timed): string {
  if (status === 'cancelled') return campaignText.cancelled
  return isOver({ daysLeft, status }) ? campaignText.closed : campaignText.notYet
}

/** Ended, cancelled, or its end date has come. */
export function isOver({ daysLeft, status }: Timed): boolean {
  return status === 'ended' || status === 'cancelled' || isExpired(daysLeft)
}

function overText({ daysLeft, status }: Timed): string {
  if (status === 'cancelled') return campaignText.cancelledShort
  return isExpired(daysLeft) ? campaignText.expired : campaignText.ended
}

/** Specification §2: 0 days or less. A campaign without an end never expires (readings C4). */
export function isExpired(daysLeft: number | null): boolean {
  return daysLeft !== null && daysLeft <= 0
}
