/** Why a campaign was taken down, as everyone reads it, with the section of the terms that it broke. */
export const moderationSentences = {
  grounds: {
    fraud:
      'It deceived people about who asks for money or what for. The terms, “What is not allowed”, forbid this.',
    untrue:
      'It said things that are not true. The terms, “Starting a campaign”, ask organisers to say truthfully who needs what.',
    impersonation:
      'It used the name of another person or institution. The terms, “What is not allowed”, forbid this.',
    forbidden:
      'It raised money for something that Ajo does not allow. The terms list this under “What is not allowed”.',
    harmful:
      'It showed or demanded something that hurts people, such as violence or hate. The terms, “What is not allowed”, forbid this.',
    rights:
      'It used photos or names without permission. The terms, “Starting a campaign”, forbid this.',
    'court-order': 'A court or an authority ordered us to take it down.',
  },
  reasons: {
    fraud: 'it looks like a scam',
    untrue: 'the information is false',
    identity: 'it uses someone’s name or photos without permission',
    forbidden: 'it is for something Ajo doesn’t allow',
    other: 'something else',
  },
} as const
