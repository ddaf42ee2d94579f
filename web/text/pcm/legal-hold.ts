import type { Translation } from '#shared/translation.ts'

import type { legalHoldText as english } from '../legal-hold.ts'

export const legalHoldText: Translation<typeof english> = {
  titles: {
    'campaign-legal-hold': 'You no fit delete this campaign yet',
    'account-legal-hold': 'You no fit delete your account yet',
  },
  intro: 'We no delete anything. Try again when all these don finish:',
  contact: 'If you get question, abeg contact our support.',
  reasons: {
    'campaign-running':
      'You get campaign with donations wey never end. End am for the campaign page, or wait till e end.',
    'campaign-frozen':
      'We don stop donations to one campaign because of review. Read the reason for the campaign history.',
    'check-open': 'We never finish to check one campaign. You no need to do anything.',
    'dispute-open':
      'The bank of one donor dey question one donation. E go finish inside some weeks. You no need to do anything.',
    'payouts-stopped': 'We don stop payouts for one campaign. Dem go continue after the review.',
    'money-unsettled':
      'Money for one campaign never finish: we never pay am out, or you dey owe Ajo. Check the payouts of the campaign.',
    'payment-under-way': 'One donor dey pay now. Try again after one hour.',
    'refund-open': 'One refund of donation never finish. Try again after some days.',
    'own-payment-under-way': 'One payment wey you make never finish. Try again after one hour.',
    'own-dispute-open':
      'Your bank dey question one donation wey you give. Try again when your bank don decide.',
    'own-refund-open':
      'Refund of one donation wey you give never finish. Try again after some days.',
  },
}
