import { Link, useSearchParams } from 'react-router'

import { categories } from '#shared/campaign.ts'

import { categoryName } from '../../text/category-name.ts'
import { dashboardText } from '../../text/dashboard.ts'

/** Links to the list of each category. The URL holds the category. */
export function CategoryFilter({ selected }: { selected: string | null }) {
  const { campaigns: text } = dashboardText
  const [search] = useSearchParams()
  const options = [null, ...categories]
  return (
    <nav
      aria-label={text.categories}
      className="-mx-5 mb-6 overflow-x-auto px-5 py-1 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-2 sm:flex-wrap">
        {options.map((category) => (
          <li key={category} className="shrink-0">
            <Link
              to={{ search: toSearch(category, search) }}
              aria-current={category === selected ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-control bg-card px-4 text-sm font-semibold transition-colors duration-150 hover:border-ink aria-[current=page]:border-forest aria-[current=page]:bg-forest aria-[current=page]:text-on-forest"
            >
              {category === null ? text.all : categoryName(category)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
