import type { Translation } from '#shared/translation.ts'

import type { ownerText as english } from '../owner.ts'

export const ownerText: Translation<typeof english> = {
  title: 'Your campaign',
  edit: 'Change campaign',
  resubmit: 'Change am, then send am again',
  asked: 'One reviewer dey ask:',
  answer: 'Your answer',
  answerHint: 'E go return to the reviewers with your answer. You fit change the campaign first.',
  sendAnswer: 'Send answer',
  answered: 'The reviewers don get your answer.',
  changeWaits: (fields: string) =>
    `One change dey wait for reviewer: ${fields}. Before then, everything go dey as e dey.`,
  changeAsked: (fields: string) => `One reviewer dey ask about your change (${fields}):`,
  changeRejected: 'One reviewer no agree to your last change:',
  end: 'End campaign',
  endTitle: 'End this campaign',
  endQuestion:
    'E no go collect gifts from now, but people fit still read am. You no fit change am back.',
  cancel: 'No, leave am',
  ended: 'Your campaign don end.',

  editing: {
    title: 'Change campaign',
    loading: 'Your campaign dey load',
    failed: 'We no fit load your campaign.',
    save: 'Save the changes',
    saved: 'Your changes don save.',
    unpublished: 'Only you and the reviewers dey see this campaign.',
    rejected: 'Once you save am, e go return to the reviewers.',
    approved:
      'The words and the pictures go change immediately, and everybody fit read how dem be before. The title, the money, the last day, wetin the money go do, the name and the bank account go change once one reviewer agree; before then everything go dey as e dey.',
    over: 'This campaign don finish, you no fit change am again.',
    keepAccount: (last4: string) =>
      `Leave am empty if the account wey end with ${last4} go remain. Ten digits; reviewers go see only the last four, visitors no go see anything.`,
    password: 'Your current password',
    passwordHint: 'Only if you dey put new bank account.',
  },
}
