import type { Translation } from '#shared/translation.ts'

import type { policyText as english } from '../policy.ts'

export const policyText: Translation<typeof english> = {
  version: (version: string, day: string) => `Version ${version}, e start from ${day}`,
  inEnglish: 'This page dey for English, because na the English words the law dey follow.',
  contact: 'You still get question? Write us:',
  pages: 'Rules and help',
  names: {
    terms: 'Terms of service',
    privacy: 'Privacy policy',
    fees: 'Fees',
    help: 'Help',
    refunds: 'Refunds',
  },
  read: 'Read dem (each one go open for new tab):',
  giving: 'If you give, you don gree with our terms. Read more (each one go open for new tab):',
  examples: {
    caption: 'Three gifts, and wetin dem turn to',
    gift: 'Gift',
    card: 'Card fee',
    platform: 'Ajo own',
    owner: 'Wetin the campaign go get',
  },
}
