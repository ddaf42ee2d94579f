import { Plus, Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'

import type { CampaignQuery } from '#shared/campaign-query.ts'
import { categories } from '#shared/category.ts'
import { Form } from '#web/router/form.tsx'
import { useLoaderData, useSearchParams, Link } from '#web/router/navigate.tsx'

import { campaignPath, paths } from '../../navigation/paths.ts'
import { campaignListText as text } from '../../text/campaign-list.ts'
import { categoryName } from '../../format/category-name.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CategoryChips, FilterFields, WordsField } from '../parts/campaign-list/list-fields.tsx'
import { NoCampaigns } from '../parts/campaign-list/no-campaigns.tsx'
import { CampaignCard, toPicturePlace } from '../parts/campaign/campaign-card.tsx'
import { cardGrid, CardSkeletons, Loaded } from '../parts/dashboard/loaded.tsx'
import { Pager, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import type { loader } from './campaigns.data.ts'

export function Component() {
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
      <Loaded key={key} data={list} text={text} skeleton={CardSkeletons}>
        {({ campaigns, total, isTotalExact, next }) => (
          <>
            {isSearch && total > 0 && (
              <output className="mb-4 block text-muted">
                {(isTotalExact ? text.found : text.foundAtLeast)({ count: total })}
              </output>
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

/** The search form. Its values become the URL. On phones the filters are hidden until they are needed, so that campaigns are visible. */
export function CampaignSearch({ query }: { query: CampaignQuery }) {
  const { category, q, place, state, sort } = query
  return (
    <search aria-label={text.search}>
      <SearchForm
        // The URL may also change by going back, or by a category link.
        key={`${q} ${place} ${state} ${sort} ${category}`}
        query={query}
      />
    </search>
  )
}

function SearchForm({ query }: { query: CampaignQuery }) {
  const { category, place, state, sort } = query
  const [isOpen, setOpen] = useState(Boolean(place || state || sort))
  return (
    <Form className="card mb-6 grid grid-cols-2 items-end gap-4 p-4 xl:grid-cols-[2fr_1.5fr_1.5fr_1.2fr_auto]">
      {category !== undefined && <input type="hidden" name="category" value={category} />}
      <WordsField query={query} className="max-sm:col-span-2" />
      <FilterFields
        query={query}
        className={`max-sm:col-span-2 ${isOpen ? '' : 'max-sm:hidden'}`}
      />
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        className="sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" size={18} />
        {text.filters}
      </Button>
      <Button type="submit" variant="quiet" className="sm:max-xl:col-span-2">
        <Search aria-hidden="true" size={18} />
        {text.apply}
      </Button>
    </Form>
  )
}

/** Links to the dashboard's list of each category. The URL holds the category. */
export function CategoryFilter({ selected }: { selected: string | null }) {
  const search = useSearchParams()
  return (
    <CategoryChips
      chips={[null, ...categories].map((category) => ({
        to: paths.campaigns + toSearch(category, search),
        name: category === null ? text.all : categoryName(category),
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
