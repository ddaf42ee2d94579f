import type { CampaignCard } from '#shared/campaign.ts'

import { campaignText } from '../../text/campaign.ts'

/** The days a campaign has left. The server counts them, so that both renderings say the same. */
export function TimeLeft({ daysLeft }: Pick<CampaignCard, 'daysLeft'>) {
  const text = campaignText
  if (isExpired(daysLeft)) return <span className="font-semibold text-clay">{text.expired}</span>
  return (
    <span className="text-muted">
      {daysLeft === null ? text.noEndDate : text.expiresIn(daysLeft)}
    </span>
  )
}

/** Specification §2: 0 days or less. A campaign without an end never expires (readings C4). */
export function isExpired(daysLeft: number | null): boolean {
  return daysLeft !== null && daysLeft <= 0
}
