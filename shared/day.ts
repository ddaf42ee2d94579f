const lagosMs = 3_600_000
const dayMs = 86_400_000

const toLagos = (at: Date) => new Date(at.getTime() + lagosMs).toISOString()

/** The calendar day in Lagos as 'YYYY-MM-DD' (readings C3), which sorts as text. Lagos is UTC+1 all year. In SQL: `lagos_day`. */
export function lagosDay(at: Date = new Date()): string {
  return toLagos(at).slice(0, 10)
}

/** The time of day in Lagos as '23:30:00'. */
export function lagosClock(at: Date): string {
  return toLagos(at).slice(11, 19)
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Monday to Friday: public holidays are not known. */
export function nextWorkingDay(day: string): string {
  const next = addDays(day, 1)
  return new Date(next).getUTCDay() % 6 === 0 ? nextWorkingDay(next) : next
}

/**
 * End date minus now in days, rounded up; 0 or less means expired (specification §2, campaign cards). The end date
 * begins at midnight in Lagos, which is UTC+1 all year. Null without an end date (readings C4).
 */
export function daysLeft(endDate: string | null, now: Date = new Date()): number | null {
  if (endDate === null) return null
  const endMs = Date.parse(`${endDate}T00:00:00+01:00`)
  return Math.ceil((endMs - now.getTime()) / dayMs)
}
