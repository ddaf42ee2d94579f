import type { Translation } from '#shared/translation.ts'

import type { ownerText as english } from '../owner.ts'

export const ownerText: Translation<typeof english> = {
  consents: {
    title: 'Consents',
    child: 'For the pikin',
    health: 'For health matter',
    given: (day) => `Dem gree on ${day}`,
    withdrawn: (day) => `Dem change mind on ${day}. Abeg comot am from the story and the photos.`,
    withdraw: 'Comot this consent',
  },
  title: 'Your campaign',
  payouts: 'Donations and payouts',
  questions: 'Questions',
  edit: 'Edit campaign',
  resubmit: 'Edit and submit again',
  question: 'One reviewer ask:',
  answer: 'Your answer',
  answerHint: 'We go send your answer to the reviewer. You fit edit the campaign first.',
  sendAnswer: 'Send answer',
  answered: 'We don send your answer.',
  changePending: (fields: string) =>
    `E dey wait for review: ${fields}. Donors go see the current version until then.`,
  changeAsked: (fields: string) => `One reviewer ask about your change (${fields}):`,
  changeRejected: 'We no approve your last change:',
  end: 'End campaign',
  endTitle: 'End this campaign',
  endQuestion:
    'Your campaign no go collect donations again. People fit still read am. You no fit undo am.',
  cancel: 'Cancel',
  ended: 'Your campaign don end.',

  editing: {
    title: 'Edit campaign',
    loading: 'Your campaign dey load',
    failed: 'We no fit load your campaign.',
    save: 'Save changes',
    saved: 'We don save your changes.',
    waits:
      'We don save your changes, and dem dey wait for one reviewer. Till then, donors go see the current version.',
    unpublished: 'Only you and reviewers fit see this campaign.',
    rejected: 'Once you save, we go send your campaign for review again.',
    approved:
      'Small corrections go show at once, and people fit still see the old versions. New photos, links or numbers, big rewrites, and changes for title, goal, end date, wetin the money dey for, name, contact or bank account go wait for one reviewer. Till then, donors go see the current version.',
    closed: 'This campaign don end, you no fit edit am again.',
    keepAccount: (last4: string) =>
      `Leave am empty to keep the account wey end with ${last4}. Ten digits. Reviewers dey see only the last four. Visitors no fit see am.`,
    password: 'Current Password',
    passwordHint: 'Only if you dey put new bank account.',
    withoutCode: 'Two-step verification for Settings → Security go protect your payouts well well.',
    code: '6-digit code (or one recovery code)',
  },
}
