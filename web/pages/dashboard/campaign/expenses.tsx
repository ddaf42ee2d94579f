import type { CampaignDetail } from '#shared/campaign.ts'
import type { Spending } from '#shared/expense.ts'
import { formatNairaInText, kobo } from '#shared/money.ts'
import type { Budget } from '#shared/budget.ts'
import { acceptedDocuments } from '#shared/document.ts'

import { browserApi } from '../../../api/client.ts'
import { formatDay } from '../../../format/day.ts'
import { budgetText } from '../../../text/budget.ts'
import { expenseText as text, expenseText } from '../../../text/expense.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { CheckboxField, Field, SelectField } from '../../../ui/fields.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { useUpload } from './outside-money.tsx'
import { Records } from './records.tsx'

type Props = {
  campaign: Pick<CampaignDetail, 'id' | 'isOwner' | 'budget'>
  spending: Spending
}

/** What was spent, line by line of the budget. */
export function Expenses({ campaign, spending }: Props) {
  const { id, isOwner } = campaign
  const { expenses, paidOut, accounted } = spending
  const records = expenses.map(({ amount, day, payee, line, ...expense }) => ({
    ...expense,
    title: budgetText.expense({ amount: formatNairaInText(amount), day: formatDay(day), payee }),
    detail: line,
  }))
  return (
    <Records
      title={isOwner ? text.title : text.titleOther}
      text={{ ...text, document: budgetText.proof }}
      records={records}
      isOwner={isOwner}
      canAdd={spending.canAdd}
      canStrike={spending.canStrike}
      showsEmpty={spending.canAdd}
      end={(what, expense, body) =>
        browserApi.post(`/campaigns/:id/expenses/:expense/${what}` as const, body, { id, expense })
      }
      renderForm={(actions) => <ExpenseForm campaign={campaign} {...actions} />}
    >
      {isOwner && <p className="text-sm text-muted">{text.intro}</p>}
      <p>{text.left({ amount: formatNairaInText(kobo(paidOut - accounted)) })}</p>
    </Records>
  )
}

type ExpenseFormProps = {
  campaign: { id: string; budget: Budget }
  onDone: (message: string) => void
  onCancel: () => void
}

/** Records what the organiser spent. */
export function ExpenseForm({ campaign: { id, budget }, onDone, onCancel }: ExpenseFormProps) {
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
