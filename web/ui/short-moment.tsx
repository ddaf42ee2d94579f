import { formatShortMoment } from '../text/day.ts'

/** Date and time in a table. In a narrow column the time wraps below the date. */
export function ShortMoment({ iso }: { iso: string }) {
  return (
    <time
      dateTime={iso}
      className="inline-block wrap-normal whitespace-nowrap tabular:@max-4xl:w-min tabular:@max-4xl:whitespace-normal"
    >
      {joinDate(formatShortMoment(iso))}
    </time>
  )
}

/** Replaces all spaces but the one before the time. */
const joinDate = (moment: string) => moment.replaceAll(/ (?=.*,)/g, '\u00a0')
