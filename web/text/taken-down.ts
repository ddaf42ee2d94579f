/** The page of a campaign that was taken down. */
export const takenDownText = {
  title: 'This campaign was taken down',
  intro: 'We checked this campaign and took it down. It can no longer be read or donated to.',
  reason: 'Why',
  explanation: 'Explanation',
  donors:
    'If you donated to it, your receipt still works, and the public ledger still shows every donation. Write to our support team if you have a question about your donation.',
  ledger: 'Public ledger of this campaign',
  toStart: 'Go to the home page',
}
