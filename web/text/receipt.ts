/** What a donor keeps: the receipt, its check by others, and the statement of a year. */
export const receiptText = {
  number: 'Receipt number',
  returned: 'Sent back',
  pdf: 'Download the receipt (PDF)',
  check: 'Check this receipt',
  checkHint: 'Send this link to whoever should see that the receipt is genuine.',
  resend: 'Send it to my email again',
  sent: 'The receipt is on its way to the address that you gave with it.',

  verify: {
    title: 'Check a receipt',
    intro:
      'Type the code printed on the PDF of the receipt: 20 letters and digits, not the receipt number.',
    code: 'Code',
    submit: 'Check',
    standings: {
      valid: {
        title: 'This receipt is genuine',
        text: 'The gift arrived, and nothing of it was sent back.',
      },
      'partly-refunded': {
        title: 'Genuine, but part was sent back',
        text: 'The gift arrived. Part of it has been sent back to the donor since.',
      },
      refunded: {
        title: 'Sent back since',
        text: 'The receipt was genuine when it was made, but the gift has been sent back to the donor. It is no longer valid.',
      },
      disputed: {
        title: 'Genuine, and disputed',
        text: 'The gift arrived, but the donor’s bank is looking into it. Please check again later.',
      },
      broken: {
        title: 'Do not rely on this receipt',
        text: 'Our copy differs from what was signed. Please tell our support.',
      },
      unknown: {
        title: 'No such receipt',
        text: 'No Ajo receipt has this code. Please check every letter and digit. If you typed it as printed, do not rely on the receipt.',
      },
    },
    test: 'A test payment: no real money moved.',
    number: 'Receipt number',
    amount: 'Amount',
    returned: 'Sent back since',
    campaign: 'Given to',
    given: 'Given on',
    compare: 'All of this must match the receipt.',
    yourself: 'Check it without trusting this page',
    yourselfIntro:
      'The receipt is signed. With the three files below and the program openssl anybody can check that, now and in years to come.',
    files: { text: 'What was signed', signature: 'The signature', key: 'The public key' },
    another: 'Check another receipt',
  },

  statement: {
    title: 'Yearly statement',
    subtitle: (year: number) => `Your gifts of ${year}, less what was sent back.`,
    link: 'Yearly statement',
    years: 'Years',
    caption: (year: number) => `Gifts of ${year}`,
    given: 'Given',
    toGiven: 'See what you gave',
    returned: 'Sent back',
    kept: 'Net given',
    date: 'Date',
    number: 'Receipt',
    campaign: 'Campaign',
    pdf: 'Download as PDF',
    test: 'Test payments: no real money moved.',
    none: (year: number) => `No gifts in ${year}`,
    noneHint: 'Gifts that you make while you are logged in are listed here once they have arrived.',
    failed: 'Could not load your statement',
    loading: 'Loading your statement',
  },
}
