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
    transparency: 'Transparency',
  },
  agreement: 'I agree to the {terms} and {privacy}',
  donating: 'By donating you agree to our {terms}, {fees}, {refunds} and {privacy}.',
  newTerms: {
    label: 'New terms of service',
    sentence: (day: string) => `Our {terms} changed on ${day}. Please read them.`,
    accept: 'I agree',
  },
  examples: {
    caption: 'Fees on three donations',
    donation: 'Donation',
    card: 'Payment fee',
    international: 'Foreign card',
    platform: 'Ajo fee',
    owner: 'The campaign receives',
  },
}
