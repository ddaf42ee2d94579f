import { Link } from '#web/router/link.tsx'

import { campaignListText } from '../../../text/campaign-list.ts'

type Chip = { to: string; name: string; isSelected: boolean }

/** Links to lists of categories. On phones they scroll sideways. */
export function CategoryChips({ chips }: { chips: readonly Chip[] }) {
  return (
    <nav
      aria-label={campaignListText.categories}
      className="-mx-5 mb-6 overflow-x-auto px-5 py-1 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-2 sm:flex-wrap">
        {chips.map(({ to, name, isSelected }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              aria-current={isSelected ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-control bg-card px-4 text-sm font-semibold transition-colors duration-150 hover:border-ink aria-[current=page]:border-forest aria-[current=page]:bg-forest aria-[current=page]:text-on-forest"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
