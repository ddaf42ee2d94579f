import type { HoldReason } from '#shared/legal-hold.ts'

/** Why a campaign or an account cannot be deleted now, and what to do next. */
export const legalHoldText = {
  titles: {
    'campaign-legal-hold': 'This campaign can’t be deleted yet',
    'account-legal-hold': 'Your account can’t be deleted yet',
  },
  intro: 'Nothing was deleted. Try again when this is settled:',
  contact: 'If you have a question, contact our support team.',
  reasons: {
    'campaign-running':
      'You have a running campaign with donations. End it on its page, or wait until it ends.',
    'campaign-frozen':
      'Donations to a campaign are on hold for a review. Read the reason in its history.',
    'check-open': 'A check of a campaign is not finished. You don’t need to do anything.',
    'dispute-open':
      'A donor’s bank disputes a donation. It is settled within some weeks. You don’t need to do anything.',
    'payouts-stopped': 'Payouts of a campaign are on hold. They continue after the review.',
    'money-unsettled':
      'Money of a campaign is not settled: it is not paid out yet, or you owe Ajo an amount. Look at the campaign’s payouts.',
    'payment-under-way': 'A donor is paying for a donation now. Try again in an hour.',
    'refund-open': 'A refund of a donation is not finished. Try again in a few days.',
    'own-payment-under-way': 'A payment of yours is not final. Try again in an hour.',
    'own-dispute-open':
      'Your bank disputes a donation of yours. Try again when your bank has decided.',
    'own-refund-open': 'A refund of a donation of yours is not finished. Try again in a few days.',
  } satisfies Record<HoldReason, string>,
}
