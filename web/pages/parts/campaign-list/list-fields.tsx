import { campaignSorts, campaignStates, type CampaignQuery } from '#shared/campaign-query.ts'

import { campaignListText } from '../../../text/campaign-list.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'

type Props = { query: CampaignQuery; className?: string }

/** Words to search for. */
export function WordsField({ query, className }: Props) {
  return (
    <Field
      label={campaignListText.words}
      type="search"
      name="q"
      maxLength={100}
      defaultValue={query.q}
      className={className}
    />
  )
}

/** Place, state and order of a list. */
export function FilterFields({ query, className }: Props) {
  const text = campaignListText
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
