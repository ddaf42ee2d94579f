/** What an owner does with a campaign once it is there. */
export const ownerText = {
  title: 'Your campaign',
  edit: 'Edit campaign',
  resubmit: 'Change it and send it again',
  asked: 'A reviewer asks:',
  answer: 'Your answer',
  answerHint: 'It goes back to the reviewers with your answer. You can edit the campaign first.',
  sendAnswer: 'Send answer',
  answered: 'Your answer is with the reviewers.',
  changeWaits: (fields: string) =>
    `A change waits for a reviewer: ${fields}. Until then everything stays as it is.`,
  changeAsked: (fields: string) => `A reviewer asks about your change (${fields}):`,
  changeRejected: 'A reviewer did not agree to your last change:',
  end: 'End campaign',
  endTitle: 'End this campaign',
  endQuestion: 'It takes no gifts from now on and stays readable. This cannot be undone.',
  cancel: 'Cancel',
  ended: 'Your campaign has ended.',

  editing: {
    title: 'Edit campaign',
    loading: 'Loading your campaign',
    failed: 'Your campaign could not be loaded.',
    save: 'Save changes',
    saved: 'Your changes are saved.',
    unpublished: 'Nobody but you and the reviewers sees this campaign.',
    rejected: 'When you save, it goes to the reviewers again.',
    approved:
      'Words and pictures change at once, and everybody can read what they were. Title, goal, end date, what the money is for, name and bank account change when a reviewer agrees; until then everything stays as it is.',
    over: 'This campaign is over and cannot be changed any more.',
    keepAccount: (last4: string) =>
      `Leave it empty to keep the account that ends in ${last4}. Ten digits; reviewers see only the last four, visitors nothing.`,
    password: 'Current Password',
    passwordHint: 'Only for a new bank account.',
  },
}
