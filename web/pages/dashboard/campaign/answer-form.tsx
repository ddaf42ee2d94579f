import { browserApi } from '../../../api/client.ts'
import { ApiForm, useApiForm } from '../../../forms/api-form.tsx'
import { DocumentsField } from '../../../forms/documents-field.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { ownerText as text } from '../../../text/owner.ts'
import { TextAreaField } from '../../../ui/fields.tsx'
import { toast } from '../../../ui/toast.tsx'

type Props = {
  campaignId: string
  /** False for an approved campaign. */
  canRemoveDocuments: boolean
  onAnswered: () => void
}

/** The owner's answer to a reviewer's question. */
export function AnswerForm({ campaignId, canRemoveDocuments, onAnswered }: Props) {
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'answerSchema',
    defaultValues: { answer: '' },
    typedText: 'answer',
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/answer', values, { id: campaignId })
      toast(text.answered)
      onAnswered()
    },
  })
  return (
    <ApiForm {...formProps} className="grid gap-3">
      <DocumentsField campaignId={campaignId} isApproved={!canRemoveDocuments} />
      <TextAreaField
        label={text.answer}
        hint={text.answerHint}
        rows={3}
        maxLength={2_000}
        {...field('answer')}
      />
      <SubmitButton busy={busy} wait={wait} className="sm:justify-self-start">
        {text.sendAnswer}
      </SubmitButton>
    </ApiForm>
  )
}
