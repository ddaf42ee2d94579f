/** The form with which a person reports a campaign. */
export const reportText = {
  title: 'Report this campaign',
  intro: (title: string) =>
    `Is something wrong with ${title}? Tell us and our team will review it. We won’t share your name with the organiser.`,
  reason: 'What is wrong?',
  reasons: {
    fraud: 'It looks like a scam',
    untrue: 'The information is false',
    identity: 'It uses someone’s name or photos without permission',
    forbidden: 'It’s for something Ajo doesn’t allow',
    other: 'Something else',
  },
  details: 'Tell us more',
  email: 'Email (optional)',
  emailHint:
    'We write to you once, with what we decided, and then delete the address. Leave it empty to stay unknown.',
  emailAccount: 'We will email you what we decided.',
  send: 'Send report',
  sent: 'Thank you. Our team will review your report.',
  reference: 'Your report number:',
  referenceHint: 'Please quote it if you write to us about this report.',
  back: 'Back to the campaign',
}
