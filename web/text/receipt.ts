/** Labels of the receipt, its verification and the yearly statement. */
export const receiptText = {
  number: 'Receipt number',
  refunded: 'Refunded',
  pdf: 'Download receipt (PDF)',
  verifyLink: 'Verify this receipt',
  verifyHint: 'Share this link with anyone who needs to confirm your receipt is real.',
  resend: 'Email it to me again',
  sent: 'We’ve emailed the receipt to you again.',

  company: {
    open: 'Receipt for a company',
    hint: 'We print both on this copy of the receipt and don’t store them.',
    name: 'Company name',
    tin: 'Tax Identification Number (TIN)',
    tinHint: '8 to 14 digits',
    submit: 'Download with company (PDF)',
  },

  verify: {
    title: 'Verify a receipt',
    intro: 'Enter the 20-character code printed on the PDF receipt (not the receipt number).',
    code: 'Code',
    submit: 'Verify',
    results: {
      valid: {
        title: 'This receipt is genuine',
        text: 'The donation was received and has not been refunded.',
      },
      'partly-refunded': {
        title: 'Genuine, partly refunded',
        text: 'The donation was received. Part of it has since been refunded.',
      },
      refunded: {
        title: 'Refunded',
        text: 'This receipt was genuine, but the donation has since been refunded.',
      },
      disputed: {
        title: 'Genuine, under dispute',
        text: 'The donation was received, but the donor’s bank is disputing it. Please check again later.',
      },
      broken: {
        title: 'Do not rely on this receipt',
        text: 'Our record doesn’t match the signed receipt or its proof. Please contact support.',
      },
      unknown: {
        title: 'Receipt not found',
        text: 'No Ajo receipt has this code. Check every letter and digit. If the code is exactly as printed, do not rely on this receipt.',
      },
    },
    test: 'Test payment. No real money was charged.',
    number: 'Receipt number',
    amount: 'Amount',
    refunded: 'Refunded',
    campaign: 'Campaign',
    donatedOn: 'Donated on',
    compare: 'Check that these details match the receipt you were given.',
    yourself: 'Verify it yourself',
    yourselfIntro:
      'This receipt is digitally signed. Anyone can verify it with OpenSSL and the three files below.',
    files: { text: 'Signed text', signature: 'Signature', key: 'Public key' },
    log: {
      title: 'In the transparency log',
      server: (entry: string, size: string) =>
        `Our server checked the proof: this donation is entry ${entry} of ${size} in Ajo’s public log. A browser with JavaScript checks it again.`,
      proved: (entry: string, size: string) =>
        `Your browser checked the proof: this donation is entry ${entry} of ${size} in Ajo’s public log, and the log’s key signed it.`,
      unsupported: (entry: string, size: string) =>
        `Our server checked the proof: this donation is entry ${entry} of ${size} in Ajo’s public log. This browser is too old to check it again.`,
      failed: 'The proof is wrong. Do not rely on this receipt, and please tell us.',
      waiting: 'The transparency log has no proof for this donation, or not yet.',
      limits:
        'The page and the log’s key come from Ajo. To rely on neither, check the file with another program and a key that you kept.',
      download: 'Download the proof',
    },
    another: 'Verify another receipt',
  },

  statement: {
    title: 'Yearly statement',
    subtitle: (year: number) => `Your donations in ${year}, minus refunds.`,
    years: 'Years',
    caption: (year: number) => `Donations in ${year}`,
    donated: 'Donated',
    donationsLink: 'See your donations',
    refunded: 'Refunded',
    net: 'Net donated',
    date: 'Date',
    number: 'Receipt',
    campaign: 'Campaign',
    pdf: 'Download PDF',
    test: 'Test payments. No real money was charged.',
    none: (year: number) => `No donations in ${year}`,
    noneHint: 'Donations of your account appear here.',
    failed: 'We couldn’t load your statement.',
    loading: 'Loading your statement',
  },
}
