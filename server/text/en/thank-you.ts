/** The mail around an organiser's message to donors. */
export const thankYouText = {
  subject: (title: string) => `A thank-you from "${title}"`,
  lead: (title: string) => `A message from the organiser of "${title}". Ajo has not checked it:`,
  view: 'View the campaign',
  suspicious: 'Does the message ask for money, a password or personal data, or look wrong?',
  report: 'Report this message',
  because:
    'You receive this email because you agreed to updates and thank-yous from the organiser when you donated.',
  unsubscribe: 'Unsubscribe from this campaign',
}
