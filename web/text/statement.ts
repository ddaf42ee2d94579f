/** The statement of reasons and the appeal, on the owner's campaign page. */
export const statementText = {
  decisions: {
    rejection: 'Your campaign was not approved',
    freeze: 'Donations to your campaign are paused',
    takedown: 'Your campaign was taken down',
  },
  decided: (when: string) => `Decided ${when} by a person, not by a program.`,
  reports: (reasons: string) => `People reported the campaign because: ${reasons}.`,
  noReports: 'Nobody reported the campaign. A reviewer found the reason.',
  publicReason: 'Everyone can read:',
  reason: 'The reviewer wrote to you:',
  appealTitle: 'Appeal',
  appealIntro: (until: string) =>
    `You can appeal until ${until}. Another reviewer, who took no part in the decision, will read it.`,
  text: 'Why is the decision wrong?',
  hint: 'Say what the reviewer missed or misunderstood, and name what proves it.',
  send: 'Send appeal',
  sent: 'Appeal sent.',
  tooLate: 'The time to appeal is over. You can still write to our support team.',
  waiting: (when: string) => `You appealed ${when}. A reviewer will answer by email.`,
  upheld: 'Another reviewer read your appeal. The decision stays:',
  overturned: 'Another reviewer read your appeal and withdrew the decision:',
}
