import type { CampaignDetail } from '#shared/campaign.ts'

import { campaignText } from '../../../text/campaign.ts'
import { toInitials } from '../../../text/initials.ts'

type Props = Pick<CampaignDetail, 'owner'>

/** Who raises the money. */
export function Organiser({ owner: { firstname, lastname } }: Props) {
  const text = campaignText
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-mint font-bold text-on-mint"
      >
        {toInitials(firstname, lastname)}
      </span>
      <p className="min-w-0 text-muted wrap-anywhere">
        {text.organiser(`${firstname} ${lastname}`)}
      </p>
    </div>
  )
}
