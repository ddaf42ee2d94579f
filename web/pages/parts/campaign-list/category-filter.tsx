import { categories } from '#shared/category.ts'
import { useSearchParams } from '#web/router/hooks.ts'

import { paths } from '../../../navigation/paths.ts'
import { campaignListText } from '../../../text/campaign-list.ts'
import { categoryName } from '../../../text/category-name.ts'
import { CategoryChips } from './category-chips.tsx'

/** Links to the dashboard's list of each category. The URL holds the category. */
export function CategoryFilter({ selected }: { selected: string | null }) {
  const search = useSearchParams()
  return (
    <CategoryChips
      chips={[null, ...categories].map((category) => ({
        to: paths.campaigns + toSearch(category, search),
        name: category === null ? campaignListText.all : categoryName(category),
        isSelected: category === selected,
      }))}
    />
  )
}

/** The URL of the same search in another category. */
function toSearch(category: string | null, search: URLSearchParams): string {
  const changed = new URLSearchParams(search)
  changed.delete('category')
  changed.delete('after')
  if (category !== null) changed.set('category', category)
  return changed.size > 0 ? `?${changed}` : ''
}
