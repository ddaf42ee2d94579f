import type { Translation } from '#shared/translation.ts'

import type { statementText as english } from '../statement.ts'

export const statementText: Translation<typeof english> = {
  decisions: {
    rejection: 'We no approve your campaign',
    freeze: 'We don pause donations to your campaign',
    takedown: 'We don take your campaign down',
  },
  decided: (when) => `Na person decide am ${when}, no be program.`,
  reports: (reasons) => `People report the campaign because: ${reasons}.`,
  noReports: 'Nobody report the campaign. Na one reviewer see the reason.',
  publicReason: 'Everybody fit read:',
  reason: 'The reviewer write to you:',
  appealTitle: 'Appeal am',
  appealIntro: (until) =>
    `You fit appeal until ${until}. Another reviewer wey no join for the decision go read am.`,
  text: 'Why the decision no correct?',
  hint: 'Talk wetin the reviewer miss or no understand, and name wetin prove am.',
  send: 'Send your appeal',
  sent: 'You don send your appeal.',
  tooLate: 'The time to appeal don pass. You fit still write our support.',
  waiting: (when) => `You appeal ${when}. One reviewer go answer you by email.`,
  upheld: 'Another reviewer don read your appeal. The decision remain:',
  overturned: 'Another reviewer don read your appeal, then cancel the decision:',
}
