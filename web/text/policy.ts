/** What stands around the documents that people agree to: terms, privacy, fees, help and refunds. */
export const policyText = {
  version: (version: string, day: string) => `Version ${version}, valid from ${day}`,
  /** Said where the reader's language is another one. */
  inEnglish: '',
  contact: 'Still a question? Write to us:',
  pages: 'Rules and help',
  names: {
    terms: 'Terms of service',
    privacy: 'Privacy policy',
    fees: 'Fees',
    help: 'Help',
    refunds: 'Refunds',
  },
  read: 'Read them (each opens in a new tab):',
  giving: 'By giving you accept our terms. Read more (each opens in a new tab):',
  examples: {
    caption: 'Three gifts, and what becomes of them',
    gift: 'Gift',
    card: 'Card fee',
    platform: 'Ajo keeps',
    owner: 'The campaign receives',
  },
}
