/** What an organiser can do with a submitted campaign. */
export const ownerText = {
  consents: {
    title: 'Consents',
    child: 'For the child',
    health: 'For health data',
    given: (day: string) => `Given on ${day}`,
    withdrawn: (day: string) =>
      `Withdrawn on ${day}. Please remove it from the story and the photos.`,
    withdraw: 'Withdraw this consent',
  },
  title: 'Your campaign',
  payouts: 'Donations and payouts',
  questions: 'Questions',
  edit: 'Edit campaign',
  resubmit: 'Edit and resubmit',
  question: 'A reviewer asked:',
  answer: 'Your answer',
  answerHint: 'We’ll send your answer to the reviewer. Edit the campaign first if you need to.',
  sendAnswer: 'Send answer',
  answered: 'Answer sent.',
  changePending: (fields: string) =>
    `Waiting for review: ${fields}. Donors see the current version until then.`,
  changeAsked: (fields: string) => `A reviewer asked about your change (${fields}):`,
  changeRejected: 'Your last change was not approved:',
  end: 'End campaign',
  endTitle: 'End this campaign',
  endQuestion:
    'Your campaign will stop accepting donations. People can still read it. You can’t undo this.',
  cancel: 'Cancel',
  ended: 'Your campaign has ended.',

  editing: {
    title: 'Edit campaign',
    loading: 'Loading your campaign',
    failed: 'We couldn’t load your campaign.',
    save: 'Save changes',
    saved: 'Your changes are saved.',
    waits:
      'Your changes are saved and wait for a reviewer. Until then, donors see the current version.',
    unpublished: 'Only you and reviewers can see this campaign.',
    rejected: 'When you save, your campaign is sent for review again.',
    approved:
      'Small corrections go live at once, and earlier versions stay visible. New photos, links or numbers, larger rewrites, and changes to title, goal, end date, use of funds, name, contact or bank account wait for a reviewer. Until then, donors see the current version.',
    closed: 'This campaign has ended and can’t be edited.',
    keepAccount: (last4: string) =>
      `Leave empty to keep the account ending in ${last4}. Ten digits. Reviewers see only the last four. Visitors can’t see it.`,
    password: 'Current Password',
    passwordHint: 'Only needed for a new bank account.',
    withoutCode: 'Two-step verification in Settings → Security protects your payouts better.',
    code: '6-digit code (or a recovery code)',
  },
}
