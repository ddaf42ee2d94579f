import { Plus } from 'lucide-react'

import { useLoaderData } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'

import { CampaignCard, toPicturePlace } from '../parts/campaign/campaign-card.tsx'
import { CampaignSearch } from '../parts/campaign-list/campaign-search.tsx'
import { CategoryFilter } from '../parts/campaign-list/category-filter.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { NoCampaigns } from '../parts/campaign-list/no-campaigns.tsx'
import { Pager } from '../parts/dashboard/pager.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { cardGrid, CardSkeletons } from '../parts/dashboard/skeletons.tsx'
import { campaignPath, paths } from '../../navigation/paths.ts'
import { campaignListText } from '../../text/campaign-list.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { loader } from './campaigns.data.ts'

export function Component() {
  const text = campaignListText
  const { query, key, list } = useLoaderData<typeof loader>()
  const { category = null, q, place, state } = query
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
      <CampaignSearch query={query} />
      <CategoryFilter selected={category} />
      <h2 className="sr-only">{category ?? text.list}</h2>
      <Loaded
        key={key}
        data={list}
        failed={text.failed}
        skeleton={<CardSkeletons label={text.loading} />}
      >
        {({ campaigns, total, isTotalExact, next }) => (
          <>
            {isSearch && total > 0 && (
              <output className="mb-4 block text-muted">{text.found(total, isTotalExact)}</output>
            )}
            {campaigns.length === 0 && <NoCampaigns category={category} isSearch={isSearch} />}
            <ul className={cardGrid}>
              {campaigns.map((campaign, index) => (
                <li key={campaign.id}>
                  <CampaignCard
                    campaign={campaign}
                    to={campaignPath(campaign.id)}
                    picture={toPicturePlace(index)}
                  />
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
