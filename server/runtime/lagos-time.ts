const lagosTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** '12 March 2027 at 14:05', as mails and PDFs write times. */
export function formatLagosTime(at: Date): string {
  return lagosTime.format(at)
}
