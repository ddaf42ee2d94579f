/** The mail to a donor whose donation was paid out. */
export const payoutText = {
  subject: (title: string) => `Your donation was paid out: ${title}`,
  lead: (sum: string, title: string) =>
    `Your donation of ${sum} to "${title}" was paid out to the organiser, less fees.`,
  on: (day: string) => `Paid out on ${day}.`,
  account: (last4: string) => `Paid to the bank account ending ${last4}.`,
  source: 'Our payment provider reports this payout. We tell only you about your donation.',
  view: 'View your donation',
}
