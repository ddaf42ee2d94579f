import type { Budget } from '#shared/budget.ts'
import type { Expense, Spending } from '#shared/expense.ts'
import { formatNairaInText, kobo, type Kobo } from '#shared/money.ts'

import { formatDay } from '../../../format/day.ts'
import { budgetText as text } from '../../../text/budget.ts'

type Props = {
  budget: Budget
  /** Null or without expenses: only the plan is shown. */
  spending?: Spending | null
}

/** What each part of the goal pays for, and what was spent for it. */
export function BudgetTable({ budget, spending }: Props) {
  if (budget.length === 0) return null
  const expenses = (spending?.expenses ?? []).filter(({ endedAt }) => endedAt === null)
  const isSpent = expenses.length > 0
  // Those of a line that a later version left out have a row of their own.
  const removed = new Set(expenses.map(({ line }) => line))
  for (const line of budget) removed.delete(line.key ?? line.text)
  const lines = [
    ...budget,
    ...[...removed].map((line) => ({ text: line, amount: null, key: line })),
  ]
  return (
    <section id="budget">
      <h2 className="text-xl font-bold">{text.title}</h2>
      {isSpent && spending && <SpendingBar spending={spending} />}
      <table className="mt-2 w-full max-w-prose text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col">{text.line}</th>
            <th scope="col" className="text-right">
              {text.planned}
            </th>
            {isSpent && (
              <th scope="col" className="pl-4 text-right">
                {text.spent}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ text: line, amount, key = line }) => {
            const own = expenses.filter((expense) => expense.line === key)
            return (
              <tr key={line} className="border-t border-line align-baseline">
                <th scope="row" className="py-2 pr-4 font-medium wrap-anywhere">
                  {line}
                  {own.map((expense) => (
                    <Proof key={expense.id} expense={expense} />
                  ))}
                </th>
                <td className="money text-right whitespace-nowrap">
                  {amount !== null && formatNairaInText(amount)}
                </td>
                {isSpent && (
                  <td className="money pl-4 text-right whitespace-nowrap">
                    {formatNairaInText(sum(own))}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

const sum = (expenses: Expense[]): Kobo =>
  kobo(expenses.reduce((total, { amount }) => total + amount, 0))

const toPercent = (part: number, whole: number) =>
  whole > 0 ? Math.min(100, Math.floor((part * 100) / whole)) : 0

/** Received, of that paid out, of that accounted for. */
function SpendingBar({ spending }: { spending: Spending }) {
  const { received, paidOut, accounted, owed } = spending
  const steps = [
    [text.received, received, 100],
    [text.paidOut, paidOut, toPercent(paidOut, received)],
    [text.accounted, accounted, toPercent(accounted, received)],
  ] as const
  return (
    <div className="mt-2 max-w-prose space-y-2">
      <div className="relative">
        <progress
          aria-hidden="true"
          value={Math.min(paidOut, received)}
          max={Math.max(received, 1)}
          className="bar bar-hatched"
        />
        <progress
          aria-label={text.accounted}
          value={Math.min(accounted, received)}
          max={Math.max(received, 1)}
          className="bar"
        />
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {steps.map(([name, amount, percent]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="money font-semibold">
              {text.share({ amount: formatNairaInText(amount), percent })}
            </dd>
          </div>
        ))}
      </dl>
      {owed > 0 && <p className="text-sm">{text.owed({ amount: formatNairaInText(owed) })}</p>}
    </div>
  )
}

function Proof({ expense: { amount, day, payee, document } }: { expense: Expense }) {
  return (
    <p className="text-sm font-normal text-muted">
      {text.expense({ amount: formatNairaInText(amount), day: formatDay(day), payee })}
      {document && (
        <a
          // Not by documentPath(), which would become a chunk of its own for each campaign page.
          href={`/api/documents/${document.id}/file`}
          download={document.name}
          className="link flex min-h-11 items-center wrap-anywhere"
        >
          {text.proof({ name: document.name })}
        </a>
      )}
    </p>
  )
}
