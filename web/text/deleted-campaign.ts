/** What stays public of a deleted campaign. */
export const deletedCampaignText = {
  notice: 'This campaign was deleted by its organiser.',
  untitled: 'Deleted campaign',
  description: 'What donors gave to a deleted campaign, and what became of it.',
  explanation:
    'The story, pictures and names are gone. The amounts stay, so that donors can see what became of their money.',
  deletedOn: (day: string) => `Deleted on ${day}`,
  period: (start: string, end: string) => `Ran from ${start} to ${end}`,
  sums: 'Amounts',
  donated: 'Donated',
  refunded: 'Refunded and disputed',
  raised: 'Raised',
  donors: 'Donors',
  ledger: 'Every donation, refund and payout',
  help: 'You gave to this campaign and have a question? Contact our support team.',
}
