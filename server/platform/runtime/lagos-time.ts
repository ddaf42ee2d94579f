const lagosTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** '12 March 2027 at 14:05', as mails and PDFs write times. */
export function formatLagosTime(at: Date): string {
  return lagosTime.format(at)
}

const lagosDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** '12 March 2027' */
export function formatLagosDay(at: Date): string {
  return lagosDay.format(at)
}
