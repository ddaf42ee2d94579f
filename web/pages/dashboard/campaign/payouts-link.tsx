import { Wallet } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { Link } from '#web/router/link.tsx'

import { payoutsPath } from '../../../navigation/paths.ts'
import { ownerText } from '../../../text/owner.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** The owner's link to donations and payouts. */
export function PayoutsLink({ campaign: { id, isOwner } }: { campaign: CampaignDetail }) {
  if (!isOwner) return null
  return (
    <Link to={payoutsPath(id)} className={`${buttonClass('quiet')} w-full`}>
      <Wallet size={18} aria-hidden="true" />
      {ownerText.payouts}
    </Link>
  )
}
