import { type CampaignQuery, campaignSorts, campaignStates } from '#shared/campaign-query.ts'
import { Link } from '#web/router/navigate.tsx'

import { campaignListText as text } from '../../../text/campaign-list.ts'
import { Field, SelectField } from '../../../ui/fields.tsx'

type Props = { query: CampaignQuery; className?: string }

/** `list` is the id of suggestions. */
export function WordsField({ query, ...props }: Props & { list?: string }) {
  return (
    <Field
      label={text.words}
      type="search"
      name="q"
      maxLength={100}
      defaultValue={query.q}
      {...props}
    />
  )
}

/** Place, state and order of a list. */
export function FilterFields({ query, className }: Props) {
  const { place, state, sort } = query
  return (
    <>
      <Field
        label={text.place}
        name="place"
        maxLength={100}
        defaultValue={place}
        className={className}
      />
      <SelectField
        label={text.state}
        name="state"
        placeholder={text.anyState}
        options={campaignStates.map((value) => ({ value, label: text.states[value] }))}
        defaultValue={state}
        className={className}
      />
      <SelectField
        label={text.sort}
        name="sort"
        placeholder={text.sorts.newest}
        options={campaignSorts
          .filter((value) => value !== 'newest')
          .map((value) => ({ value, label: text.sorts[value] }))}
        defaultValue={sort}
        className={className}
      />
    </>
  )
}

type Chip = { to: string; name: string; isSelected: boolean }

/** Links to lists of categories. On phones they scroll sideways. */
export function CategoryChips({ chips }: { chips: readonly Chip[] }) {
  return (
    <nav
      aria-label={text.categories}
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
