import { browserApi } from '../../../api/client.ts'
import { ApiForm, useApiForm } from '../../../forms/api-form.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { statementText as text } from '../../../text/statement.ts'
import { TextAreaField } from '../../../ui/fields.tsx'
import { toast } from '../../../ui/toast.tsx'

/** The owner's appeal against the decision in force. */
export function AppealFields({ campaignId, onSent }: { campaignId: string; onSent: () => void }) {
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'appealFormSchema',
    defaultValues: { text: '' },
    typedText: 'appeal',
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/appeals', values, { id: campaignId })
      toast(text.sent)
      onSent()
    },
  })
  return (
    <ApiForm {...formProps} className="grid gap-3">
      <TextAreaField
        label={text.text}
        hint={text.hint}
        rows={5}
        maxLength={4_000}
        {...field('text')}
      />
      <SubmitButton busy={busy} wait={wait} className="sm:justify-self-start">
        {text.send}
      </SubmitButton>
    </ApiForm>
  )
}
