const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** By the clock in Lagos, '12 March 2027 at 14:05', for what is kept as a paper is. */
export function lagosMoment(at: Date): string {
  return moment.format(at)
}
