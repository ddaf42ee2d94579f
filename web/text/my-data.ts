/** The pages on which donors without an account get and erase their data. */
export const myDataText = {
  title: 'My data',
  policy: 'Did you donate without an account? Download or erase your data here:',
  request: {
    intro:
      'Did you donate without an account? We’ll email you a link to download or erase what we keep about you.',
    account: 'Do you have an account? Log in and open Settings to download or erase all your data.',
    logIn: 'Log in',
    email: 'Email address of your donations',
    send: 'Email me the link',
    sent: (duration: string) =>
      `If donations were made with this address and without an account, a link is on its way to it. The link works for ${duration}.`,
  },
  link: {
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
