/** The mail that carries an update of a campaign. */
export const updateText = {
  subject: (campaign: string, title: string) => `Update from "${campaign}": ${title}`,
  lead: (campaign: string) => `The organiser of "${campaign}" writes. Ajo has not checked it:`,
  view: 'Read it on the campaign’s page',
  because:
    'You receive this email because you agreed to updates and thank-yous from the organiser when you donated.',
  becauseFollower: 'You receive this email because you follow this campaign.',
  unsubscribe: 'Unsubscribe from this campaign',
  /** The mail to an organiser who has written nothing for 30 days. */
  reminder: {
    subject: (title: string) => `Tell your donors how it goes: ${title}`,
    lead: (title: string) =>
      `"${title}" received donations, and its donors have read nothing from you for 30 days.`,
    hint: 'Two sentences are enough: what happened since, and what comes next.',
    write: 'Write an update',
  },
}
