/** What an organiser can do with a submitted campaign. */
export const ownerText = {
  title: 'Your campaign',
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
    unpublished: 'Only you and reviewers can see this campaign.',
    rejected: 'When you save, your campaign is sent for review again.',
    approved:
      'Text and photo edits go live immediately (earlier versions stay visible). Changes to title, goal, end date, use of funds, name or bank account need approval first.',
    closed: 'This campaign has ended and can’t be edited.',
    keepAccount: (last4: string) =>
      `Leave empty to keep the account ending in ${last4}. Ten digits. Reviewers see only the last four. Visitors can’t see it.`,
    password: 'Current Password',
    passwordHint: 'Only needed for a new bank account.',
  },
}
