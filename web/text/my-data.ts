/** The pages on which donors without an account get and erase their data. */
export const myDataText = {
  title: 'My data',
  policy: 'Did you donate without an account? See them, and download or erase your data, here:',
  link: {
    toDonations: 'Back to my donations',
    found: (donations: string) =>
      `Donations with your email address and without an account: ${donations}`,
    download: 'Download my data',
    downloadHint: 'A JSON file with everything we keep about you. This link downloads it once.',
    downloaded: 'This link has downloaded your data. Request a new link to download it again.',
    erase: 'Erase my data',
    eraseHint:
      'We delete your name, address and messages, and the emails we sent you. The amounts stay in our accounts, without you.',
    question:
      'Erase your data for good? We can’t email receipts or write to you about these donations afterwards. Receipts that you saved stay valid.',
    confirm: 'Yes, erase my data',
    back: 'No, keep it',
    erased:
      'Your data is erased. The amounts of your donations stay in our accounts, without your name and address.',
    held: 'Your data can’t be erased yet. Nothing was erased.',
    expired: (duration: string) => `This link is not valid. It works for ${duration} and once.`,
    again: 'Request a new link',
    home: 'Go to Ajo',
  },
}
