import { BookOpen, Share2, Users } from 'lucide-react'
import type { ReactNode } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { chartPath } from '#shared/embed.ts'
import { formatNaira, formatNairaInText } from '#shared/money.ts'
import { useParams, Link } from '#web/router/navigate.tsx'

import { publicCampaignPath, publicLedgerPath, shareKitPath } from '../../../navigation/paths.ts'
import { Abroad, useSite } from '../../../api/site.tsx'
import { campaignText as text } from '../../../text/campaign.ts'
import { language } from '../../../text/language.ts'
import { ledgerText } from '../../../text/ledger.ts'
import { shareText } from '../../../text/share.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/states.tsx'
import { listCampaignActions } from './campaign-actions.ts'
import { describeNotAccepting, isClosed, TimeLeft, toPercent } from './campaign-card.tsx'
import { ShareButtons } from './share-buttons.tsx'

type DonatePanelProps = { campaign: CampaignDetail; children?: ReactNode }

/** Progress, actions, who gave, and share links. Sticky on wide screens. */
export function DonatePanel({ campaign, children }: DonatePanelProps) {
  const { origin } = useSite()
  return (
    <aside className="card space-y-3 p-4 sm:space-y-4 sm:p-6 lg:sticky lg:top-22">
      <Raised campaign={campaign} />
      <div className="flex flex-wrap justify-between gap-3 text-sm">
        <span className="flex items-center gap-1.5 text-muted">
          <Users size={16} aria-hidden="true" />
          {text.donors({ count: campaign.donors })}
        </span>
        <TimeLeft {...campaign} />
      </div>
      <div className={`print:hidden ${campaign.isOwner ? '' : 'max-md:hidden'}`}>
        <ActionButtons campaign={campaign} />
      </div>
      {!campaign.acceptsDonations && (
        <p className="text-sm text-muted">{describeNotAccepting(campaign)}</p>
      )}
      {children}
      <section className="border-t border-line pt-3 sm:pt-4">
        <h2 className="mb-2 font-bold sm:mb-3">{text.share.title}</h2>
        <ShareButtons url={origin + publicCampaignPath(campaign.slug)} title={campaign.title} />
        {!campaign.isOwner && (
          <Link
            to={shareKitPath(campaign.slug)}
            className="link mt-2 flex min-h-11 items-center gap-1.5 text-sm"
          >
            <Share2 size={16} aria-hidden="true" />
            {shareText.kit}
          </Link>
        )}
      </section>
      <Link
        to={publicLedgerPath(campaign.slug)}
        className="link flex min-h-11 items-center gap-1.5 text-sm print:hidden"
      >
        <BookOpen size={16} aria-hidden="true" />
        {ledgerText.link}
      </Link>
      <details className="print:hidden">
        <summary className="link w-fit text-sm">{text.chart.title}</summary>
        <img
          src={chartPath(campaign.slug, language.code)}
          alt={text.chart.alt}
          width={320}
          height={160}
          loading="lazy"
          className="h-auto w-full"
        />
      </details>
    </aside>
  )
}

/** The main action at the bottom of the screen on phones, beside the progress. It comes first in the tab order, and last on the page. */
export function StickyActions({ campaign }: { campaign: CampaignDetail }) {
  const { raised, goal, donors } = campaign
  return (
    <div className="sticky bottom-0 z-20 order-last flex items-center gap-4 border-t border-line bg-cream p-3 md:hidden print:hidden">
      <div className="min-w-0 flex-1 text-sm">
        <p className="money mb-1.5 whitespace-nowrap">
          <strong>{text.percent({ percent: toPercent(raised ?? 0, goal) })}</strong> ·{' '}
          {text.donors({ count: donors })}
        </p>
        <Progress value={raised ?? 0} max={goal} label={text.raisedSoFar} />
      </div>
      <div className="flex-1">
        <ActionButtons campaign={campaign} most={1} />
      </div>
    </div>
  )
}

type ActionButtonsProps = { campaign: CampaignDetail; most?: number }

/** The first is the main one. */
function ActionButtons({ campaign, most = Infinity }: ActionButtonsProps) {
  const { code } = useParams()
  const actions = listCampaignActions(campaign, { isPublicPage: true, code }).slice(0, most)
  if (actions.length === 0)
    return (
      <Button disabled className="w-full">
        {isClosed(campaign) ? text.expiredButton : text.donate}
      </Button>
    )
  return (
    <div className="grid gap-3">
      {actions.map(({ name, to, icon: Icon }, index) => (
        <Link
          key={name}
          to={to}
          className={`${buttonClass(index === 0 ? 'primary' : 'quiet')} w-full`}
        >
          <Icon size={20} aria-hidden="true" />
          {name}
        </Link>
      ))}
    </div>
  )
}

function Raised({ campaign: { raised, goal, receivedOutside } }: { campaign: CampaignDetail }) {
  return (
    <div>
      <dl className="space-y-1">
        <div>
          <dt className="text-sm text-muted">{text.raised}</dt>
          <dd className="money text-2xl font-extrabold">
            {raised === null ? text.unknown : formatNaira(raised)}
          </dd>
        </div>
        <div className="flex justify-between gap-3 text-sm">
          <dt className="text-muted">{text.goal}</dt>
          <dd className="money font-semibold">{formatNaira(goal)}</dd>
        </div>
      </dl>
      <div className="mt-3 flex items-center gap-3">
        <div className="relative grow">
          {receivedOutside > 0 && (
            <progress
              aria-hidden="true"
              value={Math.min((raised ?? 0) + receivedOutside, goal)}
              max={goal}
              className="bar bar-hatched"
            />
          )}
          <Progress value={raised ?? 0} max={goal} label={text.raisedSoFar} />
        </div>
        <span className="money text-sm font-semibold text-forest">
          {text.percent({ percent: toPercent(raised ?? 0, goal) })}
        </span>
      </div>
      {receivedOutside > 0 && (
        <p className="mt-2 text-sm">
          {text.outside({ amount: formatNairaInText(receivedOutside) })}
        </p>
      )}
      <Abroad amount={raised} goal={goal} hasChoice />
    </div>
  )
}
