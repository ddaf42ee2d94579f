import type { UseFormReturn } from 'react-hook-form'

import { guardians } from '#shared/consent-sentences.ts'

import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { consentText } from '../../../text/consent.ts'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { ContactForm } from './form/wizard-form.tsx'

type Props = { form: UseFormReturn<ContactForm>; category: string | undefined }

/** Consents to publish a child's story or health data (Nigeria Data Protection Act 2023, sections 30 and 31). */
export function ConsentFields({ form, category }: Props) {
  const text = consentText
  const isHealth = category === 'Health'
  const { register } = form
  const [isAboutChild, isAboutHealth] = form.watch(['aboutChild', 'aboutHealth'])
  return (
    <fieldset className="grid gap-5">
      <legend className="sr-only">{text.title}</legend>
      <CheckboxField label={text.aboutChild} {...register('aboutChild')} />
      {isAboutChild && <ChildFields form={form} />}
      {!isHealth && <CheckboxField label={text.aboutHealth} {...register('aboutHealth')} />}
      {(isHealth || isAboutHealth) && <HealthFields form={form} />}
    </fieldset>
  )
}

function ChildFields({ form }: Pick<Props, 'form'>) {
  const text = consentText
  return (
    <>
      <SelectField
        label={text.guardian}
        options={guardians.map((value) => ({ value, label: text.guardians[value] }))}
        {...toFieldProps(form, 'guardian')}
      />
      <CheckboxField label={text.sentences.child} {...toFieldProps(form, 'childConsent')} />
    </>
  )
}

function HealthFields({ form }: Pick<Props, 'form'>) {
  const text = consentText
  return (
    <>
      <Field
        label={text.healthConsentBy}
        hint={text.healthConsentByHint}
        autoComplete="off"
        maxLength={120}
        {...toFieldProps(form, 'healthConsentBy')}
      />
      <CheckboxField
        label={text.sentences.health}
        hint={text.withdrawHint}
        {...toFieldProps(form, 'healthConsent')}
      />
    </>
  )
}
