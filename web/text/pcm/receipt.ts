import type { Translation } from '#shared/translation.ts'

import type { receiptText as english } from '../receipt.ts'

export const receiptText: Translation<typeof english> = {
  number: 'Receipt number',
  refunded: 'Refunded',
  pdf: 'Download receipt (PDF)',
  verifyLink: 'Verify this receipt',
  verifyHint: 'Share this link with anybody wey need confirm say your receipt na real one.',
  resend: 'Email am to me again',
  sent: 'We don email the receipt to you again.',

  company: {
    open: 'Receipt for company',
    hint: 'We go print the two for this copy of the receipt and we no go store dem.',
    name: 'Company name',
    tin: 'Tax Identification Number (TIN)',
    tinHint: '8 to 14 digits',
    submit: 'Download am with company (PDF)',
  },

  verify: {
    title: 'Verify receipt',
    intro: 'Put the 20-character code wey dey the PDF receipt (no be the receipt number).',
    code: 'Code',
    submit: 'Verify',
    results: {
      valid: {
        title: 'This receipt na real one',
        text: 'We receive the donation, and nobody don refund am.',
      },
      'partly-refunded': {
        title: 'Real one, but we don refund part',
        text: 'We receive the donation. We don refund part of am since then.',
      },
      refunded: {
        title: 'Refunded',
        text: 'This receipt na real one, but we don refund the donation since then.',
      },
      disputed: {
        title: 'Real one, but e get dispute',
        text: 'We receive the donation, but the donor bank dey dispute am. Abeg check again later.',
      },
      broken: {
        title: 'No trust this receipt',
        text: 'Our record no match the signed receipt or the proof. Abeg contact support.',
      },
      unknown: {
        title: 'We no see this receipt',
        text: 'No Ajo receipt get this code. Check every letter and number. If the code correct as dem print am, no trust the receipt.',
      },
    },
    test: 'Na test payment. No real money move.',
    number: 'Receipt number',
    amount: 'Amount',
    refunded: 'Refunded',
    campaign: 'Campaign',
    donatedOn: 'Donation date',
    compare: 'Check say these details match the receipt wey dem give you.',
    yourself: 'Verify am yourself',
    yourselfIntro:
      'This receipt get digital signature. Anybody fit verify am with OpenSSL and the three files below.',
    files: { text: 'Signed text', signature: 'Signature', key: 'Public key' },
    log: {
      title: 'Inside the transparency log',
      server: (entry: string, size: string) =>
        `Our server don check the proof: this donation na entry ${entry} of ${size} for Ajo public log. Browser wey get JavaScript go check am again.`,
      proved: (entry: string, size: string) =>
        `Your browser don check the proof: this donation na entry ${entry} of ${size} for Ajo public log, and the key of the log sign am.`,
      unsupported: (entry: string, size: string) =>
        `Our server don check the proof: this donation na entry ${entry} of ${size} for Ajo public log. This browser don old, e no fit check am again.`,
      failed: 'The proof no correct. No trust this receipt, and abeg tell us.',
      waiting: 'The transparency log no get proof for this donation, or e never reach.',
      limits:
        'Na from Ajo this page and the key of the log come. If you no wan trust any of dem, check the file with another program and key wey you keep.',
      download: 'Download the proof',
    },
    another: 'Verify another receipt',
  },

  statement: {
    title: 'Yearly statement',
    subtitle: (year: number) => `Your donations for ${year}, minus refunds.`,
    years: 'Years',
    caption: (year: number) => `Donations for ${year}`,
    donated: 'Donated',
    donationsLink: 'See your donations',
    refunded: 'Refunded',
    net: 'Total wey remain',
    date: 'Date',
    number: 'Receipt',
    campaign: 'Campaign',
    pdf: 'Download PDF',
    test: 'Na test payments. No real money move.',
    none: (year: number) => `No donation for ${year}`,
    noneHint: 'Donations of your account go show here.',
    failed: 'We no fit load your statement.',
    loading: 'Your statement dey load',
  },
}
