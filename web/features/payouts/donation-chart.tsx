import { formatNaira, kobo } from '#shared/money.ts'

import { formatDay } from '../../text/day.ts'
import { moneyText } from '../../text/payouts.ts'
import { formatCount } from '../../text/plural.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { giftBuckets, type Bucket, type GiftDay } from './donation-buckets.ts'

/** What was given day by day: a picture for the eye, and the same as a table for everybody. */
export function GiftChart({ days }: { days: readonly GiftDay[] }) {
  const { chart: text } = moneyText
  const buckets = giftBuckets(days)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const most = Math.max(...buckets.map(({ given }) => given))
  const count = days.reduce((sum, { gifts }) => sum + gifts, 0)
  const [from, to] = [formatDay(first.day), formatDay(last.day)]
  return (
    <Card>
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p className="mt-1 text-sm text-muted">{text.most(formatNaira(kobo(most)))}</p>
      <figure className="mt-4">
        <figcaption className="sr-only">{text.summary(text.gifts(count), from, to)}</figcaption>
        <svg
          viewBox={`0 0 ${buckets.length * barWidth} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-40 w-full border-b border-line"
        >
          {buckets.map((bucket, index) => (
            <Bar key={bucket.from} bucket={bucket} index={index} most={most} />
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

const height = 100
const barWidth = 10

function Bar({ bucket, index, most }: { bucket: Bucket; index: number; most: number }) {
  // The smallest gift is still to be seen.
  const tall = bucket.given === 0 ? 0 : Math.max(1, (bucket.given / most) * height)
  return (
    <rect
      x={index * barWidth + 1}
      y={height - tall}
      width={barWidth - 2}
      height={tall}
      className="fill-forest"
    />
  )
}

function DayTable({ days }: { days: readonly GiftDay[] }) {
  const { chart: text } = moneyText
  const columns: Column<GiftDay>[] = [
    { key: 'day', header: text.day, cell: ({ day }) => formatDay(day) },
    { key: 'count', header: text.count, numeric: true, cell: ({ gifts }) => formatCount(gifts) },
    { key: 'given', header: text.amount, numeric: true, cell: ({ given }) => formatNaira(given) },
  ]
  return (
    <DataTable caption={text.caption} columns={columns} rows={days} rowKey={({ day }) => day} />
  )
}
