import { language } from './language.ts'

const day = new Intl.DateTimeFormat(language.formats, { dateStyle: 'long', timeZone: 'UTC' })
const inLagos = { timeStyle: 'short', timeZone: 'Africa/Lagos' } as const
const moment = new Intl.DateTimeFormat(language.formats, { dateStyle: 'long', ...inLagos })
const shortMoment = new Intl.DateTimeFormat(language.formats, { dateStyle: 'medium', ...inLagos })

/** '2027-03-12' as '12 March 2027'. */
export function formatDay(calendarDay: string): string {
  return day.format(new Date(`${calendarDay}T00:00:00Z`))
}

/** A moment by the clock in Lagos: '12 March 2027 at 14:05'. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}

/** The same, short enough for a column: '12 Mar 2027, 14:05'. */
export function formatShortMoment(iso: string): string {
  return shortMoment.format(new Date(iso))
}
