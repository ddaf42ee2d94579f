import type { CampaignQuery } from '#shared/campaign-query.ts'
import { categoryPages, type CategorySlug } from '#shared/category-page.ts'

import { campaignListText } from '../../../text/campaign-list.ts'
import { categoryPageText } from '../../../text/category-page.ts'
import { CategoryChips } from './category-chips.tsx'
import { listPath } from './list-path.ts'

type Props = { slug: CategorySlug | null; query: CampaignQuery }

/** Links to the public list of each category, with the same search. */
export function CategoryLinks({ slug: selected, query }: Props) {
  const { after: _after, ...search } = query
  const slugs = [null, ...categoryPages.map(({ slug }) => slug)]
  return (
    <CategoryChips
      chips={slugs.map((slug) => ({
        to: listPath(slug, search),
        name: slug === null ? campaignListText.all : categoryPageText.pages[slug].name,
        isSelected: slug === selected,
      }))}
    />
  )
}
