import type { Translation } from '#shared/translation.ts'

import type { policyText as english } from '../policy.ts'

export const policyText: Translation<typeof english> = {
  version: (version: string, day: string) => `Version ${version}, e start from ${day}`,
  inEnglish: 'This page dey for English, because na the English version the law dey follow.',
  contact: 'You still get question? Write us:',
  pages: 'Help and policies',
  names: {
    terms: 'Terms of service',
    privacy: 'Privacy policy',
    fees: 'Fees',
    help: 'Help',
    refunds: 'Refunds',
    transparency: 'Transparency',
  },
  agreement: 'I gree with the {terms} and the {privacy}',
  donating: 'If you donate, you gree with our {terms}, {fees}, {refunds} and {privacy}.',
  newTerms: {
    label: 'New terms of service',
    sentence: (day) => `Our {terms} don change on ${day}. Abeg read dem.`,
    accept: 'I gree',
  },
  examples: {
    caption: 'Fees for three donations',
    donation: 'Donation',
    card: 'Payment fee',
    international: 'Card from abroad',
    platform: 'Ajo fee',
    owner: 'Wetin the campaign go get',
  },
}
