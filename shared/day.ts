const lagosDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The calendar day in Lagos as 'YYYY-MM-DD' (readings C3), which sorts as text. */
export function lagosToday(now: Date = new Date()): string {
  return lagosDay.format(now)
}

const dayMs = 86_400_000

/**
 * End date minus now in days, rounded up; 0 or less means expired (specification §2, campaign cards). The end date
 * begins at midnight in Lagos, which is UTC+1 all year. Null without an end date (readings C4).
 */
export function daysLeft(endDate: string | null, now: Date = new Date()): number | null {
  if (endDate === null) return null
  const endMs = Date.parse(`${endDate}T00:00:00+01:00`)
  return Math.ceil((endMs - now.getTime()) / dayMs)
}
