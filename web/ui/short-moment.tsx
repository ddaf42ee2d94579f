import { formatShortMoment } from '../text/day.ts'

/** A moment in a column: in two lines where that is narrow, the day above the time. */
export function ShortMoment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="tabular:inline-block tabular:min-w-24">
      {formatShortMoment(iso)}
    </time>
  )
}
