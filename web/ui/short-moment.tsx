import { formatShortMoment } from '../text/day.ts'

/** A moment in a column: in two lines where the table is narrow, the day above the time, in every row alike. */
export function ShortMoment({ iso }: { iso: string }) {
  const moment = formatShortMoment(iso)
  const middle = moment.lastIndexOf(' ')
  return (
    <time dateTime={iso} className="inline-block whitespace-nowrap">
      {moment.slice(0, middle)}
      <span className="tabular:@max-4xl:block">{moment.slice(middle)}</span>
    </time>
  )
}
