import { formatNaira, kobo } from '#shared/money.ts'

import { formatDay } from '../../text/day.ts'
import { payoutsText } from '../../text/payouts.ts'
import { formatCount } from '../../text/plural.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { toBuckets, type Bucket, type DonationDay } from './donation-buckets.ts'

/** Donations by day as a bar chart, and as a table for screen readers. */
export function DonationChart({ days }: { days: readonly DonationDay[] }) {
  const { chart: text } = payoutsText
  const buckets = toBuckets(days)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const max = Math.max(...buckets.map(({ donated }) => donated))
  const count = days.reduce((sum, { donations }) => sum + donations, 0)
  const [from, to] = [formatDay(first.day), formatDay(last.day)]
  return (
    <Card>
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p className="mt-1 text-sm text-muted">{text.highest(formatNaira(kobo(max)))}</p>
      <figure className="mt-4">
        <figcaption className="sr-only">{text.summary(text.donations(count), from, to)}</figcaption>
        <svg
          viewBox={`0 0 ${buckets.length * barWidth} ${chartHeight}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-40 w-full border-b border-line"
        >
          {buckets.map((bucket, index) => (
            <Bar key={bucket.from} bucket={bucket} index={index} max={max} />
          ))}
        </svg>
      </figure>
      <p className="mt-2 flex justify-between gap-4 text-sm text-muted">
        <span>{from}</span>
        {first.day !== last.day && <span className="text-right">{to}</span>}
      </p>
      <details className="mt-4">
        <summary className="link w-fit py-2">{text.asTable}</summary>
        <DayTable days={days} />
      </details>
    </Card>
  )
}

const chartHeight = 100
const barWidth = 10

function Bar({ bucket, index, max }: { bucket: Bucket; index: number; max: number }) {
  // At least 1, so that the smallest donation is visible.
  const height = bucket.donated === 0 ? 0 : Math.max(1, (bucket.donated / max) * chartHeight)
  return (
    <rect
      x={index * barWidth + 1}
      y={chartHeight - height}
      width={barWidth - 2}
      height={height}
      className="fill-forest"
    />
  )
}

function DayTable({ days }: { days: readonly DonationDay[] }) {
  const { chart: text } = payoutsText
  const columns: Column<DonationDay>[] = [
    { key: 'day', header: text.day, cell: ({ day }) => formatDay(day) },
    {
      key: 'count',
      header: text.count,
      numeric: true,
      cell: ({ donations }) => formatCount(donations),
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ donated }) => formatNaira(donated),
    },
  ]
  return (
    <DataTable caption={text.caption} columns={columns} rows={days} rowKey={({ day }) => day} />
  )
}
