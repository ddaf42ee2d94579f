import { BadgeCheck } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'

import { campaignText } from '../../text/campaign.ts'
import { toInitials } from '../../text/initials.ts'

type Props = Pick<CampaignDetail, 'owner' | 'bankNameMatches'>

/** Who raises the money, and whether the bank account is in that name. */
export function Organiser({ owner: { firstname, lastname }, bankNameMatches }: Props) {
  const text = campaignText
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-mint font-bold text-on-mint"
      >
        {toInitials(firstname, lastname)}
      </span>
      <div className="min-w-0">
        <p className="text-muted wrap-anywhere">{text.organiser(`${firstname} ${lastname}`)}</p>
        {bankNameMatches && (
          <p className="flex items-start gap-1.5 text-sm text-muted">
            <BadgeCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            {text.bankNameMatches}
          </p>
        )}
      </div>
    </div>
  )
}
