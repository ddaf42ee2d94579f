import type { ReactNode } from 'react'

import type { CampaignCard as Campaign } from '#shared/campaign.ts'
import { Link } from '#web/router/link.tsx'

import { campaignText } from '../../../text/campaign.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CampaignPicture, type PicturePlace } from '../../../ui/pictures/campaign-picture.tsx'
import { Funding } from './funding.tsx'
import { isExpired, TimeLeft } from './time-left.tsx'

type CampaignCardProps = {
  campaign: Campaign
  to: string
  /** The status, in the owner's list. */
  badge?: ReactNode
  /** Shown at the end of the card. */
  footer?: ReactNode
  /** On phones the picture stands beside the text, so that more campaigns fit on a screen. */
  isCompact?: boolean
  picture?: PicturePlace
}

/** A campaign in a list. The link of the title covers the card. Controls above it are positioned. */
export function CampaignCard({
  campaign,
  to,
  badge,
  footer,
  isCompact = false,
  picture = 'below',
}: CampaignCardProps) {
  const styles = isCompact ? compact : full
  return (
    <article
      className={classNames(
        'card group relative h-full overflow-hidden transition-colors duration-150 hover:border-forest',
        styles.card,
      )}
    >
      <CampaignPicture
        image={campaign.image}
        alt=""
        sizes={styles.sizes}
        place={picture}
        className={styles.picture}
      />
      <div className={classNames('flex grow flex-col', styles.content)}>
        {badge}
        <h3 className={classNames('leading-snug font-bold wrap-anywhere', styles.title)}>
          <Link to={to} className="group-hover:text-forest after:absolute after:inset-0">
            {campaign.title}
          </Link>
        </h3>
        <p className={classNames('text-sm text-muted wrap-anywhere', styles.description)}>
          {campaign.description}
        </p>
        <div className={classNames('mt-auto', styles.end)}>
          <Funding goal={campaign.goal} raised={campaign.raised} />
          <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <TimeLeft {...campaign} />
            <ViewButton campaign={campaign} to={to} className={styles.button} />
          </div>
          {footer}
        </div>
      </div>
    </article>
  )
}

/** A list shows up to three cards beside each other in its first view. */
export function toPicturePlace(index: number): PicturePlace {
  if (index === 0) return 'first'
  return index < 3 ? 'first-view' : 'below'
}

/** Once the campaign has expired, the button is disabled and has no link (specification §2). */
function ViewButton({
  campaign,
  to,
  className,
}: Pick<CampaignCardProps, 'campaign' | 'to'> & { className: string }) {
  const text = campaignText
  if (isExpired(campaign.daysLeft))
    return (
      <Button variant="quiet" disabled className={className}>
        {text.expiredButton}
      </Button>
    )
  return (
    <Link
      to={to}
      aria-label={text.viewCampaign(campaign.title)}
      className={classNames(buttonClass('quiet'), className)}
    >
      {text.view}
    </Link>
  )
}

type Styles = Record<
  'card' | 'picture' | 'content' | 'title' | 'description' | 'end' | 'button' | 'sizes',
  string
>

const full: Styles = {
  card: 'flex flex-col',
  picture: '',
  content: 'gap-3 p-5',
  title: 'text-lg',
  description: 'line-clamp-2',
  end: 'space-y-4 pt-2',
  button: '',
  sizes: '(min-width: 1024px) 352px, (min-width: 640px) 50vw, calc(100vw - 2.5rem)',
}
const compact: Styles = {
  card: 'flex flex-col max-sm:grid max-sm:grid-cols-[4.5rem_1fr] max-sm:gap-x-3 max-sm:p-3',
  picture: 'max-sm:row-span-2 max-sm:aspect-square max-sm:self-start max-sm:rounded-lg',
  content: 'max-sm:contents sm:gap-3 sm:p-5',
  title: 'sm:text-lg',
  description: 'line-clamp-1 sm:line-clamp-2',
  end: 'max-sm:col-span-2 max-sm:mt-2 max-sm:space-y-1 sm:space-y-4 sm:pt-2',
  button: 'max-sm:min-h-9 max-sm:px-4 max-sm:py-1',
  sizes: '(min-width: 1024px) 352px, (min-width: 640px) 50vw, 72px',
}
