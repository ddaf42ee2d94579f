import { language } from '../text/language.ts'

const day = new Intl.DateTimeFormat(language.formats, { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(language.formats, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const lagosTime = { timeStyle: 'short', timeZone: 'Africa/Lagos' } as const
const moment = new Intl.DateTimeFormat(language.formats, { dateStyle: 'long', ...lagosTime })
const shortMoment = new Intl.DateTimeFormat(language.formats, { dateStyle: 'medium', ...lagosTime })

/** '2027-03-12' as '12 March 2027', whose day stays beside its month. */
export function formatDay(calendarDay: string): string {
  return day.format(new Date(`${calendarDay}T00:00:00Z`)).replace(' ', '\u00a0')
}

/** '2027-03' as 'March 2027'. */
export function formatMonth(calendarMonth: string): string {
  return month.format(new Date(`${calendarMonth}-01T00:00:00Z`))
}

/** An ISO timestamp in Lagos time: '12 March 2027 at 14:05'. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}

/** The short form for table columns: '12 Mar 2027, 14:05'. */
export function formatShortMoment(iso: string): string {
  return shortMoment.format(new Date(iso))
}
