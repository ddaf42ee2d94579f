import { Wallet } from 'lucide-react'
import { Link } from 'react-router'

import type { CampaignDetail } from '#shared/campaign.ts'

import { campaignMoneyPath } from '../../paths.ts'
import { moneyText } from '../../text/payouts.ts'
import { buttonClass } from '../../ui/button.tsx'

/** To the page of what the campaign has received, for its owner. */
export function MoneyLink({ campaign: { id, isOwner } }: { campaign: CampaignDetail }) {
  if (!isOwner) return null
  return (
    <Link to={campaignMoneyPath(id)} className={`${buttonClass('quiet')} w-full`}>
      <Wallet size={18} aria-hidden="true" />
      {moneyText.link}
    </Link>
  )
}
