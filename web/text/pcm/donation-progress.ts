import type { Translation } from '#shared/translation.ts'

import type { donationProgressText as english } from '../donation-progress.ts'

export const donationProgressText: Translation<typeof english> = {
  title: 'Where your donation dey',
  received: 'E don enter',
  payout: {
    waiting: 'Dem never pay am out',
    'on-hold': 'Payout dey on hold',
    'on-its-way': 'Payout dey come',
    failed: 'Payout fail',
    'paid-out': 'Dem don pay am out',
  },
  explained: {
    waiting: 'Payout to the organiser dey start the next working day most times.',
    'on-hold': 'Payouts of this campaign dey on hold, so your money never reach the organiser.',
    'on-its-way': 'The payment people don start to pay the organiser.',
    failed: 'The organiser bank no gree take the payout. Dem go try am again.',
    'paid-out': 'Na the payment people report am, after dem remove the fees.',
  },
  paidOutTo: (date, last4) => `${date}, enter the account wey end with ${last4}`,
  paidOutOn: (date) => `${date}, enter the organiser bank account`,
  paidOut: 'E enter the organiser bank account',
  refundedFirst: 'We refund am before dem pay am out.',
  refund: (amount) => `Refund of ${amount}`,
  fee: (amount) => `The payment people keep their fee of ${amount}.`,
  reason: (reason) => `Why: ${reason}`,
  requestedBy: {
    owner: 'Na the organiser ask for am',
    admin: 'Na Ajo ask for am',
    donor: 'Na the donor ask for am',
    cancellation: 'Dem cancel the campaign',
  },
  states: {
    requested: 'Dem don ask for am',
    held: 'E dey wait make we send am',
    sent: 'We don send am give the payment people',
    known: 'The payment people don accept am. Bank dey take 3 to 10 working days.',
    'needs-attention': 'E need the donor bank account. We don email the donor.',
    failed: 'E fail for the payment people side. We go try again.',
    processed: 'The payment people don refund am',
    'given-up': 'We no fit make am. Our team dey look am.',
  },
}
