import { formatShortMoment } from '../text/day.ts'

/** A moment in a column: in a narrow table as wide as a day, so that the time stands below it in every row alike. */
export function ShortMoment({ iso }: { iso: string }) {
  return (
    <time
      dateTime={iso}
      className="inline-block whitespace-nowrap tabular:@max-4xl:w-24 tabular:@max-4xl:whitespace-normal"
    >
      {unbroken(formatShortMoment(iso))}
    </time>
  )
}

/** But for the space before the time. */
const unbroken = (moment: string) => moment.replaceAll(/ (?=.*,)/g, '\u00a0')
