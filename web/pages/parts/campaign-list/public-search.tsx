import { ChevronDown, Search } from 'lucide-react'

import type { CampaignQuery } from '#shared/campaign-query.ts'
import {
  categoryPages,
  findCategoryPage,
  toFormValue,
  type CategorySlug,
} from '#shared/category-page.ts'

import { paths } from '../../../navigation/paths.ts'
import { campaignListText } from '../../../text/campaign-list.ts'
import { categoryPageText } from '../../../text/category-page.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { FilterFields, WordsField } from './list-fields.tsx'

type Props = { slug: CategorySlug | null; query: CampaignQuery }

/** The search form of public lists. It works without script: on small screens a `<details>` element hides the filters. */
export function PublicSearch({ slug, query }: Props) {
  const text = campaignListText
  const { place, state, sort } = query
  const selected = findCategoryPage(slug ?? undefined)
  return (
    <search aria-label={text.search}>
      <form
        action={paths.publicCampaigns}
        className="card grid grid-cols-[1fr_auto] items-end gap-x-3 gap-y-1 p-4 sm:gap-4"
      >
        <WordsField query={query} />
        <Button type="submit">
          <Search aria-hidden="true" size={18} />
          <span className="max-sm:sr-only">{text.apply}</span>
        </Button>
        <details open={Boolean(place || state || sort)} className="filters group col-span-2">
          <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-lg font-semibold [&::-webkit-details-marker]:hidden">
            {text.filters}
            <ChevronDown aria-hidden="true" size={18} className="group-open:rotate-180" />
          </summary>
          <div className="grid gap-4 pt-2 sm:grid-cols-2 lg:grid-cols-4 lg:pt-0">
            <SelectField
              label={categoryPageText.category}
              name="category"
              placeholder={categoryPageText.chooseCategory}
              options={categoryPages.map((page) => ({
                value: toFormValue(page),
                label: categoryPageText.pages[page.slug].name,
              }))}
              defaultValue={selected && toFormValue(selected)}
            />
            <FilterFields query={query} />
          </div>
        </details>
      </form>
    </search>
  )
}
