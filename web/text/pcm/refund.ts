import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { refundText as english } from '../refund.ts'

export const refundText: Translation<typeof english> = {
  request: {
    title: 'Refund this donation',
    back: 'Go back to the donation',
    intro: `You fit ask for refund within ${formatDuration(terms.donorRefund)} after you pay.`,
    donated: 'You donate',
    fee: 'Fee of the payment people, wey we no fit refund',
    refunded: 'Your refund',
    delayed: `We dey check big refund first, so we go send am after ${formatDuration(terms.delayedRefund)}.`,
    arrival: 'E go enter the card or account wey you take pay within 3 to 10 working days.',
    reason: 'Why you want make we refund you? (if you wan talk am)',
    send: 'Request the refund',
    sent: 'We don see your request. The details dey your email.',
    needsLink:
      'Person fit forward receipt, so we go send you link for email wey you go take ask for the refund.',
    mailLink: 'Send me the link for email',
    mailed: 'We don send you link for email. Open am to ask for the refund.',
    closed: 'You no fit refund this donation here again.',
    help: 'If campaign deceive you, or person use your card without your permission, read our refund policy.',
    policy: 'Refund policy',
  },
  account: {
    title: 'Where make we send your refund?',
    intro: (sum, campaign) =>
      `We no fit refund ${sum} from your donation to ‘${campaign}’ enter the card or account wey you take pay. Give us bank account wey dey your own name.`,
    caution: 'We no dey ever ask for your card number, PIN, USSD PIN or password.',
    bank: 'Bank',
    number: 'Account number',
    check: 'Check the account',
    confirm: (holder) =>
      `Na ${holder} get this account. Make the refund of your donation go there?`,
    send: 'Yes, send the refund',
    change: 'No, change the account',
    done: 'Thank you. We dey send your refund to this bank account. E go reach within few working days.',
    home: 'Go to Ajo',
  },
}
