import type { Policy } from './policy.ts'

export const help: Policy = {
  title: 'Help',
  summary: 'Answers to what people ask most.',
  version: '1.0',
  since: '2026-11-21',
  sections: [
    {
      title: 'How do I give?',
      paragraphs: [
        'Open a campaign and press “Donate”. Type an amount from ₦50.00 to ₦10,000,000.00 and your email address, and press “Pay now!”. You pay on the page of our payment provider, and come back to a receipt. You need no account.',
      ],
    },
    {
      title: 'My payment is still being confirmed',
      paragraphs: [
        'That usually takes a few seconds. You can close the page: we keep asking the payment provider, and the address of your receipt stays yours. A payment that failed is not charged.',
      ],
    },
    {
      title: 'How do I start a campaign?',
      paragraphs: [
        'Create an account, confirm your email address, and open “Campaigns”, then “Create Campaign”. There are three steps: what it is about; the story, the goal, the days and the pictures; and how to reach you and where the money goes. Your draft is saved while you type, except for the account number.',
        'A reviewer reads it before it goes public, and you get an email either way. If it is rejected, the reason is on the campaign’s page.',
      ],
    },
    {
      title: 'When does the money arrive?',
      paragraphs: [
        'The payment provider pays gifts out to the bank account that you gave with the campaign, on its own schedule. Under “Transactions” you see each gift and its state.',
      ],
    },
    {
      title: 'When does a campaign end?',
      paragraphs: [
        'When its end date begins, Lagos time. It stays readable, and takes no more gifts.',
      ],
    },
    {
      title: 'I did not get the email',
      paragraphs: [
        'Look in the spam folder. Then press “Resend Link” on the page where you asked for it. Only the newest link works: a verification link for 24 hours, a link to set a new password for 30 minutes.',
      ],
    },
    {
      title: 'Something is wrong with a campaign',
      paragraphs: [
        'Press “Report this campaign” on its page and tell us what is wrong. A reviewer looks at every report. You can also write to us.',
      ],
    },
  ],
}
