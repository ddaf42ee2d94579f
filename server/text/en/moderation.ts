import { moderationSentences } from '#shared/moderation-sentences.ts'

/** Mails about decisions on campaigns, to organisers and reporters. */
export const moderationText = {
  sentences: moderationSentences,
  decisions: {
    freeze: {
      subject: 'Donations paused',
      lead: (title: string) =>
        `We paused donations to your campaign "${title}", and its payouts, until a question about it is resolved. People can still read it.`,
    },
    takedown: {
      subject: 'Your campaign was taken down',
      lead: (title: string) =>
        `We took down your campaign "${title}". Visitors can no longer read it or donate to it, and its payouts are on hold. You can still read it.`,
    },
  },
  reports: (reasons: string) => `People reported the campaign because: ${reasons}.`,
  noReports: 'Nobody reported the campaign. A reviewer found the reason.',
  publicReason: 'Everyone can read this explanation:',
  reviewerWrote: 'The reviewer wrote to you:',
  person: 'A person made this decision. No program decided.',
  appeal: (until: string) =>
    `You can appeal on your campaign page until ${until}. Another reviewer, who took no part in this decision, will read your appeal and answer it.`,
  toCampaign: 'View your campaign',

  appealSubject: 'Your appeal',
  appealLead: (title: string) =>
    `A reviewer who took no part in the decision about your campaign "${title}" has read your appeal.`,
  outcomes: {
    upheld: {
      rejection: 'The decision stays: the campaign is not approved.',
      freeze: 'The decision stays: donations are paused.',
      takedown: 'The decision stays: the campaign is taken down.',
    },
    overturned: {
      rejection: 'The rejection is withdrawn. The campaign is being reviewed again.',
      freeze: 'The decision is withdrawn. People can donate to the campaign again.',
      takedown: 'The decision is withdrawn. Everyone can read the campaign again.',
    },
  },

  reportSubject: 'Your report',
  reportLead: (title: string) =>
    `You reported the campaign "${title}". A person has now read the reports about it and decided.`,
  reportOutcomes: {
    dismissed: 'We found nothing against our rules. The campaign stays as it is.',
    frozen: 'We paused donations to the campaign until a question about it is resolved.',
    'taken-down': 'We took the campaign down.',
    cancelled: 'We cancelled the campaign. All donations are being refunded.',
  },
  reportClosing: 'Thank you for telling us.',
}
