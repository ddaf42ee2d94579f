/** The admin's page of differences to the provider, and of what Ajo may lose. */
export const adminMoneyText = {
  differences: {
    caption: 'Differences between the ledger and the provider, open ones first',
    none: 'The ledger agrees with the provider',
    noneHint:
      'Every night the ledger is compared with the provider’s payments, refunds, disputes and settlements. Differences appear here.',
    kind: 'Difference',
    ours: 'Ledger',
    theirs: 'Provider',
    nothing: 'nothing',
    since: 'Since',
    lastSeen: 'Last seen',
    state: 'State',
    open: 'open',
    acknowledge: 'Acknowledge',
    acknowledgeOne: (kind: string, key: string) => `Acknowledge: ${kind}, ${key}`,
    acknowledged: 'Difference acknowledged.',
    kinds: {
      'entry-without-payment': 'In the ledger, not paid at the provider',
      'payment-without-entry': 'Paid at the provider, not in the ledger',
      'payment-differs': 'Payment differs',
      'fee-differs': 'Fee differs',
      'fee-off-rule': 'Fee is not the published one',
      'date-differs': 'Date differs',
      'entry-without-refund': 'Refund in the ledger, not at the provider',
      'refund-without-entry': 'Refund at the provider, not in the ledger',
      'refund-without-request': 'Refund that was not requested on Ajo',
      'entry-without-dispute': 'Lost dispute in the ledger, not at the provider',
      'dispute-without-entry': 'Lost dispute at the provider, not in the ledger',
      'payee-differs': 'Bank account differs from the approved one',
      'settlement-differs': 'Settlement differs from the ledger',
      'deduction-unexplained': 'Deduction without a refund or dispute',
      'deduction-without-entry': 'Change of the balance without an entry',
      'unreadable-row': 'Row of the provider that cannot be read',
    },
    failingCaption: 'Items that keep failing while others go on',
    item: 'Item',
    attempts: 'Attempts',
    next: 'Next attempt',
  },

  exposure: {
    total: (amount: string) => `Exposure: ${amount}`,
    caps: ({
      perCampaign,
      perOwner,
      inTotal,
    }: {
      perCampaign: string
      perOwner: string
      inTotal: string
    }) =>
      `Refunds wait above ${perCampaign} for a campaign, ${perOwner} for an organiser or ${inTotal} for all campaigns.`,
    caption: 'Campaigns with refunds or disputes, highest exposure first',
    campaign: 'Campaign',
    receivable: 'Owed by the organiser',
    undeducted: 'Not deducted yet',
    open: 'Refunds and disputes in progress',
    available: 'Not paid out yet',
    exposure: 'Exposure',
    writeOff: 'Write off',
    writeOffOne: (amount: string, campaign: string) => `Write off ${amount} of ${campaign}`,
    writtenOff: 'Amount written off.',
    holdsCaption: 'Payouts on hold and requests',
    state: 'State',
    states: { requested: 'requested', 'in-force': 'on hold since', failed: 'not on hold' },
    seen: 'The provider shows',
    notSeen: 'not read yet',
    checked: 'Checked',
  },
}
