import { useLoaderData } from '#web/router/hooks.ts'

import { CampaignCard } from '../parts/campaign/campaign-card.tsx'
import { CategoryLinks } from '../parts/campaign-list/category-links.tsx'
import { getListText, ListHead } from '../parts/campaign-list/list-head.tsx'
import { ListPages } from '../parts/campaign-list/list-pages.tsx'
import { NoPublicCampaigns } from '../parts/campaign-list/no-public-campaigns.tsx'
import { loadPublicList } from '../parts/campaign-list/public-list.loaders.ts'
import { PublicSearch } from '../parts/campaign-list/public-search.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { publicCampaignPath } from '../../navigation/paths.ts'
import { campaignListText } from '../../text/campaign-list.ts'
import { categoryPageText } from '../../text/category-page.ts'

export const loader = loadPublicList

/** All approved campaigns, or those of a category (readings N4). */
export function Component() {
  const { slug, query, list, isCategory } = useLoaderData<typeof loader>()
  const { heading, lead } = getListText(slug)
  const { campaigns, next } = list
  return (
    <PublicLayout>
      <ListHead slug={slug} query={query} next={next} />
      <div className="wrap py-6 sm:py-10">
        <h1 className="text-2xl font-extrabold">{heading}</h1>
        <p className="mt-1 mb-4 text-muted sm:mb-6">{lead}</p>
        <PublicSearch slug={slug} query={query} />
        <div className="mt-4">
          <CategoryLinks slug={slug} query={query} />
        </div>
        <h2 className="sr-only">{categoryPageText.list}</h2>
        {campaigns.length === 0 ? (
          <NoPublicCampaigns slug={slug} query={query} />
        ) : (
          <>
            {isCategory && slug !== null ? (
              <p className="mb-4">
                {categoryPageText.noneOfCause(categoryPageText.pages[slug].name)}
              </p>
            ) : (
              <Count total={list.total} isExact={list.isTotalExact} words={query.q} />
            )}
            <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-6">
              {campaigns.map((campaign) => (
                <li key={campaign.id}>
                  <CampaignCard
                    campaign={campaign}
                    to={publicCampaignPath(campaign.slug)}
                    isCompact
                  />
                </li>
              ))}
            </ul>
            <ListPages slug={slug} query={query} next={next} />
          </>
        )}
      </div>
    </PublicLayout>
  )
}

type CountProps = { total: number; isExact: boolean; words: string | undefined }

function Count({ total, isExact, words }: CountProps) {
  const count = campaignListText.found(total, isExact)
  return (
    <p className="mb-4 text-muted">
      {words === undefined ? count : categoryPageText.results(count, words)}
    </p>
  )
}
