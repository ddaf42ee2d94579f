import type { CampaignCard } from '#shared/campaign.ts'

import { campaignText } from '../../../text/campaign.ts'

type Timing = Pick<CampaignCard, 'daysLeft' | 'status'>

/** The remaining days. The server counts them, so that hydration renders the same text. */
export function TimeLeft({ daysLeft, status }: Timing) {
  const text = campaignText
  if (isClosed({ daysLeft, status }))
    return <span className="font-semibold text-clay">{describeClosed({ status, daysLeft })}</span>
  return (
    <span className="text-muted">
      {daysLeft === null ? text.noEndDate : text.expiresIn(daysLeft)}
    </span>
  )
}

/** Why a campaign does not accept donations. */
export function describeNotAccepting({ daysLeft, status }: Timing): string {
  if (status === 'cancelled') return campaignText.cancelled
  return isClosed({ daysLeft, status }) ? campaignText.closed : campaignText.notAccepting
}

/** True if a campaign was ended or cancelled, or has expired. */
export function isClosed({ daysLeft, status }: Timing): boolean {
  return status === 'ended' || status === 'cancelled' || isExpired(daysLeft)
}

function describeClosed({ daysLeft, status }: Timing): string {
  if (status === 'cancelled') return campaignText.cancelledShort
  return isExpired(daysLeft) ? campaignText.expired : campaignText.ended
}

/** Specification §2: 0 days or less. A campaign without end date never expires (readings C4). */
export function isExpired(daysLeft: number | null): boolean {
  return daysLeft !== null && daysLeft <= 0
}
