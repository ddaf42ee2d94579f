import type { UseFormReturn } from 'react-hook-form'

import { categories, causes } from '#shared/category.ts'

import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { causeText } from '../../../text/cause.ts'
import { categoryName } from '../../../format/category-name.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Field, SelectField } from '../../../ui/fields.tsx'

import { type BasicForm, FieldGroup, TabForm } from './wizard-form.tsx'

const options = categories.map((category) => ({ value: category, label: categoryName(category) }))

/** Large towns of Nigeria with their states. Other places can be typed. */
const places =
  'Aba, Abia; Umuahia, Abia; Yola, Adamawa; Uyo, Akwa Ibom; Awka, Anambra; Onitsha, Anambra; Bauchi; Yenagoa, Bayelsa; Makurdi, Benue; Maiduguri, Borno; Calabar, Cross River; Asaba, Delta; Warri, Delta; Abakaliki, Ebonyi; Benin City, Edo; Ado-Ekiti, Ekiti; Enugu; Abuja, FCT; Gombe; Owerri, Imo; Dutse, Jigawa; Kaduna; Kano; Katsina; Birnin Kebbi, Kebbi; Lokoja, Kogi; Ilorin, Kwara; Ikeja, Lagos; Lagos; Lafia, Nasarawa; Minna, Niger; Abeokuta, Ogun; Akure, Ondo; Osogbo, Osun; Ibadan, Oyo; Jos, Plateau; Port Harcourt, Rivers; Sokoto; Jalingo, Taraba; Damaturu, Yobe; Gusau, Zamfara'.split(
    '; ',
  )

type Props = { form: UseFormReturn<BasicForm>; action?: string; onNext: () => Promise<void> }

/** First tab, 'Basic Information'. */
export function BasicTab({ form, action = wizardText.next, onNext }: Props) {
  const { basic: text, groups } = wizardText
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
            {...toFieldProps(form, 'country')}
          />
          <Field
            label={text.city}
            autoComplete="address-level2"
            maxLength={60}
            list="places"
            {...toFieldProps(form, 'city')}
          />
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
