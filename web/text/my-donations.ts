import { plural } from './plural.ts'

/** What a person gave: the pages of guests, and the tab 'Given' of accounts. */
export const myDonationsText = {
  title: 'My donations',
  request: {
    intro:
      'Did you donate without an account? We’ll email you a link to your donations. You can see their status and receipts, request a refund, and download or erase your data.',
    account: 'Do you have an account?',
    logIn: 'See the donations of your account',
    email: 'Email address of your donations',
    send: 'Email me the link',
    sent: (duration: string) =>
      `If donations were made with this address and without an account, a link is on its way to it. The link works for ${duration}.`,
  },
  link: {
    intro: 'Donations with your email address and without an account, newest first.',
    caption: 'Your donations, newest first',
    none: 'There are no donations with your email address and without an account.',
    expired: (duration: string) => `This link is not valid. It works for ${duration}.`,
    again: 'Request a new link',
    pages: 'Pages',
    next: 'Next page',
    first: 'Back to the first page',
    statement: (year: number) => `${year} (PDF)`,
    accountTitle: 'Keep your donations in one place',
    accountText:
      'Create an account with the same email address and confirm it. You can then add these donations to it.',
    signUp: 'Create account',
    data: 'Download or erase my data',
  },
  row: {
    receipt: (number: string) => `Receipt ${number}`,
    open: 'Open donation',
    refund: 'Request a refund',
  },
  claim: {
    title: 'Add your earlier donations',
    text: (count: number) =>
      plural(count, {
        one: '1 donation was made with your email address while you were not logged in.',
        other: (counted) =>
          `${counted} donations were made with your email address while you were not logged in.`,
      }),
    button: 'Add to my donations',
    done: (count: number) =>
      plural(count, {
        one: '1 donation added.',
        other: (counted) => `${counted} donations added.`,
      }),
  },
  loading: 'Loading your donations',
  failed: 'We couldn’t load what you gave.',
}
