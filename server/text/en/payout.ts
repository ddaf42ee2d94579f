/** Mails about payouts: to a donor whose donation was paid out, and to an organiser whose payouts are on hold. */
export const payoutText = {
  subject: (title: string) => `Your donation was paid out: ${title}`,
  lead: (sum: string, title: string) =>
    `Your donation of ${sum} to "${title}" was paid out to the organiser, less fees.`,
  on: (day: string) => `Paid out on ${day}.`,
  account: (last4: string) => `Paid to the bank account ending ${last4}.`,
  source: 'Our payment provider reports this payout. We tell only you about your donation.',
  view: 'View your donation',
  held: {
    subject: (title: string) => `Payouts are on hold: ${title}`,
    lead: (title: string) =>
      `Refunds and disputes of "${title}" are above our limit. We hold its payouts until they are paid for.`,
    next: 'Donations still arrive. We pay them out when no reason for the hold is left.',
    view: 'View payouts',
  },
}
