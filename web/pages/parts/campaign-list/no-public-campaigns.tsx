import type { CampaignQuery } from '#shared/campaign-query.ts'
import type { CategorySlug } from '#shared/category-page.ts'

import { paths } from '../../../navigation/paths.ts'
import { campaignListText } from '../../../text/campaign-list.ts'
import { categoryPageText } from '../../../text/category-page.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { listPath } from './list-path.ts'

type Props = { slug: CategorySlug | null; query: CampaignQuery }

/** An empty public list with the next step: a wider search, another list, or a campaign of one's own. */
export function NoPublicCampaigns({ slug, query }: Props) {
  const text = campaignListText
  const { after: _after, ...search } = query
  if (Object.keys(search).length > 0)
    return (
      <EmptyState
        title={text.noneFound}
        text={categoryPageText.noneFoundHint}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {slug !== null && (
              <a href={listPath(null, search)} className={buttonClass()}>
                {categoryPageText.searchAll}
              </a>
            )}
            <a href={paths.publicCampaigns} className={buttonClass('quiet')}>
              {text.showAll}
            </a>
          </div>
        }
      />
    )
  if (slug === null)
    return (
      <EmptyState
        title={text.none}
        text={text.noneHint}
        action={
          <a href={paths.createCampaign} className={buttonClass()}>
            {categoryPageText.start}
          </a>
        }
      />
    )
  return (
    <EmptyState
      title={text.none}
      text={text.noneInCategory(categoryPageText.pages[slug].name)}
      action={
        <a href={paths.publicCampaigns} className={buttonClass('quiet')}>
          {text.showAll}
        </a>
      }
    />
  )
}
