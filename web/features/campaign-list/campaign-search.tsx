import { Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-router'

import { campaignSorts, campaignStates } from '#shared/campaign.ts'

import { dashboardText } from '../../text/dashboard.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'

export type CampaignQuery = Partial<
  Record<'category' | 'q' | 'place' | 'state' | 'sort' | 'after', string>
>

/** The search form. Its values become the URL. On phones the filters are hidden until they are needed, so that campaigns are visible. */
export function CampaignSearch({ query }: { query: CampaignQuery }) {
  const { category, q, place, state, sort } = query
  return (
    <search aria-label={dashboardText.campaigns.search}>
      <SearchForm
        // The URL may also change by going back, or by a category link.
        key={`${q} ${place} ${state} ${sort} ${category}`}
        query={query}
      />
    </search>
  )
}

function SearchForm({ query }: { query: CampaignQuery }) {
  const { campaigns: text } = dashboardText
  const { category, q, place, state, sort } = query
  const [isOpen, setOpen] = useState(Boolean(place || state || sort))
  return (
    <Form className="card mb-6 grid grid-cols-2 items-end gap-4 p-4 xl:grid-cols-[2fr_1.5fr_1.5fr_1.2fr_auto]">
      {category !== undefined && <input type="hidden" name="category" value={category} />}
      <Field
        label={text.words}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={q}
        className="max-sm:col-span-2"
      />
      <MoreFields query={query} className={isOpen ? '' : 'max-sm:hidden'} />
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

function MoreFields({ query, className }: { query: CampaignQuery; className: string }) {
  const { campaigns: text } = dashboardText
  const { place, state, sort } = query
  const fold = `max-sm:col-span-2 ${className}`
  return (
    <>
      <Field
        label={text.place}
        name="place"
        maxLength={100}
        defaultValue={place}
        className={fold}
      />
      <SelectField
        label={text.state}
        name="state"
        placeholder={text.anyState}
        options={campaignStates.map((value) => ({ value, label: text.states[value] }))}
        defaultValue={state}
        className={fold}
      />
      <SelectField
        label={text.sort}
        name="sort"
        placeholder={text.sorts.newest}
        options={campaignSorts
          .filter((value) => value !== 'newest')
          .map((value) => ({ value, label: text.sorts[value] }))}
        defaultValue={sort}
        className={fold}
      />
    </>
  )
}
