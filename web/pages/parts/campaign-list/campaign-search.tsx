import { Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'

import type { CampaignQuery } from '#shared/campaign-query.ts'
import { Form } from '#web/router/form.tsx'

import { campaignListText } from '../../../text/campaign-list.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterFields, WordsField } from './list-fields.tsx'

/** The search form. Its values become the URL. On phones the filters are hidden until they are needed, so that campaigns are visible. */
export function CampaignSearch({ query }: { query: CampaignQuery }) {
  const { category, q, place, state, sort } = query
  return (
    <search aria-label={campaignListText.search}>
      <SearchForm
        // The URL may also change by going back, or by a category link.
        key={`${q} ${place} ${state} ${sort} ${category}`}
        query={query}
      />
    </search>
  )
}

function SearchForm({ query }: { query: CampaignQuery }) {
  const text = campaignListText
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
