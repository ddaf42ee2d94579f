import { formatNaira, formatNairaInText, kobo, type Kobo } from '#shared/money.ts'
import type { CampaignPayouts } from '#shared/payouts.ts'

import { formatDay } from '../../../format/day.ts'
import { donationChartText as text } from '../../../text/donation-chart.ts'
import { formatCount } from '../../../text/language.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'

type Props = {
  title?: string
  days: readonly DonationDay[]
  /** With a goal, the bars are the totals until then, and a line is the goal. Without one, they are the donations of their days. */
  goal?: Kobo
}

/** Donations over time as a bar chart with axes, and as a table. */
export function DonationChart({ title, days, goal }: Props) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const buckets = toBuckets(days)
  const amounts = goal ? toRunningTotals(buckets) : buckets.map(({ donated }) => donated)
  const top = Math.max(goal ?? 0, ...amounts, 1)
  const count = days.reduce((sum, { donations }) => sum + donations, 0)
  const [from, to] = [formatDay(first.day), formatDay(last.day)]
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="text-lg font-bold sm:text-xl">{title ?? text.title}</h2>
      {goal && (
        <p className="mt-1 text-sm text-muted">
          {text.explanation} {text.goal({ amount: formatNairaInText(goal) })}
        </p>
      )}
      <figure className="mt-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-2 text-sm text-muted">
        <figcaption className="sr-only">
          {text.summary({ donations: text.donations({ count }), from, to })}
        </figcaption>
        <p className="money -my-2.5 grid content-between justify-items-end">
          {[top, top / 2, 0].map((amount) => (
            <span key={amount}>{formatNairaInText(kobo(Math.round(amount / 100) * 100))}</span>
          ))}
        </p>
        <Bars amounts={amounts} top={top} goal={goal} />
        <p className="col-start-2 mt-1 flex justify-between gap-4 max-sm:text-xs">
          <span>{from}</span>
          {first.day !== last.day && <span className="text-right">{to}</span>}
        </p>
      </figure>
      <details className="sm:mt-4">
        <summary className="link w-fit">{text.asTable}</summary>
        <DayTable days={days.filter(({ donations }) => donations > 0)} />
      </details>
    </Card>
  )
}

function toRunningTotals(amounts: readonly { donated: number }[]): number[] {
  let total = 0
  return amounts.map(({ donated }) => (total += donated))
}

const height = 100
const barWidth = 10

type BarsProps = { amounts: readonly number[]; top: number; goal: Kobo | undefined }

function Bars({ amounts, top, goal }: BarsProps) {
  const width = amounts.length * barWidth
  const toY = (amount: number) => height - (amount / top) * height
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-32 w-full sm:h-40 overflow-visible border-b border-l border-control"
    >
      {amounts.map((amount, index) => (
        <rect
          key={index}
          x={index * barWidth + 1}
          // At least 1, so that the smallest donation is visible.
          y={Math.min(toY(amount), height - 1)}
          width={barWidth - 2}
          height={amount === 0 ? 0 : Math.max(1, height - toY(amount))}
          className="fill-forest forced-colors:fill-[Highlight]"
        />
      ))}
      {goal && (
        <line
          x1={0}
          x2={width}
          y1={toY(goal)}
          y2={toY(goal)}
          strokeWidth={2}
          strokeDasharray="6 4"
          vectorEffect="non-scaling-stroke"
          className="stroke-clay forced-colors:stroke-[CanvasText]"
        />
      )}
    </svg>
  )
}

function DayTable({ days }: { days: readonly DonationDay[] }) {
  const totals = toRunningTotals(days)
  const rows = days.map((day, index) => ({ ...day, total: kobo(totals[index] ?? 0) }))
  const columns: Column<(typeof rows)[number]>[] = [
    { header: text.day, cell: ({ day }) => formatDay(day) },
    {
      header: text.count,
      place: 'line',
      numeric: true,
      cell: ({ donations }) => formatCount(donations),
    },
    {
      header: text.amount,
      place: 'sum',
      numeric: true,
      cell: ({ donated }) => formatNaira(donated),
    },
    { header: text.total, numeric: true, cell: ({ total }) => formatNaira(total) },
  ]
  return (
    <DataTable caption={text.caption} columns={columns} rows={rows} rowKey={({ day }) => day} />
  )
}

type DonationDay = CampaignPayouts['days'][number]
/** Consecutive days, and the donations of these days. */
type Bucket = { from: string; donations: number; donated: number }

const dayMs = 86_400_000
const maxBuckets = 60

/** Groups days into at most 60 buckets, including days without donations. */
export function toBuckets(days: readonly DonationDay[]): Bucket[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const start = Date.parse(first.day)
  const dayCount = (Date.parse(last.day) - start) / dayMs + 1
  const daysPerBucket = Math.ceil(dayCount / maxBuckets)
  const buckets = Array.from(
    { length: Math.ceil(dayCount / daysPerBucket) },
    (_, index): Bucket => ({
      from: new Date(start + index * daysPerBucket * dayMs).toISOString().slice(0, 10),
      donations: 0,
      donated: 0,
    }),
  )
  for (const { day, donations, donated } of days) {
    const bucket = buckets[Math.floor((Date.parse(day) - start) / dayMs / daysPerBucket)]
    if (!bucket) continue
    bucket.donations += donations
    bucket.donated += donated
  }
  return buckets
}
