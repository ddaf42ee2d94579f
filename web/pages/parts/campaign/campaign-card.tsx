import type { ReactNode } from 'react'

import type { CampaignCard as Card } from '#shared/campaign.ts'
import { formatNaira } from '#shared/money.ts'
import type { CampaignProgress as Progressed } from '#shared/overview.ts'
import { Link } from '#web/router/navigate.tsx'

import { campaignText as text } from '../../../text/campaign.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CampaignPicture, type PicturePlace } from '../../../ui/campaign-picture.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Progress } from '../../../ui/states.tsx'

type CampaignCardProps = {
  campaign: Card
  to: string
  /** The status, in the owner's list. */
  badge?: ReactNode
  /** Shown at the end of the card. */
  footer?: ReactNode
  /** On phones the picture stands beside the text, so that more campaigns fit on a screen. */
  isCompact?: boolean
  picture?: PicturePlace
}

/** A campaign in a list. One link covers the card: 'View Project', or the title once that has no link. Controls above it are positioned. */
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
        <h3
          className={classNames(
            'leading-snug font-bold wrap-anywhere group-hover:text-forest',
            styles.title,
          )}
        >
          {isExpired(campaign.daysLeft) ? (
            <Link to={to} className={overCard}>
              {campaign.title}
            </Link>
          ) : (
            campaign.title
          )}
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

const overCard = 'after:absolute after:inset-0'

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
  if (isExpired(campaign.daysLeft))
    return (
      <Button variant="quiet" disabled className={className}>
        {text.expiredButton}
      </Button>
    )
  return (
    <Link
      to={to}
      aria-label={text.viewCampaign({ title: campaign.title })}
      className={classNames(buttonClass('quiet'), 'static!', overCard, className)}
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
  card: 'flex flex-col max-sm:grid max-sm:grid-cols-[4.5rem_1fr] max-sm:gap-x-3 max-sm:p-2.5',
  picture: 'max-sm:row-span-2 max-sm:aspect-square max-sm:self-start max-sm:rounded-lg',
  content: 'max-sm:contents sm:gap-3 sm:p-5',
  title: 'sm:text-lg',
  description: 'line-clamp-1 sm:line-clamp-2',
  end: 'max-sm:col-span-2 max-sm:mt-1 max-sm:space-y-0.5 max-sm:*:first:space-y-0 sm:space-y-4 sm:pt-2',
  button: 'max-sm:min-h-9 max-sm:px-4 max-sm:py-1',
  sizes: '(min-width: 1024px) 352px, (min-width: 640px) 50vw, 72px',
}

type Props = {
  campaign: Progressed
  to: string
  /** The status, in the owner's list. */
  badge?: ReactNode
}

/** A campaign without its picture, on phones in three lines. The link of the title covers the card. */
export function CampaignProgress({ campaign, to, badge }: Props) {
  return (
    <article className="card group relative h-full space-y-1 p-3 sm:space-y-3 transition-colors duration-150 hover:border-forest sm:p-5">
      <div className="flex items-start justify-between gap-x-4 gap-y-2 sm:flex-wrap">
        <h3 className="line-clamp-3 min-w-0 leading-snug font-bold wrap-anywhere sm:line-clamp-none">
          <Link to={to} className="group-hover:text-forest after:absolute after:inset-0">
            {campaign.title}
          </Link>
        </h3>
        {badge}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 *:first:contents sm:block sm:space-y-3 sm:*:first:block max-sm:[&>div>div]:basis-full">
        <Funding goal={campaign.goal} raised={campaign.raised} />
        <p className="text-sm">
          <TimeLeft {...campaign} />
        </p>
      </div>
    </article>
  )
}

export function Funding({ goal, raised }: Pick<Card, 'goal' | 'raised'>) {
  return (
    <div className="space-y-2 text-sm">
      <div className="flex items-center gap-3">
        <Progress value={raised ?? 0} max={goal} label={text.raisedSoFar} className="grow" />
        {raised !== null && (
          <span className="money font-semibold text-forest">
            {text.percent({ percent: toPercent(raised, goal) })}
          </span>
        )}
      </div>
      <p>
        <strong className="money text-base">
          {raised === null ? text.unknown : formatNaira(raised)}
        </strong>{' '}
        <span className="money text-muted">{text.goalAmount({ goal: formatNaira(goal) })}</span>
      </p>
    </div>
  )
}

/** Rounded down, so that 100% appears only when the goal is reached. */
export function toPercent(raised: number, goal: number): number {
  return goal > 0 ? Math.floor((raised / goal) * 100) : 0
}

type Timing = Pick<Card, 'daysLeft' | 'status'>

/** The remaining days. The server counts them, so that hydration renders the same text. */
export function TimeLeft({ daysLeft, status }: Timing) {
  if (isClosed({ daysLeft, status }))
    return <span className="font-semibold text-clay">{describeClosed({ status, daysLeft })}</span>
  return (
    <span className="text-muted">
      {daysLeft === null ? text.noEndDate : text.expiresIn({ days: daysLeft })}
    </span>
  )
}

/** Why a campaign does not accept donations. */
export function describeNotAccepting({ daysLeft, status }: Timing): string {
  if (status === 'cancelled') return text.cancelled
  return isClosed({ daysLeft, status }) ? text.closed : text.notAccepting
}

/** True if a campaign was ended or cancelled, or has expired. */
export function isClosed({ daysLeft, status }: Timing): boolean {
  return status === 'ended' || status === 'cancelled' || isExpired(daysLeft)
}

function describeClosed({ daysLeft, status }: Timing): string {
  if (status === 'cancelled') return text.cancelledShort
  return isExpired(daysLeft) ? text.expired : text.ended
}

/** An approved campaign is shown as ended once it has expired. */
export const toShownStatus = ({ status, daysLeft }: Timing) =>
  status === 'approved' && isExpired(daysLeft) ? 'ended' : status

/** Specification §2: 0 days or less. A campaign without end date never expires (readings C4). */
export function isExpired(daysLeft: number | null): boolean {
  return daysLeft !== null && daysLeft <= 0
}
