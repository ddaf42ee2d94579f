import { Plus } from 'lucide-react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import {
  campaignListSchema,
  campaignSorts,
  campaignStates,
  categories,
  mostCounted,
} from '#shared/campaign.ts'

import { apiOf } from '../../api/client.ts'
import { settle } from '../../api/outcome.ts'
import { CampaignCard } from '../../features/campaign/campaign-card.tsx'
import { CampaignSearch, type CampaignQuery } from '../../features/dashboard/campaign-search.tsx'
import { CategoryFilter } from '../../features/dashboard/category-filter.tsx'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NoCampaigns } from '../../features/dashboard/no-campaigns.tsx'
import { Pager } from '../../features/dashboard/pager.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { cardGrid, CardSkeletons } from '../../features/dashboard/skeletons.tsx'
import { campaignPath, paths } from '../../paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { buttonClass } from '../../ui/button.tsx'

const pageSize = 12

/** Which campaigns are listed is said by the address alone. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const asked = queryOf(new URL(request.url).searchParams)
  const query = new URLSearchParams({ limit: `${pageSize}`, ...asked })
  const list = settle(apiOf(context).get(`/campaigns?${query}`, campaignListSchema))
  return { asked, address: `${query}`, list }
}

/** What the address asks for. Words that mean nothing here are left out, as are fields that a form left empty. */
function queryOf(search: URLSearchParams): CampaignQuery {
  const oneOf = (name: string, known: readonly string[]) =>
    known.find((each) => each === search.get(name))
  const typed = (name: string) => search.get(name)?.trim().slice(0, 100)
  const asked = {
    category: oneOf('category', categories),
    q: typed('q'),
    place: typed('place'),
    state: oneOf('state', campaignStates),
    sort: oneOf('sort', campaignSorts),
    after: search.get('after') ?? undefined,
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value))
}

export function Component() {
  const { campaigns: text } = dashboardText
  const { asked, address, list } = useLoaderData<typeof loader>()
  const { category = null, q, place, state } = asked
  const isSearch = Boolean(q ?? place ?? state)
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
      <CampaignSearch asked={asked} />
      <CategoryFilter selected={category} />
      <h2 className="sr-only">{category ?? text.list}</h2>
      <Loaded
        key={address}
        of={list}
        failed={text.failed}
        skeleton={<CardSkeletons label={text.loading} />}
      >
        {({ campaigns, total, next }) => (
          <>
            {isSearch && total > 0 && (
              <output className="mb-4 block text-muted">{text.found(total, mostCounted)}</output>
            )}
            {campaigns.length === 0 && <NoCampaigns category={category} isSearch={isSearch} />}
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
