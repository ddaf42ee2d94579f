import type { Translation } from '#shared/translation.ts'

import type { supportersText as english } from '../supporters.ts'

export const supportersText: Translation<typeof english> = {
  title: 'Supporters',
  all: 'All supporters',
  pageTitle: (title) => `People wey support ${title}`,
  description: (title) => `People wey support ${title}, and wetin dem talk.`,
  back: 'Go back to the campaign',
  orders: { newest: 'New ones first', largest: 'Big ones first' },
  none: 'No supporter dey the list yet.',
  noneHint:
    'For the donation form, donors dey choose whether we go show their name, amount and words.',
  anonymous: 'Anonymous',
  hiddenAmount: 'amount no show',
  reply: 'Wetin the organiser answer',
  next: 'More supporters',
  first: 'Go back to the first page',
  waiting: 'Na only you dey see these words: reviewer go read dem before people see am.',
  reports: 'Report',
  reported: 'Thank you. Our reviewers go look am.',
  hide: 'Hide the words',
  publish: 'Show the words',
  answer: 'Your answer',
  answerHint: 'Everybody fit read am. You fit answer one time.',
  sendAnswer: 'Show the answer',
}
