import { Search } from 'lucide-react'
import { Form } from 'react-router'

import { campaignSorts, campaignStates } from '#shared/campaign.ts'

import { dashboardText } from '../../text/dashboard.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

export type CampaignQuery = Partial<
  Record<'category' | 'q' | 'place' | 'state' | 'sort' | 'after', string>
>

/** What is looked for, and in which order. It becomes the address, so that it can be shared and gone back to. */
export function CampaignSearch({ asked }: { asked: CampaignQuery }) {
  const { campaigns: text } = dashboardText
  const { category, q, place, state, sort } = asked
  return (
    <search aria-label={text.search}>
      <Form
        // The address may change without the form: by going back, or by a link to another category.
        key={`${q} ${place} ${state} ${sort} ${category}`}
        className="card mb-6 grid items-end gap-4 p-4 sm:grid-cols-2 xl:grid-cols-[2fr_1.5fr_1.5fr_1.2fr_auto]"
      >
        {category !== undefined && <input type="hidden" name="category" value={category} />}
        <Field label={text.words} type="search" name="q" maxLength={100} defaultValue={q} />
        <Field label={text.place} name="place" maxLength={100} defaultValue={place} />
        <SelectField
          label={text.state}
          name="state"
          placeholder={text.anyState}
          options={campaignStates.map((value) => ({ value, label: text.states[value] }))}
          defaultValue={state}
        />
        <SelectField
          label={text.sort}
          name="sort"
          placeholder={text.sorts.newest}
          options={campaignSorts
            .filter((value) => value !== 'newest')
            .map((value) => ({ value, label: text.sorts[value] }))}
          defaultValue={sort}
        />
        <Button type="submit" className="w-full">
          <Search aria-hidden="true" size={18} />
          {text.apply}
        </Button>
      </Form>
    </search>
  )
}
