import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

/** The pages on which a donor requests a refund or names a bank account for one. */
export const refundText = {
  request: {
    title: 'Refund this donation',
    back: 'Back to the donation',
    intro: `You can request a refund within ${formatDuration(terms.donorRefund)} of paying.`,
    donated: 'You donated',
    fee: 'Payment provider’s fee, not refunded',
    refunded: 'Your refund',
    delayed: `It is a large refund, so we send it in ${formatDuration(terms.delayedRefund)} and can check it before.`,
    arrival: 'It should arrive on the card or account that you paid with in 3 to 10 working days.',
    reason: 'Why do you want a refund? (optional)',
    send: 'Request the refund',
    sent: 'We’ve received your request. The details are in your email.',
    needsLink:
      'A receipt can be forwarded, so we email you a link with which you request the refund.',
    mailLink: 'Email me the link',
    mailed: 'We’ve emailed you a link. Open it to request the refund.',
    closed: 'This donation can no longer be refunded here.',
    help: 'If a campaign deceived you, or your card was used without your permission, read our refund policy.',
    policy: 'Refund policy',
  },
  account: {
    title: 'Where should we send your refund?',
    intro: (sum: string, campaign: string) =>
      `We could not refund ${sum} of your donation to ‘${campaign}’ to the card or account that you paid with. Enter a bank account in your own name.`,
    caution: 'We never ask for your card number, PIN, USSD PIN or password.',
    bank: 'Bank',
    number: 'Account number',
    check: 'Check the account',
    confirm: (holder: string) =>
      `This account belongs to ${holder}. Should the refund of your donation go there?`,
    send: 'Yes, send the refund',
    change: 'No, change the account',
    done: 'Thank you. We are sending your refund to this bank account. It should arrive in a few working days.',
    home: 'Go to Ajo',
  },
}
