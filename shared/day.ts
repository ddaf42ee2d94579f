const lagosDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The calendar day in Lagos, 'YYYY-MM-DD' (readings C3). Days in this form compare as text. */
export function lagosToday(now: Date = new Date()): string {
  return lagosDay.format(now)
}

const dayMs = 86_400_000

/**
 * End date minus now in days, rounded up; 0 or less is expired (specification §2, campaign cards). The end date begins at midnight in Lagos.
 * Lagos is UTC+1 all year. A campaign without an end never expires (readings C4).
 */
export function daysLeft(endDate: string | null, now: Date = new Date()): number | null {
  if (endDate === null) return null
  const endMs = Date.parse(`${endDate}T00:00:00+01:00`)
  return Math.ceil((endMs - now.getTime()) / dayMs)
}
