import type { ReactNode } from 'react'

import type { PeriodTotals as Totals } from '#shared/console.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'

import { consoleText } from '../../text/console.ts'
import { formatCount } from '../../text/plural.ts'
import { Card } from '../../ui/card.tsx'

/** The sums of a day, a month or a campaign. */
export function PeriodTotals({ title, totals }: { title: string; totals: Totals }) {
  const { totals: text } = consoleText
  const rows = [
    [text.donations, formatCount(totals.donations)],
    [text.donated, <Sum key="donated" amount={totals.donated} />],
    [text.reversed, <Sum key="reversed" amount={totals.reversed} />],
    [text.fees, <Sum key="fees" amount={totals.fees} />],
    [text.platform, <Sum key="platform" amount={totals.platform} />],
    [text.paidOut, <Sum key="paidOut" amount={totals.paidOut} />],
  ] as const
  return (
    <Card>
      <h2 className="font-bold">{title}</h2>
      <Facts rows={rows} />
    </Card>
  )
}

const Sum = ({ amount }: { amount: Kobo }) => (
  <span className="money whitespace-nowrap">{formatNaira(amount)}</span>
)

/** Names with their values. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-2 divide-y divide-line">
      {rows.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-6 py-2">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
