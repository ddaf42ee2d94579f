import type { Translation } from '#shared/translation.ts'

import type { receiptText as english } from '../receipt.ts'

export const receiptText: Translation<typeof english> = {
  number: 'Receipt number',
  returned: 'Wetin go back',
  pdf: 'Download the receipt as PDF',
  check: 'Check this receipt',
  checkHint: 'Send this link to anybody wey need see say the receipt na correct one.',
  resend: 'Send am to my email again',
  sent: 'The receipt dey come to the address wey you give.',

  verify: {
    title: 'Check receipt',
    intro:
      'Type the code wey dem print for the PDF of the receipt: 20 letters and numbers, no be the receipt number.',
    code: 'Code',
    submit: 'Check am',
    standings: {
      valid: {
        title: 'This receipt na correct one',
        text: 'The gift don reach, and nothing go back.',
      },
      'partly-refunded': {
        title: 'Na correct one, but some part don go back',
        text: 'The gift reach. Some part of am don go back to the person wey give am.',
      },
      refunded: {
        title: 'E don go back',
        text: 'The receipt correct when we make am, but the gift don go back to the person wey give am. E no stand again.',
      },
      disputed: {
        title: 'Na correct one, but question dey',
        text: 'The gift reach, but the bank dey look the matter. Abeg check again later.',
      },
      broken: {
        title: 'No trust this receipt',
        text: 'Wetin we keep no match wetin we sign. Abeg tell our support.',
      },
      unknown: {
        title: 'This kind receipt no dey',
        text: 'No receipt of Ajo get this code. Abeg check every letter and number. If you type am the way dem print am, no trust the receipt.',
      },
    },
    test: 'Na test payment: no real money move.',
    number: 'Receipt number',
    amount: 'Amount',
    returned: 'Wetin go back since',
    campaign: 'Who dem give',
    given: 'The day dem give am',
    compare: 'Everything here must match the receipt.',
    yourself: 'Check am by yourself, no need trust this page',
    yourselfIntro:
      'We sign the receipt. With the three files here and the program openssl, anybody fit check am, today and for years wey dey come.',
    files: { text: 'Wetin we sign', signature: 'The signature', key: 'The public key' },
    another: 'Check another receipt',
  },

  statement: {
    title: 'Statement for the year',
    subtitle: (year: number) => `Wetin you give for ${year}, minus wetin go back.`,
    link: 'Statement for the year',
    years: 'Years',
    caption: (year: number) => `Gifts for ${year}`,
    given: 'Wetin you give',
    toGiven: 'See wetin you give',
    returned: 'Wetin go back',
    kept: 'Wetin you give, minus wetin go back',
    date: 'Date',
    number: 'Receipt',
    campaign: 'Campaign',
    pdf: 'Download am as PDF',
    test: 'Na test payments: no real money move.',
    none: (year: number) => `No gift for ${year}`,
    noneHint: 'Gifts wey you make when you don log in go show here once dem reach.',
    failed: 'We no fit load your statement',
    loading: 'We dey load your statement',
  },
}
