import { moderationSentences } from '#shared/pcm/moderation-sentences.ts'
import type { Translation } from '#shared/translation.ts'

import type { moderationText as english } from '../en/moderation.ts'

export const moderationText: Translation<typeof english> = {
  sentences: moderationSentences,
  decisions: {
    freeze: {
      subject: 'We don pause donations',
      lead: (title) =>
        `We don pause donations to your campaign "${title}", and the payouts, until we settle one question about am. People fit still read am.`,
    },
    takedown: {
      subject: 'We don take your campaign down',
      lead: (title) =>
        `We don take your campaign "${title}" down. Visitors no fit read am or donate to am again, and the payouts dey on hold. You fit still read am.`,
    },
  },
  reports: (reasons) => `People report the campaign because: ${reasons}.`,
  noReports: 'Nobody report the campaign. Na one reviewer see the reason.',
  publicReason: 'Everybody fit read this explanation:',
  reviewerWrote: 'The reviewer write to you:',
  person: 'Na person decide this. No be program.',
  appeal: (until) =>
    `You fit appeal for your campaign page until ${until}. Another reviewer wey no join for this decision go read your appeal, then answer am.`,
  toCampaign: 'See your campaign',

  appealSubject: 'About your appeal',
  appealLead: (title) =>
    `One reviewer wey no join for the decision about your campaign "${title}" don read your appeal.`,
  outcomes: {
    upheld: {
      rejection: 'The decision remain: we no approve the campaign.',
      freeze: 'The decision remain: donations dey paused.',
      takedown: 'The decision remain: the campaign dey down.',
    },
    overturned: {
      rejection: 'We don cancel the rejection. We dey review the campaign again.',
      freeze: 'We don cancel the decision. People fit donate to the campaign again.',
      takedown: 'We don cancel the decision. Everybody fit read the campaign again.',
    },
  },

  reportSubject: 'About your report',
  reportLead: (title) =>
    `You report the campaign "${title}". One person don read the reports about am, then decide.`,
  reportOutcomes: {
    dismissed: 'We no see anything wey break our rules. The campaign remain as e be.',
    frozen: 'We don pause donations to the campaign until we settle one question about am.',
    'taken-down': 'We don take the campaign down.',
    cancelled: 'We don cancel the campaign. We dey refund all donations.',
  },
  reportClosing: 'Thank you as you tell us.',
}
