import type { CampaignCard as Card } from '#shared/campaign.ts'
import { useLoaderData, useLocation, useNavigate } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

import { CampaignCard, toPicturePlace } from '../parts/campaign/campaign-card.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { Pager } from '../parts/dashboard/pager.tsx'
import { useStoredTab } from '../parts/dashboard/use-stored-tab.ts'
import { cardGrid, CardSkeletons } from '../parts/dashboard/skeletons.tsx'
import { StatusNote } from './campaign/status-note.tsx'
import { CampaignId } from './profile/campaign-id.tsx'
import { ProfileCard } from './profile/profile-card.tsx'
import { useTabLists } from './profile/use-tab-lists.ts'
import { WhatHappensNext } from './profile/what-happens-next.tsx'
import { campaignPath, paths, submittedState } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { profileText } from '../../text/profile.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { loader } from './profile.data.ts'
import { profileTabs, type ProfileTab } from './profile/profile-tabs.ts'

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
      <title>{dashboardText.pageTitle(text.title)}</title>
      <ProfileCard account={account} />
      <h2 className="mt-10 mb-3 text-xl font-bold">{text.campaigns}</h2>
      {isSubmitted && <WhatHappensNext />}
      <Tabs
        label={text.campaigns}
        selected={selected}
        onSelect={openTab}
        tabs={profileTabs.map((name) => ({
          name: text.tabs[name],
          content: name === open && (
            <Loaded
              key={name + after}
              data={getList(name)}
              failed={text.failed}
              skeleton={<CardSkeletons label={text.loading} />}
            >
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

function CampaignGrid({ tab, campaigns }: { tab: ProfileTab; campaigns: Card[] }) {
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
            badge={<StatusNote status={campaign.status} />}
            footer={<CampaignId id={campaign.id} />}
          />
        </li>
      ))}
    </ul>
  )
}
