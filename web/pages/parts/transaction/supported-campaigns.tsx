import type { ReactNode } from 'react'

import type { CampaignProgress } from '#shared/overview.ts'

import { overviewText } from '../../../text/overview.ts'

type Props = {
  campaigns: readonly CampaignProgress[]
  renderCampaign: (campaign: CampaignProgress) => ReactNode
  heading: 'h2' | 'h3'
}

/** The campaigns to which a person donated. */
export function SupportedCampaigns({ campaigns, renderCampaign, heading: Heading }: Props) {
  const { donor: text } = overviewText
  if (campaigns.length === 0) return null
  return (
    <div>
      <Heading className="mb-3 font-bold">{text.campaigns}</Heading>
      <ul className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>{renderCampaign(campaign)}</li>
        ))}
      </ul>
    </div>
  )
}
