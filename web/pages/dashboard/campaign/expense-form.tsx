import type { Budget } from '#shared/budget.ts'
import { acceptedDocuments } from '#shared/document.ts'

import { browserApi } from '../../../api/client.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { expenseText } from '../../../text/expense.ts'
import { CheckboxField, Field, SelectField } from '../../../ui/fields.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { useUpload } from './outside-form.tsx'

type Props = {
  campaign: { id: string; budget: Budget }
  onDone: (message: string) => void
  onCancel: () => void
}

/** Records what the organiser spent. */
export function ExpenseForm({ campaign: { id, budget }, onDone, onCancel }: Props) {
  const { form: text } = expenseText
  const { form, formProps, field, busy, wait } = useApiForm({
    schema: 'expenseFormSchema',
    defaultValues: {
      line: '',
      amount: '',
      day: '',
      payee: '',
      documentId: '',
      isPublished: false,
    },
    typedText: `expense ${id}`,
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/expenses', values, { id })
      onDone(text.saved)
    },
  })
  const { error } = field('documentId')
  const upload = useUpload(id, (documentId) =>
    form.setValue('documentId', documentId, {
      shouldValidate: documentId !== '' && error !== undefined,
    }),
  )
  return (
    <ApiForm {...formProps} className="grid gap-4">
      <SelectField
        label={text.line}
        placeholder={text.choose}
        options={budget.map((line) => ({ value: line.text, label: line.text }))}
        {...field('line')}
      />
      <MoneyField label={text.amount} {...field('amount')} />
      <Field type="date" label={text.day} {...field('day')} />
      <Field label={text.payee} hint={text.payeeHint} maxLength={120} {...field('payee')} />
      <FilePicker
        label={text.document}
        hint={text.documentHint}
        error={error}
        accept={acceptedDocuments}
        items={upload.items}
        onPick={([file]) => file && void upload.pick(file)}
        onRemove={upload.remove}
      />
      <CheckboxField label={text.isPublished} {...field('isPublished')} />
      <FormButtons
        submit={text.save}
        cancel={text.cancel}
        busy={busy || upload.isRunning}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}
