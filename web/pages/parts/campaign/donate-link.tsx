import { HandHeart } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { Link } from '#web/router/link.tsx'

import { donatePath } from '../../../navigation/paths.ts'
import { campaignText } from '../../../text/campaign.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** The donate button of the detail screen. Fixed at the bottom of the screen on phones. */
export function DonateLink({ campaign }: { campaign: CampaignDetail }) {
  const text = campaignText
  const { id, acceptsDonations } = campaign
  if (!acceptsDonations) return <Closed campaign={campaign} />
  return (
    <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:border-t max-lg:border-line max-lg:bg-card max-lg:p-3">
      <Link to={donatePath(id)} className={`${buttonClass()} w-full`}>
        <HandHeart aria-hidden="true" size={20} />
        {text.donate}
      </Link>
    </div>
  )
}

function Closed({ campaign: { status, daysLeft } }: { campaign: CampaignDetail }) {
  const text = campaignText
  if (status === 'cancelled') return <p className="font-semibold text-clay">{text.cancelled}</p>
  const isExpired = daysLeft !== null && daysLeft <= 0
  if (status === 'ended' || (status === 'approved' && isExpired))
    return <p className="font-semibold text-clay">{isExpired ? text.expired : text.ended}</p>
  return status === 'approved' ? <p className="text-muted">{text.notAccepting}</p> : null
}
