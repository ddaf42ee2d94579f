import { Plus } from 'lucide-react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { campaignListSchema, categories } from '#shared/campaign.ts'

import { apiOf } from '../../api/client.ts'
import { settle } from '../../api/outcome.ts'
import { CampaignCard } from '../../features/campaign/campaign-card.tsx'
import { CategoryFilter } from '../../features/dashboard/category-filter.tsx'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NoCampaigns } from '../../features/dashboard/no-campaigns.tsx'
import { Pager } from '../../features/dashboard/pager.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { cardGrid, CardSkeletons } from '../../features/dashboard/skeletons.tsx'
import { campaignPath, paths } from '../../paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { useText } from '../../text/text.tsx'
import { buttonClass } from '../../ui/button.tsx'

const pageSize = 12

/** Which campaigns are listed is said by the address alone. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const category = categories.find((known) => known === search.get('category')) ?? null
  const after = search.get('after')
  const query = new URLSearchParams({
    limit: `${pageSize}`,
    ...(category !== null && { category }),
    ...(after !== null && { after }),
  })
  const list = settle(apiOf(context).get(`/campaigns?${query}`, campaignListSchema))
  return { category, place: `${query}`, list }
}

export function Component() {
  const { campaigns: text } = useText(dashboardText)
  const { category, place, list } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeader
        title={text.title}
        action={
          <Link to={paths.createCampaign} className={`${buttonClass()} w-full sm:w-auto`}>
            <Plus aria-hidden="true" size={18} />
            {text.create}
          </Link>
        }
      />
      <CategoryFilter selected={category} />
      <h2 className="sr-only">{category ?? text.list}</h2>
      <Loaded
        key={place}
        of={list}
        failed={text.failed}
        skeleton={<CardSkeletons label={text.loading} />}
      >
        {({ campaigns, next }) => (
          <>
            {campaigns.length === 0 && <NoCampaigns category={category} />}
            <ul className={cardGrid}>
              {campaigns.map((campaign) => (
                <li key={campaign.id}>
                  <CampaignCard campaign={campaign} to={campaignPath(campaign.id)} />
                </li>
              ))}
            </ul>
            <Pager next={next} />
          </>
        )}
      </Loaded>
    </>
  )
}
