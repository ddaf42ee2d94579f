/** Labels around the policies. `{terms}` and the like stand for a link to that policy. */
export const policyText = {
  version: (version: string, day: string) => `Version ${version}, valid from ${day}`,
  /** Shown in the other languages only. */
  inEnglish: '',
  contact: 'Still have a question? Write to us:',
  pages: 'Help and policies',
  names: {
    terms: 'Terms of service',
    privacy: 'Privacy policy',
    fees: 'Fees',
    help: 'Help',
    refunds: 'Refunds',
  },
  agreement: 'I agree to the {terms} and {privacy}',
  donating: 'By donating you agree to our {terms}, {fees}, {refunds} and {privacy}.',
  examples: {
    caption: 'Fees on three donations',
    donation: 'Donation',
    card: 'Card fee',
    platform: 'Ajo fee',
    owner: 'The campaign receives',
  },
}
