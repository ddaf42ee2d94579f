import type { Translation } from '../translation.ts'

import type { moderationSentences as english } from '../moderation-sentences.ts'

export const moderationSentences: Translation<typeof english> = {
  grounds: {
    fraud:
      'E deceive people about who dey ask for money or wetin the money be for. The terms, “What is not allowed”, no gree.',
    untrue:
      'E talk wetin no be true. The terms, “Starting a campaign”, say organisers must talk true about who need wetin.',
    impersonation:
      'E use another person or institution name. The terms, “What is not allowed”, no gree.',
    forbidden:
      'E dey raise money for wetin Ajo no dey allow. E dey the terms under “What is not allowed”.',
    harmful:
      'E show or ask for wetin dey hurt people, like violence or hate. The terms, “What is not allowed”, no gree.',
    rights: 'E use photos or names without permission. The terms, “Starting a campaign”, no gree.',
    'court-order': 'Court or government office order us to take am down.',
  },
  reasons: {
    fraud: 'e be like scam',
    untrue: 'the information no be true',
    identity: 'e dey use another person name or photos without permission',
    forbidden: 'Ajo no dey allow this kind thing',
    other: 'another thing',
  },
}
