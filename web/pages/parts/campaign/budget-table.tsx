import type { Budget } from '#shared/budget.ts'
import { formatNairaInText } from '#shared/money.ts'

import { budgetText } from '../../../text/budget.ts'

/** What each part of the goal pays for. */
export function BudgetTable({ budget }: { budget: Budget }) {
  const text = budgetText
  if (budget.length === 0) return null
  return (
    <section id="budget">
      <h2 className="text-xl font-bold">{text.title}</h2>
      <table className="mt-2 w-full max-w-prose text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col">{text.line}</th>
            <th scope="col" className="text-right">
              {text.planned}
            </th>
          </tr>
        </thead>
        <tbody>
          {budget.map(({ text: line, amount }) => (
            <tr key={line} className="border-t border-line align-baseline">
              <th scope="row" className="py-2 pr-4 font-medium wrap-anywhere">
                {line}
              </th>
              <td className="money text-right whitespace-nowrap">{formatNairaInText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
