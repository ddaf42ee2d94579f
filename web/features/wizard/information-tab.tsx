import type { UseFormReturn } from 'react-hook-form'

import { wizardText } from '../../text/wizard.ts'
import { Field } from '../../ui/fields/field.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { PicturesField } from './pictures/pictures-field.tsx'
import { TabForm, type InformationForm } from './form/wizard-form.tsx'
import type { Pictures } from './pictures/use-pictures.ts'

const longest = 10_000
const shortest = 50

type Props = {
  form: UseFormReturn<InformationForm>
  pictures: Pictures
  action?: string
  onNext: () => Promise<void>
}

/** Second tab, 'Campaign Information'. */
export function InformationTab({ form, pictures, action = wizardText.next, onNext }: Props) {
  const { information: text } = wizardText
  const { register, formState, getValues } = form
  const { errors } = formState
  const area = (name: 'description' | 'raiseMoneyFor' | 'importance' | 'impact') => ({
    label: text[name],
    hint: text[`${name}Hint`],
    maxLength: longest,
    error: errors[name]?.message,
    defaultValue: getValues(name),
    ...register(name),
  })
  return (
    <TabForm action={action} onSend={onNext}>
      <TextAreaField rows={6} {...area('description')} />
      <MoneyField
        label={text.goalAmount}
        error={errors.goalAmount?.message}
        {...register('goalAmount')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          type="date"
          label={text.startDate}
          hint={text.startDateHint}
          error={errors.startDate?.message}
          {...register('startDate')}
        />
        <Field
          type="date"
          label={text.endDate}
          hint={text.endDateHint}
          error={errors.endDate?.message}
          {...register('endDate')}
        />
      </div>
      <TextAreaField count={{ least: shortest, most: longest }} {...area('raiseMoneyFor')} />
      <TextAreaField count={{ least: shortest, most: longest }} {...area('importance')} />
      <TextAreaField count={{ least: shortest, most: longest }} {...area('impact')} />
      <PicturesField form={form} pictures={pictures} />
    </TabForm>
  )
}
