import {
  ChevronRight,
  CircleHelp,
  Clock,
  FilePen,
  Gavel,
  HandCoins,
  HeartHandshake,
  Inbox,
  type LucideIcon,
  Megaphone,
  Pencil,
  Search,
  Share2,
  UsersRound,
} from 'lucide-react'
import type * as z from 'zod/mini'

import type { campaignListSchema } from '#shared/campaign.ts'
import { formatNaira } from '#shared/money.ts'
import type {
  AccountOverview,
  NextStep,
  overviewSchema,
  OrganiserOverview,
} from '#shared/overview.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import type { DonationListItem } from '#shared/donation.ts'

import { campaignPath, givenPath, paths, payoutsPath } from '../../navigation/paths.ts'
import { overviewText } from '../../text/overview.ts'
import { formatDay } from '../../format/day.ts'
import { formatCount } from '../../text/language.ts'
import { Badge, Card } from '../../ui/card.tsx'
import { NoCampaigns } from '../parts/campaign-list/no-campaigns.tsx'
import { CampaignProgress, toShownStatus } from '../parts/campaign/campaign-card.tsx'
import { lazyPart } from '../../forms/lazy.tsx'
import { Loaded, PanelSkeletons, three, useOutcome } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { TransactionTable } from '../parts/transaction/transaction-table.tsx'
import { StatusNote } from './campaign/status-note.tsx'
import type { loader } from './overview.data.ts'
import { DonationChart } from './payouts/donation-chart.tsx'
import { DonorPanel } from './transactions/donor-panel.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/states.tsx'

const WorkPanel = lazyPart(
  async () => (await import('../parts/dashboard/work-panel.tsx')).WorkPanel,
)

export function Component() {
  const text = overviewText
  const { figures, personal, isOwn } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeader title={text.title} subtitle={text.subtitle} />
      <Loaded
        data={figures}
        text={{ failed: text.figuresFailed, loading: text.loadingFigures }}
        skeleton={isOwn ? OwnFigureSkeletons : FigureSkeletons}
      >
        {(overview) => <StatCards overview={overview} />}
      </Loaded>
      <div className="mt-3 space-y-3 sm:mt-10 sm:space-y-10">
        <Loaded
          data={personal}
          text={{ failed: text.personalFailed, loading: text.loadingPersonal }}
          skeleton={PanelSkeletons}
          footer={<Ongoing />}
        >
          {(overview) => (
            <>
              {overview && <Personal overview={overview} />}
              <Ongoing />
            </>
          )}
        </Loaded>
      </div>
      <WorkOfStaff />
    </>
  )
}

/** Nothing for people without a role, so its code is loaded for the others only. It comes late, and stands last so that nothing moves. */
function WorkOfStaff() {
  const { work } = useLoaderData<typeof loader>()
  const { outcome } = useOutcome(work)
  if (!outcome || !('value' in outcome) || outcome.value === null) return null
  return (
    <div className="mt-6 sm:mt-10">
      <WorkPanel work={outcome.value} />
    </div>
  )
}

/** What a person raises, what they gave, and what they can do next. */
function Personal({ overview: { nextSteps, organiser, donor } }: { overview: AccountOverview }) {
  return (
    <>
      <NextSteps steps={nextSteps} />
      {organiser && <OrganiserPanel overview={organiser} />}
      {donor && <DonorPanel overview={donor} />}
    </>
  )
}

function Ongoing() {
  const text = overviewText
  const { ongoing } = useLoaderData<typeof loader>()
  return (
    <section aria-labelledby="ongoing">
      <Loaded
        data={ongoing}
        text={{ failed: text.ongoingFailed, loading: text.loadingOngoing }}
        header={
          <h2 id="ongoing" className="mb-3 text-xl font-bold sm:mb-4">
            {text.ongoing}
          </h2>
        }
      >
        {(list) => <OngoingCampaigns headingId="ongoing" list={list} />}
      </Loaded>
    </section>
  )
}

const icons: Record<NextStep['kind'], LucideIcon> = {
  'answer-reviewer': CircleHelp,
  'read-decision': Gavel,
  resubmit: Pencil,
  'thank-donors': HeartHandshake,
  share: Share2,
  'await-review': Clock,
  'claim-donations': Inbox,
  'finish-draft': FilePen,
  'start-campaign': Megaphone,
  'find-campaign': Search,
}

/** What the person can do next, the most urgent step first. Each is a link to where it is done. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  const { next: text } = overviewText
  if (steps.length === 0) return null
  return (
    <Section id="next-steps" title={text.title} heading="mb-2 text-xl font-bold sm:mb-4">
      <Steps steps={steps.slice(0, 1)} />
      {steps.length > 1 && (
        <details className="sm:mt-2">
          <summary className="link w-fit">{text.more({ count: steps.length - 1 })}</summary>
          <Steps steps={steps.slice(1)} />
        </details>
      )}
    </Section>
  )
}

function Steps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">
      {steps.map((step) => (
        <li key={`${step.kind} ${'campaign' in step ? step.campaign.id : ''}`}>
          <Step step={step} />
        </li>
      ))}
    </ul>
  )
}

function Step({ step }: { step: NextStep }) {
  const { next: text } = overviewText
  const Icon = icons[step.kind]
  return (
    <Link
      to={toPath(step)}
      className="card group flex h-full items-center gap-4 p-3 transition-colors duration-150 hover:border-forest sm:p-4"
    >
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-mint text-on-mint"
      >
        <Icon size={20} />
      </span>
      <span className="min-w-0">
        <span className="block font-bold group-hover:text-forest">{text.steps[step.kind]}</span>
        <span className="line-clamp-2 text-sm text-muted wrap-anywhere">
          {'campaign' in step ? step.campaign.title : text.hints[step.kind]}
        </span>
      </span>
    </Link>
  )
}

function toPath(step: NextStep): string {
  if (step.kind === 'find-campaign') return paths.campaigns
  if (step.kind === 'claim-donations') return givenPath
  if (!('campaign' in step)) return paths.createCampaign
  const { id } = step.campaign
  return step.kind === 'thank-donors' ? payoutsPath(id) : campaignPath(id)
}

type StatCardsProps = { overview: z.output<typeof overviewSchema> }

/** Three totals: of the person's campaigns, or of the platform for visitors (readings P9). */
export function StatCards({ overview }: StatCardsProps) {
  const text = overviewText
  const { scope, donations, donors, campaigns } = overview
  // The subtitle of the page says whose totals they are.
  const onOwn = scope === 'platform' ? '' : 'max-sm:sr-only'
  return (
    <Section id="figures" title={text.scope[scope]} heading={`text-xl font-bold ${onOwn}`}>
      <p className={`mb-3 min-h-[2.625rem] text-sm text-muted sm:mb-4 sm:min-h-0 ${onOwn}`}>
        {text.scopeHint[scope]}{' '}
        {scope === 'platform' && (
          <Link to={paths.login} className="link">
            {text.logIn}
          </Link>
        )}
      </p>
      <dl className="grid grid-cols-[auto_auto] gap-2 max-xl:*:first:col-span-2 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">
        <Stat icon={HandCoins} name={text.donations} value={formatNaira(donations)} />
        <Stat icon={UsersRound} name={text.donors} value={formatCount(donors)} />
        <Stat icon={Megaphone} name={text.campaigns} value={formatCount(campaigns)} />
      </dl>
    </Section>
  )
}

/** As tall as the figures, so that nothing moves when they arrive. */
const FigureSkeletons = () => figureSkeletons('')
const OwnFigureSkeletons = () => figureSkeletons('max-sm:hidden')

function figureSkeletons(heading: string) {
  return (
    <>
      <Skeleton className={`h-[1.7875rem] w-40 ${heading}`} />
      <Skeleton className={`mb-3 h-[2.625rem] w-64 sm:mb-4 sm:h-[1.3125rem] ${heading}`} />
      <div className="grid grid-cols-2 gap-2 max-xl:*:first:col-span-2 sm:gap-4 xl:grid-cols-3">
        {three.map((key) => (
          <Skeleton key={key} className="h-[2.96875rem] w-full rounded-card sm:h-[5.75rem]" />
        ))}
      </div>
    </>
  )
}

type StatProps = { icon: LucideIcon; name: string; value: string }

function Stat({ icon: Icon, name, value }: StatProps) {
  return (
    <div className="card relative flex flex-wrap items-baseline justify-between gap-x-1.5 px-2.5 py-2.5 sm:block sm:min-h-[5.75rem] sm:py-4 sm:pr-5 sm:pl-21">
      <dt className="text-sm text-muted">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-5 my-auto hidden size-12 place-items-center rounded-full bg-mint text-on-mint sm:grid"
        >
          <Icon size={22} />
        </span>
        {name}
      </dt>
      <dd className="money font-bold wrap-anywhere sm:text-xl">{value}</dd>
    </div>
  )
}

const maxCampaigns = 3

type OngoingCampaignsProps = { headingId: string; list: z.output<typeof campaignListSchema> }

/** Up to three approved campaigns and the total count (specification §2). */
export function OngoingCampaigns({ headingId, list }: OngoingCampaignsProps) {
  const text = overviewText
  return (
    <>
      <div className="mb-2 flex items-center gap-3 sm:mb-4">
        <h2 id={headingId} className="text-xl font-bold">
          {text.ongoing}
        </h2>
        <Badge tone="neutral">
          <span aria-hidden="true">{list.total}</span>
          <span className="sr-only">{text.ongoingCount({ count: list.total })}</span>
        </Badge>
      </div>
      {list.campaigns.length === 0 ? (
        <NoCampaigns />
      ) : (
        <ul className="grid gap-2 sm:gap-3">
          {list.campaigns.slice(0, maxCampaigns).map(({ id, title, description }) => (
            <li key={id}>
              <Link
                to={campaignPath(id)}
                className="card group flex items-center gap-4 px-4 py-1 transition-colors duration-150 hover:border-forest sm:p-5"
              >
                <span className="min-w-0 grow">
                  <span className="line-clamp-2 leading-snug font-bold wrap-anywhere group-hover:text-forest sm:line-clamp-none">
                    {title}
                  </span>
                  <span className="line-clamp-1 text-sm text-muted wrap-anywhere sm:line-clamp-2">
                    {description}
                  </span>
                </span>
                <ChevronRight aria-hidden="true" className="shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 sm:mt-4">
        <Link to={paths.campaigns} className="link">
          {text.all}
        </Link>
      </p>
    </>
  )
}

function OrganiserPanel({ overview }: { overview: OrganiserOverview }) {
  const { organiser: text } = overviewText
  const { campaigns, total, days, latest, payouts } = overview
  const hasRecent = days.some(({ donations }) => donations > 0)
  return (
    <>
      <PayoutFacts {...payouts} />
      <div className="grid items-start gap-4 sm:gap-5 sm:gap-y-10 lg:grid-cols-2">
        <Section id="own-campaigns" title={text.title} heading="mb-2 text-xl font-bold sm:mb-4">
          <ul className="grid gap-2 max-sm:*:nth-[n+3]:hidden sm:gap-3">
            {campaigns.map((campaign) => (
              <li key={campaign.id}>
                <CampaignProgress
                  campaign={campaign}
                  to={campaignPath(campaign.id)}
                  badge={
                    toShownStatus(campaign) !== 'approved' && <StatusNote campaign={campaign} />
                  }
                />
              </li>
            ))}
          </ul>
          <p className="mt-1 sm:mt-4">
            <Link to={paths.profile} className="link">
              {text.all({ count: total })}
            </Link>
          </p>
        </Section>
        {hasRecent ? <DonationChart title={text.chart} days={days} /> : <NoChart />}
      </div>
      <Section id="latest-donations" title={text.latest} heading="mb-2 text-xl font-bold sm:mb-4">
        {latest.length > 0 ? (
          <LatestDonations donations={latest} />
        ) : (
          <p className="text-muted">{text.noLatest}</p>
        )}
      </Section>
    </>
  )
}

/** Without what there is none of, so nothing before the first donation. The first one leads to the money of each campaign. */
function PayoutFacts({ lastDay, dueBy, ...position }: OrganiserOverview['payouts']) {
  const { payouts: text } = overviewText.organiser
  const all = [
    [lastDay ? text.paidOutLast({ day: formatDay(lastDay) }) : text.paidOut, position.paidOut],
    [text.due({ day: formatDay(dueBy) }), position.due],
    [text.held, position.held],
    [text.owedBack, position.owedBack],
  ] as const
  const facts = all.filter(([, amount]) => amount > 0)
  if (facts.length === 0) return null
  return (
    <dl className="card grid gap-x-10 gap-y-1 px-3 py-2 sm:flex sm:flex-wrap sm:items-baseline sm:px-5 sm:py-4">
      {facts.map(([name, amount], index) => (
        <div key={index} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-sm text-muted">
            {index === 0 ? (
              <Link to={paths.allPayouts} className="link tap">
                {name}
              </Link>
            ) : (
              name
            )}
          </dt>
          <dd className="money ml-auto font-bold">{formatNaira(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoChart() {
  const { organiser: text } = overviewText
  return (
    <Card>
      <h2 className="text-xl font-bold">{text.chart}</h2>
      <p className="mt-2 text-muted">{text.noChart}</p>
    </Card>
  )
}

function LatestDonations({ donations }: { donations: DonationListItem[] }) {
  const { organiser: text } = overviewText
  return (
    <div className="max-sm:[&_tbody>tr:nth-child(n+3)]:hidden">
      <TransactionTable
        caption={text.latestCaption}
        donations={donations}
        linkTo={({ campaign }) => payoutsPath(campaign.id)}
      />
      <p className="mt-1 sm:mt-4">
        <Link to={paths.transactions} className="link">
          {text.allDonations}
        </Link>
      </p>
    </div>
  )
}
