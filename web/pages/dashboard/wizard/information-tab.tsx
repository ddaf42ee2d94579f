import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { laterTextNames, type TextName } from '#shared/campaign-content.ts'
import type { CampaignStatus } from '#shared/campaign.ts'

import { DocumentsField } from '../../../forms/documents-field.tsx'
import type { DocumentsState } from '../../../forms/documents-state.ts'
import { toFieldProps } from '../../../forms/use-checked-form.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Field, TextAreaField } from '../../../ui/fields.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { BudgetField } from './budget-field.tsx'
import { FieldGroup, type InformationForm, TabForm } from './wizard-form.tsx'
import { PicturesField } from './pictures-field.tsx'
import { usePictures } from './use-pictures.ts'

const longest = 10_000
const shortest = 50

type Props = {
  form: UseFormReturn<InformationForm>
  /** Without one, the documents of the draft. */
  campaign?: { id: string; status: CampaignStatus }
  /** Files are stored with an account. */
  isOfVisitor?: boolean
  action?: string
  /** Called when uploads of pictures begin, and when they have ended. */
  onPictures: (uploading: boolean) => void
  onDocuments: (state: DocumentsState) => void
  onNext: () => Promise<void>
}

/** Second tab, 'Campaign Information'. */
export function InformationTab(props: Props) {
  const { form, campaign, isOfVisitor = false, action = wizardText.next } = props
  const { onPictures, onDocuments, onNext } = props
  const pictures = usePictures(form)
  const { uploading } = pictures
  useEffect(() => onPictures(uploading), [onPictures, uploading])
  const { information: text, groups } = wizardText
  const area = (name: TextName) => ({
    label: text[name],
    hint: text[`${name}Hint`],
    maxLength: longest,
    defaultValue: form.getValues(name),
    ...toFieldProps(form, name),
  })
  return (
    <TabForm form={form} action={action} onSend={onNext}>
      <FieldGroup {...groups.story} isFirst>
        <TextAreaField rows={6} {...area('description')} />
      </FieldGroup>
      <FieldGroup {...groups.goal}>
        <MoneyField label={text.goalAmount} {...toFieldProps(form, 'goalAmount')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            type="date"
            label={text.startDate}
            hint={text.startDateHint}
            {...toFieldProps(form, 'startDate')}
          />
          <Field
            type="date"
            label={text.endDate}
            hint={text.endDateHint}
            {...toFieldProps(form, 'endDate')}
          />
        </div>
      </FieldGroup>
      <FieldGroup {...groups.budget} isFolded>
        <BudgetField form={form} />
      </FieldGroup>
      <FieldGroup {...groups.money}>
        {laterTextNames.map((name) => (
          <TextAreaField key={name} count={{ least: shortest, most: longest }} {...area(name)} />
        ))}
      </FieldGroup>
      <FieldGroup {...groups.proof}>
        {isOfVisitor ? (
          <p>{wizardText.proofLater}</p>
        ) : (
          <>
            <PicturesField form={form} pictures={pictures} />
            <DocumentsField
              campaignId={campaign?.id}
              isApproved={campaign?.status === 'approved'}
              onDocuments={onDocuments}
            />
          </>
        )}
      </FieldGroup>
    </TabForm>
  )
}
