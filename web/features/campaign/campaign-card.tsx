import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { CampaignCard as Campaign } from '#shared/campaign.ts'

import { campaignText } from '../../text/campaign.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CampaignPicture } from './campaign-picture.tsx'
import { Funding } from './funding.tsx'
import { isExpired, TimeLeft } from './time-left.tsx'

type CampaignCardProps = {
  campaign: Campaign
  to: string
  /** The status, in the owner's list. */
  badge?: ReactNode
  /** The `sizes` of the picture. */
  sizes?: string
}

/** A campaign in a list. Once it has expired, the button is disabled (specification §2) and the title links to the story instead. */
export function CampaignCard({ campaign, to, badge, sizes = cardSizes }: CampaignCardProps) {
  const text = campaignText
  return (
    <article className="card flex h-full flex-col overflow-hidden">
      <CampaignPicture image={campaign.image} alt="" sizes={sizes} />
      <div className="flex grow flex-col gap-3 p-5">
        {badge}
        <h3 className="text-lg leading-snug font-bold wrap-anywhere">
          {isExpired(campaign.daysLeft) ? (
            <Link to={to} className="hover:underline focus-visible:underline">
              {campaign.title}
            </Link>
          ) : (
            campaign.title
          )}
        </h3>
        <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{campaign.description}</p>
        <div className="mt-auto space-y-4 pt-2">
          <Funding goal={campaign.goal} raised={campaign.raised} />
          <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <TimeLeft {...campaign} />
            {isExpired(campaign.daysLeft) ? (
              <Button variant="quiet" disabled>
                {text.expiredButton}
              </Button>
            ) : (
              <Link
                to={to}
                aria-label={text.viewCampaign(campaign.title)}
                className={buttonClass('quiet')}
              >
                {text.view}
              </Link>
            )}
          </div>
        </div>
      </div>
    </article>
  )
}

const cardSizes = '(min-width: 1024px) 352px, (min-width: 640px) 50vw, 92vw'
