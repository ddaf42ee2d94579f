import type { Translation } from '#shared/translation.ts'

import type { myDonationsText as english } from '../my-donations.ts'
import { plural } from '../plural.ts'

export const myDonationsText: Translation<typeof english> = {
  title: 'My donations',
  request: {
    intro:
      'You donate without account? We go email you link to your donations. You go see how dem dey and their receipts, ask for refund, and download or erase your data.',
    account: 'You get account?',
    logIn: 'See the donations wey your account make',
    email: 'Email address wey you take donate',
    send: 'Email me the link',
    sent: (duration) =>
      `If this address don donate without account, link dey come meet am. The link go work for ${duration}.`,
  },
  link: {
    intro: 'Donations wey your email address make without account, newest ones first.',
    caption: 'Your donations, newest ones first',
    none: 'No donation dey with your email address without account.',
    expired: (duration) => `This link no dey valid. E dey work for ${duration}.`,
    again: 'Ask for new link',
    pages: 'Pages',
    next: 'Next page',
    first: 'Go back to the first page',
    statement: (year) => `${year} (PDF)`,
    accountTitle: 'Keep your donations for one place',
    accountText:
      'Create account with the same email address and confirm am. After, you fit add these donations to am.',
    signUp: 'Create account',
    data: 'Download my data or erase am',
  },
  row: {
    receipt: (number) => `Receipt ${number}`,
    open: 'Open donation',
    refund: 'Ask for refund',
  },
  claim: {
    title: 'Add the donations wey you make before',
    text: (count) =>
      plural(count, {
        one: 'Your email address make 1 donation when you never log in.',
        other: (counted) => `Your email address make ${counted} donations when you never log in.`,
      }),
    button: 'Add am to my donations',
    done: (count) =>
      plural(count, {
        one: 'We don add 1 donation.',
        other: (counted) => `We don add ${counted} donations.`,
      }),
  },
  loading: 'Your donations dey load',
  failed: 'We no fit load wetin you give.',
}
