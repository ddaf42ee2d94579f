import { Link } from '#web/router/navigate.tsx'

import { paths } from '../../../navigation/paths.ts'
import { categoryName } from '../../../format/category-name.ts'
import { campaignListText as text } from '../../../text/campaign-list.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

type NoCampaignsProps = { category?: string | null; isSearch?: boolean }

/** 'No Campaigns Available' with the next step (specification §2). */
export function NoCampaigns({ category, isSearch }: NoCampaignsProps) {
  if (category || isSearch)
    return (
      <EmptyState
        title={text.none}
        text={
          category && !isSearch
            ? text.noneInCategory({ category: categoryName(category) })
            : text.noneFound
        }
        action={
          <Link to={paths.campaigns} className={buttonClass('quiet')}>
            {text.showAll}
          </Link>
        }
      />
    )
  return (
    <EmptyState
      title={text.none}
      text={text.noneHint}
      action={
        <Link to={paths.createCampaign} className={buttonClass()}>
          {text.create}
        </Link>
      }
    />
  )
}
