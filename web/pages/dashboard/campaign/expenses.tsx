import { useState } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { documentPath } from '#shared/document-file.ts'
import type { Expense, Spending } from '#shared/expense.ts'
import { formatNairaInText, kobo } from '#shared/money.ts'
import { useRevalidator } from '#web/router/hooks.ts'

import { browserApi } from '../../../api/client.ts'
import { ReasonDialog } from '../../../forms/form-dialog.tsx'
import { runApiAction } from '../../../forms/use-api-action.ts'
import { formatDay, formatMoment } from '../../../format/day.ts'
import { budgetText } from '../../../text/budget.ts'
import { expenseText as text } from '../../../text/expense.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ExpenseForm } from './expense-form.tsx'

type Props = {
  campaign: Pick<CampaignDetail, 'id' | 'isOwner' | 'budget'>
  spending: Spending
}

/** What was spent: the organiser adds and withdraws, a reviewer strikes. */
export function Expenses({ campaign, spending }: Props) {
  const { id, isOwner } = campaign
  const { expenses, canAdd, canStrike, paidOut, accounted } = spending
  const { revalidate } = useRevalidator()
  const [isAdding, setAdding] = useState(false)
  const [striking, setStriking] = useState<Expense>()
  const onDone = (message: string) => {
    toast(message)
    setAdding(false)
    setStriking(undefined)
    void revalidate()
  }
  const end = async (what: 'withdraw' | 'strike', expense: string, body: object = {}) => {
    const path = `/campaigns/:id/expenses/:expense/${what}` as const
    await browserApi.post(path, body, { id, expense })
    onDone(what === 'strike' ? text.wasStruck : text.wasWithdrawn)
  }
  if (!canAdd && expenses.length === 0) return null
  return (
    <section aria-labelledby="expenses" className="card space-y-4 p-4 sm:p-5">
      <h2 id="expenses" className="font-bold">
        {isOwner ? text.title : text.titleOther}
      </h2>
      {isOwner && <p className="text-sm text-muted">{text.intro}</p>}
      <p>{text.left({ amount: formatNairaInText(kobo(paidOut - accounted)) })}</p>
      <ul className="divide-y divide-line">
        {expenses.map((expense) => (
          <li key={expense.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <Row expense={expense} />
            {isOwner && expense.endedAt === null && (
              <ConfirmButton
                variant="quiet"
                title={text.withdrawTitle}
                question={text.withdrawQuestion}
                confirmLabel={text.withdraw}
                onConfirm={() => runApiAction(() => end('withdraw', expense.id))}
              >
                {text.withdraw}
              </ConfirmButton>
            )}
            {canStrike && expense.endedAt === null && (
              <Button variant="quiet" onClick={() => setStriking(expense)}>
                {text.strike}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canAdd && !isAdding && (
        <Button variant="quiet" onClick={() => setAdding(true)}>
          {text.add}
        </Button>
      )}
      {isAdding && (
        <ExpenseForm campaign={campaign} onDone={onDone} onCancel={() => setAdding(false)} />
      )}
      <ReasonDialog
        open={striking !== undefined}
        title={text.strikeTitle}
        text={striking && toTitle(striking)}
        label={text.strikeReason}
        hint={text.strikeHint}
        confirmLabel={text.strike}
        variant="danger"
        schema="reasonSchema"
        maxLength={2_000}
        onSend={(reason) => end('strike', striking?.id ?? '', { reason })}
        onClose={() => setStriking(undefined)}
      />
    </section>
  )
}

const toTitle = ({ amount, day, payee }: Expense) =>
  budgetText.expense({ amount: formatNairaInText(amount), day: formatDay(day), payee })

function Row({ expense }: { expense: Expense }) {
  const { line, document, endedAt, reason } = expense
  const title = toTitle(expense)
  return (
    <div className="min-w-0 space-y-1 wrap-anywhere">
      <p className="font-medium">{endedAt === null ? title : <del>{title}</del>}</p>
      <p className="text-sm text-muted">{line}</p>
      {document && (
        <a
          href={documentPath(document.id)}
          download={document.name}
          className="link inline-block py-2 text-sm"
        >
          {budgetText.proof({ name: document.name })}
        </a>
      )}
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
