import { type ComponentProps, type ReactNode, useState, useRef } from 'react'
import type { SetValueConfig } from 'react-hook-form'

import { documentPath } from '#shared/document-file.ts'
import { useRevalidator } from '#web/router/navigate.tsx'
import type { CampaignDetail } from '#shared/campaign.ts'
import { acceptedDocuments } from '#shared/document.ts'
import { formatNairaInText, kobo } from '#shared/money.ts'
import type { OutsideReceipts } from '#shared/outside-receipt.ts'
import type { Spending } from '#shared/expense.ts'
import type { Budget } from '#shared/budget.ts'

import { lazyDialog } from '../../../forms/lazy.tsx'
import { runApiAction } from '../../../forms/use-api-action.ts'
import { formatMoment, formatDay } from '../../../format/day.ts'
import { outsideText } from '../../../text/outside.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { browserApi } from '../../../api/client.ts'
import { uploadFile } from '../../../api/upload-file.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { Field, CheckboxField, SelectField } from '../../../ui/fields.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { budgetText } from '../../../text/budget.ts'
import { expenseText } from '../../../text/expense.ts'

const StrikeDialog = lazyDialog(
  async () => (await import('../../../forms/form-dialog.tsx')).ReasonDialog,
)

/** What an organiser recorded with a document: a sum from outside or an expense. It counts until it ends. */
type CampaignRecord = {
  id: string
  title: string
  detail: string
  document: { id: string; name: string } | null
  /** What the organiser should know about the document. */
  note?: string
  endedAt: string | null
  /** Why a reviewer struck it. Null where the organiser withdrew it. */
  reason: string | null
}

type Texts = Omit<typeof outsideText, 'title' | 'intro' | 'row' | 'form'>

type FormActions = { onDone: (message: string) => void; onCancel: () => void }

type RecordsProps = {
  title: string
  text: Texts
  records: readonly CampaignRecord[]
  canAdd: boolean
  canWithdraw: boolean
  canStrike: boolean
  /** Says more than the button where there is no record yet. */
  showsEmpty?: boolean
  /** Sends the end of a record to the API. */
  end: (what: 'withdraw' | 'strike', id: string, body: { reason?: string }) => Promise<unknown>
  renderForm: (actions: FormActions) => ReactNode
  children: ReactNode
}

/** The organiser adds and withdraws, a reviewer strikes. Without any, the organiser sees a button. */
function Records({ title, text, records, end, renderForm, children, ...can }: RecordsProps) {
  const { revalidate } = useRevalidator()
  const [isAdding, setAdding] = useState(false)
  const [striking, setStriking] = useState<CampaignRecord>()
  const onDone = (message: string) => {
    toast(message)
    setAdding(false)
    setStriking(undefined)
    void revalidate()
  }
  const send = async (what: 'withdraw' | 'strike', id: string, body = {}) => {
    await end(what, id, body)
    onDone(what === 'strike' ? text.wasStruck : text.wasWithdrawn)
  }
  const add = can.canAdd && !isAdding && (
    <Button variant="quiet" onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  )
  if (records.length === 0 && !isAdding && !can.showsEmpty) return add || null
  return (
    <section aria-label={title} className="card space-y-4 p-4 sm:p-5">
      <h2 className="font-bold">{title}</h2>
      {children}
      <ul className="divide-y divide-line">
        {records.map((record) => (
          <li
            key={record.id}
            className="flex flex-wrap items-center justify-between gap-2 py-2 first:pt-0"
          >
            <Row record={record} text={text} />
            {can.canWithdraw && record.endedAt === null && (
              <ConfirmButton
                variant="quiet"
                title={text.withdrawTitle}
                question={text.withdrawQuestion}
                confirmLabel={text.withdraw}
                onConfirm={() => runApiAction(() => send('withdraw', record.id))}
              >
                {text.withdraw}
              </ConfirmButton>
            )}
            {can.canStrike && record.endedAt === null && (
              <Button variant="quiet" onClick={() => setStriking(record)}>
                {text.strike}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {add}
      {isAdding && renderForm({ onDone, onCancel: () => setAdding(false) })}
      <StrikeDialog
        open={striking !== undefined}
        title={text.strikeTitle}
        text={striking?.title}
        label={text.strikeReason}
        hint={text.strikeHint}
        confirmLabel={text.strike}
        variant="danger"
        schema="reasonSchema"
        maxLength={2_000}
        onSend={(reason) => send('strike', striking?.id ?? '', { reason })}
        onClose={() => setStriking(undefined)}
      />
    </section>
  )
}

function Row({ record, text }: { record: CampaignRecord; text: Texts }) {
  const { title, detail, document, note, endedAt, reason } = record
  return (
    <div className="min-w-0 space-y-1 wrap-anywhere">
      <p className="font-medium">{endedAt === null ? title : <del>{title}</del>}</p>
      <p className="text-sm text-muted">{detail}</p>
      {document && (
        <a
          href={documentPath(document.id)}
          download={document.name}
          aria-label={text.document(document)}
          className="link tap text-sm"
        >
          {document.name}
        </a>
      )}
      {note && <p className="text-sm">{note}</p>}
      {endedAt !== null && (
        <p className="text-sm">
          {(reason === null ? text.withdrawn : text.struck)({ day: formatMoment(endedAt) })}
        </p>
      )}
      {reason !== null && (
        <blockquote className="border-l-4 border-danger pl-3 text-sm whitespace-pre-line">
          {reason}
        </blockquote>
      )}
    </div>
  )
}

type OutsideProps = { campaign: Pick<CampaignDetail, 'id' | 'isOwner'>; outside: OutsideReceipts }

/** What the organiser received outside Ajo. */
export function OutsideMoney({ campaign: { id, isOwner }, outside }: OutsideProps) {
  const text = outsideText
  const records = outside.receipts.map(
    ({ amount, day, note, withdrawnAt, struckAt, ...receipt }) => ({
      ...receipt,
      title: text.row({ amount: formatNairaInText(amount), day: formatDay(day) }),
      detail: note,
      endedAt: withdrawnAt ?? struckAt,
      reason: receipt.struckReason,
    }),
  )
  return (
    <Records
      title={text.title}
      text={text}
      records={records}
      canAdd={outside.canAdd}
      canWithdraw={isOwner}
      canStrike={outside.canStrike}
      end={(what, receipt, body) =>
        browserApi.post(`/campaigns/:id/outside-receipts/:receipt/${what}` as const, body, {
          id,
          receipt,
        })
      }
      renderForm={(actions) => <OutsideForm campaignId={id} {...actions} />}
    >
      <p className="text-sm text-muted">{text.intro}</p>
    </Records>
  )
}

/** Records money that the organiser received elsewhere. */
export function OutsideForm({
  campaignId,
  onDone,
  onCancel,
}: { campaignId: string } & FormActions) {
  const { form: text } = outsideText
  const api = useApiForm({
    schema: 'outsideReceiptFormSchema',
    defaultValues: { amount: '', day: '', note: '', documentId: '' },
    typedText: `outside ${campaignId}`,
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/outside-receipts', values, { id: campaignId })
      onDone(text.saved)
    },
  })
  return (
    <RecordForm api={api} {...{ text, campaignId, onCancel }}>
      <Field label={text.note} hint={text.noteHint} maxLength={200} {...api.field('note')} />
    </RecordForm>
  )
}

type RecordFormProps = Pick<FormActions, 'onCancel'> & {
  campaignId: string
  text: Pick<
    (typeof outsideText)['form'],
    'amount' | 'day' | 'document' | 'documentHint' | 'save' | 'cancel'
  > & { dayHint?: string }
  api: Omit<ReturnType<typeof useApiForm<'outsideReceiptFormSchema'>>, 'form' | 'field'> & {
    form: { setValue: (name: 'documentId', id: string, options: SetValueConfig) => void }
    field: (
      name: 'amount' | 'day' | 'documentId',
    ) => Omit<ComponentProps<typeof MoneyField>, 'label'>
  }
  first?: ReactNode
  last?: ReactNode
  children: ReactNode
}

function RecordForm({ campaignId, text, api, first, last, children, onCancel }: RecordFormProps) {
  const { form, formProps, field, busy, wait } = api
  const document = useDocument(campaignId, field('documentId'), (...set) =>
    form.setValue('documentId', ...set),
  )
  return (
    <ApiForm {...formProps} className="grid gap-4">
      {first}
      <MoneyField label={text.amount} {...field('amount')} />
      <Field type="date" label={text.day} hint={text.dayHint} {...field('day')} />
      {children}
      <FilePicker label={text.document} hint={text.documentHint} {...document.picker} />
      {last}
      <FormButtons
        submit={text.save}
        cancel={text.cancel}
        busy={busy || document.isRunning}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}

type Item = { key: string; name: string; progress: number | null; error?: string }

/** The document of a form, which is uploaded at once and named when the form is sent. */
function useDocument(
  campaignId: string,
  { error }: { error?: string | undefined },
  setValue: (id: string, options: { shouldValidate: boolean }) => void,
) {
  const onDocument = (id: string) =>
    setValue(id, { shouldValidate: id !== '' && error !== undefined })
  const [item, setItem] = useState<Item>()
  const abort = useRef<AbortController>(undefined)
  const remove = () => {
    abort.current?.abort()
    setItem(undefined)
    onDocument('')
  }
  const pick = async (file: File) => {
    remove()
    const own = new AbortController()
    abort.current = own
    const show = (change: Partial<Item>) => {
      if (!own.signal.aborted)
        setItem({ key: file.name, name: file.name, progress: null, ...change })
    }
    show({ progress: 0 })
    try {
      const { id, name } = await uploadFile(file, {
        path: '/campaigns/:id/documents',
        values: { id: campaignId },
        name: file.name,
        signal: own.signal,
        onProgress: (progress) => show({ progress }),
      })
      if (own.signal.aborted) return
      show({ name })
      onDocument(id)
    } catch (error) {
      show({ error: error instanceof Error ? error.message : '' })
    }
  }
  const onPick = ([file]: File[]) => void (file && pick(file))
  const items = item ? [item] : []
  const picker = { error, accept: acceptedDocuments, items, onPick, onRemove: remove }
  return { picker, isRunning: typeof item?.progress === 'number' }
}

type ExpensesProps = {
  campaign: Pick<CampaignDetail, 'id' | 'budget'>
  spending: Spending
}

/** What was spent, line by line of the budget. */
export function Expenses({ campaign, spending }: ExpensesProps) {
  const text = expenseText
  const { id } = campaign
  const { expenses, paidOut, accounted, canWithdraw } = spending
  const records = expenses.map(({ amount, day, payee, line, ...expense }) => ({
    ...expense,
    title: budgetText.expense({ amount: formatNairaInText(amount), day: formatDay(day), payee }),
    detail: campaign.budget.find(({ text: own, key = own }) => key === line)?.text ?? line,
    ...(expense.document?.isHeld && expense.endedAt === null && { note: text.held }),
  }))
  return (
    <Records
      title={canWithdraw ? text.title : text.titleOther}
      text={{ ...text, document: budgetText.proof }}
      records={records}
      {...spending}
      showsEmpty={spending.canAdd}
      end={(what, expense, body) =>
        browserApi.post(`/campaigns/:id/expenses/:expense/${what}` as const, body, { id, expense })
      }
      renderForm={(actions) => <ExpenseForm campaign={campaign} {...actions} />}
    >
      {canWithdraw && <p className="text-sm text-muted">{text.intro}</p>}
      <p>{text.left({ amount: formatNairaInText(kobo(paidOut - accounted)) })}</p>
    </Records>
  )
}

/** Records what was spent. */
export function ExpenseForm({
  campaign: { id, budget },
  onDone,
  onCancel,
}: { campaign: { id: string; budget: Budget } } & FormActions) {
  const { form: text } = expenseText
  const api = useApiForm({
    schema: 'expenseFormSchema',
    defaultValues: { line: '', amount: '', day: '', payee: '', documentId: '', isPublished: false },
    typedText: `expense ${id}`,
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/expenses', values, { id })
      onDone(text.saved)
    },
  })
  const options = budget.map((line) => ({ value: line.key ?? line.text, label: line.text }))
  const choice = { label: text.line, placeholder: text.choose, options }
  return (
    <RecordForm
      campaignId={id}
      {...{ text, api, onCancel }}
      first={<SelectField {...choice} {...api.field('line')} />}
      last={<CheckboxField label={text.isPublished} {...api.field('isPublished')} />}
    >
      <Field label={text.payee} hint={text.payeeHint} maxLength={120} {...api.field('payee')} />
    </RecordForm>
  )
}
