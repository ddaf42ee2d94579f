import type { ReactNode } from 'react'

import type { CampaignProgress as Campaign } from '#shared/overview.ts'
import { Link } from '#web/router/link.tsx'

import { Funding } from './funding.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = {
  campaign: Campaign
  to: string
  /** The status, in the owner's list. */
  badge?: ReactNode
}

/** A campaign without its picture. The link of the title covers the card. */
export function CampaignProgress({ campaign, to, badge }: Props) {
  return (
    <article className="card group relative h-full space-y-3 p-4 transition-colors duration-150 hover:border-forest sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 leading-snug font-bold wrap-anywhere">
          <Link to={to} className="group-hover:text-forest after:absolute after:inset-0">
            {campaign.title}
          </Link>
        </h3>
        {badge}
      </div>
      <Funding goal={campaign.goal} raised={campaign.raised} />
      <p className="text-sm">
        <TimeLeft {...campaign} />
      </p>
    </article>
  )
}
