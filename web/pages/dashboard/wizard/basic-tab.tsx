import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { categories, causes } from '#shared/category.ts'

import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { causeText } from '../../../text/cause.ts'
import { categoryName } from '../../../format/category-name.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Field, SelectField } from '../../../ui/fields.tsx'
import { type BasicForm, FieldGroup, TabForm } from './wizard-form.tsx'

const options = categories.map((category) => ({ value: category, label: categoryName(category) }))

type Props = { form: UseFormReturn<BasicForm>; action?: string; onNext: () => Promise<void> }

export function BasicTab({ form, action = wizardText.next, onNext }: Props) {
  const { basic: text, groups } = wizardText
  const [places, setPlaces] = useState<readonly string[]>([])
  const suggestPlaces = async () => setPlaces((await import('./places.ts')).places)
  return (
    <TabForm form={form} action={action} onSend={onNext}>
      <FieldGroup {...groups.need} isFirst>
        <Field
          label={text.title}
          hint={text.titleHint}
          maxLength={120}
          {...toFieldProps(form, 'title')}
        />
      </FieldGroup>
      <FieldGroup {...groups.place} isFirst>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={text.country}
            autoComplete="country-name"
            maxLength={60}
            list="countries"
            {...toFieldProps(form, 'country')}
          />
          <Field
            label={text.city}
            autoComplete="address-level2"
            maxLength={60}
            list="places"
            onFocus={() => void suggestPlaces()}
            {...toFieldProps(form, 'city')}
          />
          <datalist id="countries">
            <option>{text.usualCountry}</option>
          </datalist>
          <datalist id="places">
            {places.map((place) => (
              <option key={place}>{place}</option>
            ))}
          </datalist>
        </div>
        <SelectField
          label={text.category}
          placeholder={text.choose}
          options={options}
          {...toFieldProps(form, 'category')}
        />
        {form.watch('category') === 'other' && (
          <SelectField
            label={text.cause}
            hint={text.causeHint}
            placeholder={causeText.none}
            options={causes.map((cause) => ({ value: cause, label: causeText[cause] }))}
            {...toFieldProps(form, 'cause')}
          />
        )}
      </FieldGroup>
    </TabForm>
  )
}
