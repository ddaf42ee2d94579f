import { CalendarDays, Clock, Copy, Pencil } from 'lucide-react'

import type { Account } from '#shared/account.ts'
import type { CampaignCard as CampaignSummary } from '#shared/campaign.ts'
import type { Memberships as MembershipList } from '#shared/campaign-member.ts'
import { useLoaderData, useLocation, useNavigate, Link } from '#web/router/navigate.tsx'

import { campaignPath, paths, submittedState } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { language } from '../../text/language.ts'
import { memberText } from '../../text/member.ts'
import { profileText } from '../../text/profile.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { copyText } from '../../ui/toast.tsx'
import { CampaignCard, toPicturePlace } from '../parts/campaign/campaign-card.tsx'
import { cardGrid, CardSkeletons, Loaded } from '../parts/dashboard/loaded.tsx'
import { Pager } from '../parts/dashboard/screen-header.tsx'
import { useStoredTab } from '../parts/dashboard/use-stored-tab.ts'
import { StatusNote } from './campaign/status-note.tsx'
import type { loader } from './profile.data.ts'
import { type ProfileTab, profileTabs, useTabLists } from './profile/use-tab-lists.ts'
import { Section } from '../../ui/section.tsx'

export function Component() {
  const text = profileText
  const page = useLoaderData<typeof loader>()
  const { account, after } = page
  const getList = useTabLists(page)
  const isSubmitted = useLocation().state === submittedState
  const tab = useStoredTab('profile-tab', profileTabs, isSubmitted ? 'pending' : undefined)
  const { name: open, selected, select } = tab
  const navigate = useNavigate()
  const openTab = (index: number) => {
    select(index)
    if (after !== null) void navigate({ search: '' })
  }
  return (
    <>
      <title>{dashboardText.pageTitle({ title: text.title })}</title>
      <ProfileCard account={account} />
      <Memberships campaigns={page.memberships} />
      <h2 className="mt-10 mb-3 text-xl font-bold">{text.campaigns}</h2>
      {isSubmitted && <WhatHappensNext />}
      <Tabs
        label={text.campaigns}
        selected={selected}
        onSelect={openTab}
        tabs={profileTabs.map((name) => ({
          name: text.tabs[name],
          content: name === open && (
            <Loaded key={name + after} data={getList(name)} text={text} skeleton={CardSkeletons}>
              {({ campaigns, next }) => (
                <>
                  <CampaignGrid tab={name} campaigns={campaigns} />
                  <Pager next={next} />
                </>
              )}
            </Loaded>
          ),
        }))}
      />
    </>
  )
}

/** Campaigns of others that the person looks after. */
function Memberships({ campaigns }: MembershipList) {
  if (campaigns.length === 0) return null
  return (
    <Section id="memberships" title={memberText.mine} heading="mt-10 mb-3 text-xl font-bold">
      <ul className="card divide-y divide-line px-4">
        {campaigns.map(({ id, title, role }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <Link to={campaignPath(id)} className="link min-w-0 py-2.5 wrap-anywhere">
              {title}
            </Link>
            <span className="text-sm text-muted">{memberText.roles[role]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function CampaignGrid({ tab, campaigns }: { tab: ProfileTab; campaigns: CampaignSummary[] }) {
  const text = profileText
  if (campaigns.length === 0)
    return (
      <EmptyState
        title={text.none[tab]}
        action={
          <Link to={paths.createCampaign} className={buttonClass()}>
            {text.create}
          </Link>
        }
      />
    )
  return (
    <ul className={cardGrid}>
      {campaigns.map((campaign, index) => (
        <li key={campaign.id}>
          <CampaignCard
            campaign={campaign}
            to={campaignPath(campaign.id)}
            picture={toPicturePlace(index)}
            badge={<StatusNote campaign={campaign} />}
            footer={<CampaignId id={campaign.id} />}
          />
        </li>
      ))}
    </ul>
  )
}

/** Full name, handle and age of the account (specification §2). */
export function ProfileCard({ account }: { account: Account }) {
  const text = profileText
  const { firstname, lastname, createdAt } = account
  const age = accountAge(createdAt)
  return (
    <Card className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 sm:p-6">
      <span
        aria-hidden="true"
        className="grid size-16 shrink-0 place-items-center rounded-full bg-mint text-xl font-bold text-on-mint"
      >
        {firstname.charAt(0)}
        {lastname.charAt(0)}
      </span>
      <div className="min-w-0 grow">
        <h1 className="text-2xl font-bold wrap-anywhere">{`${firstname} ${lastname}`}</h1>
        <p className="wrap-anywhere text-muted">{toHandle(account)}</p>
        <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
          <CalendarDays aria-hidden="true" size={16} />
          {age === undefined ? text.unknownAge : text.age({ age })}
        </p>
      </div>
      <Link to={paths.settings} className={`${buttonClass('quiet')} w-full sm:w-auto`}>
        <Pencil aria-hidden="true" size={16} />
        {text.edit}
      </Link>
    </Card>
  )
}

/** For example '@adaeze.okafor'. */
function toHandle({ firstname, lastname }: Account): string {
  const names = [firstname, lastname].map((name) => name.toLowerCase().replaceAll(/\s+/g, ''))
  return `@${names.join('.')}`
}

/** The id of a campaign, with a button that copies it. Positioned, so that the link of the card does not cover it. */
export function CampaignId({ id }: { id: string }) {
  const { id: text } = profileText
  return (
    <div className="relative flex items-center justify-between gap-2 border-t border-line pt-2 text-sm text-muted">
      <p className="code min-w-0 wrap-anywhere select-text">
        {text.label} {id}
      </p>
      <button
        type="button"
        aria-label={text.copy({ id })}
        title={text.copyShort}
        onClick={() => void copyText(id, text)}
        className="grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150 hover:bg-mint hover:text-on-mint"
      >
        <Copy aria-hidden="true" size={16} />
      </button>
    </div>
  )
}

/** Shown after a campaign was submitted. */
export function WhatHappensNext() {
  const { next: text } = profileText
  return (
    <section aria-label={text.title} className="card my-5 flex gap-4 p-5">
      <Clock aria-hidden="true" className="mt-0.5 shrink-0 text-forest" />
      <div>
        <h3 ref={takeFocus} tabIndex={-1} className="font-bold">
          {text.title}
        </h3>
        <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-sm">
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const dayMs = 86_400_000

/** The age of an account in its largest whole unit, such as '3 months'. Undefined if it is unknown. */
export function accountAge(createdAt: string | null, now: Date = new Date()): string | undefined {
  if (createdAt === null) return undefined
  const ageMs = now.getTime() - Date.parse(createdAt)
  if (Number.isNaN(ageMs)) return undefined
  const days = Math.max(1, Math.floor(ageMs / dayMs))
  if (days < 30) return formatUnit(days, 'day')
  if (days < 365) return formatUnit(Math.floor(days / 30.44), 'month')
  return formatUnit(Math.floor(days / 365.25), 'year')
}

function formatUnit(count: number, unit: 'day' | 'month' | 'year'): string {
  const atLeastOne = Math.max(1, count)
  return new Intl.NumberFormat(language.formats, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(atLeastOne)
}
