import type { Translation } from '#shared/translation.ts'

import type { adminMoneyText as english } from '../admin-money.ts'

export const adminMoneyText: Translation<typeof english> = {
  differences: {
    caption: 'Where the ledger and the payment people no agree, open ones first',
    none: 'The ledger and the payment people agree',
    noneHint:
      'Every night we dey compare the ledger with the payments, refunds, disputes and settlements of the payment people. Wetin no agree go show here.',
    kind: 'Difference',
    ours: 'Ledger',
    theirs: 'Payment people',
    nothing: 'nothing',
    since: 'Since',
    lastSeen: 'Last time we see am',
    state: 'State',
    open: 'open',
    acknowledge: 'Acknowledge',
    acknowledgeOne: (kind, key) => `Acknowledge: ${kind}, ${key}`,
    acknowledged: 'We don note the difference.',
    kinds: {
      'entry-without-payment': 'E dey ledger, but the payment people no collect am',
      'payment-without-entry': 'The payment people collect am, but e no dey ledger',
      'payment-differs': 'The payment no match',
      'fee-differs': 'The fee no match',
      'date-differs': 'The date no match',
      'entry-without-refund': 'Refund dey ledger, but payment people no get am',
      'refund-without-entry': 'Payment people get the refund, but e no dey ledger',
      'refund-without-request': 'Refund wey nobody request for Ajo',
      'entry-without-dispute': 'Lost dispute dey ledger, but payment people no get am',
      'dispute-without-entry': 'Payment people get lost dispute, but e no dey ledger',
      'settlement-differs': 'The settlement and the ledger no match',
      'deduction-unexplained': 'Dem comot money without refund or dispute',
      'deduction-without-entry': 'The balance change, but ledger no get am',
      'unreadable-row': 'Row from payment people wey we no fit read',
    },
    failingCaption: 'Things wey dey fail while others dey go on',
    item: 'Item',
    attempts: 'How many times',
    next: 'Next time',
  },

  exposure: {
    total: (amount) => `Wetin Ajo fit lose: ${amount}`,
    caps: ({ perCampaign, perOwner, inTotal }) =>
      `Refunds go wait if e pass ${perCampaign} for one campaign, ${perOwner} for one organiser or ${inTotal} for all campaigns.`,
    caption: 'Campaigns wey get refunds or disputes, the highest first',
    campaign: 'Campaign',
    receivable: 'Wetin the organiser owe',
    undeducted: 'Wetin dem never comot',
    open: 'Refunds and disputes wey dey go on',
    available: 'Wetin dem never pay out',
    exposure: 'Wetin Ajo fit lose',
    writeOff: 'Write off',
    writeOffOne: (amount, campaign) => `Write off ${amount} for ${campaign}`,
    writtenOff: 'We don write am off.',
    holdsCaption: 'Payouts wey dey on hold, and requests',
    state: 'State',
    states: {
      requested: 'we don request am',
      'in-force': 'e dey on hold since',
      failed: 'e no dey on hold',
    },
    seen: 'Wetin payment people show',
    notSeen: 'we never check am',
    checked: 'When we check am',
  },
}
