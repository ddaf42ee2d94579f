const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** '2027-03-12' as '12 March 2027'. */
export function formatDay(calendarDay: string): string {
  return day.format(new Date(`${calendarDay}T00:00:00Z`))
}

/** A moment by the clock in Lagos: '12 March 2027 at 14:05'. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}
