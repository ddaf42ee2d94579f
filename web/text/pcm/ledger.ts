import type { Translation } from '#shared/translation.ts'

import type { ledgerText as english } from '../ledger.ts'

export const ledgerText: Translation<typeof english> = {
  link: 'All donation and refund',
  title: 'Public ledger',
  intro:
    'Every donation, refund and payout for this campaign, without any name. The last total na the amount wey dey the campaign page.',
  caption: (title: string) => `Ledger entries of ${title}`,
  empty: 'Nothing dey here yet.',
  back: 'Go back to the campaign',
  first: 'First entries',
  next: 'Next entries',
  csv: 'Download everything (CSV)',
  json: 'Read am as JSON',
  log: 'Transparency log',
  waiting: 'e dey come',
  columns: {
    place: 'No.',
    day: 'Day',
    kind: 'Entry',
    raised: 'Raised',
    total: 'Total wey enter',
    owner: 'Organiser',
    platform: 'Ajo',
    provider: 'Payment fee',
    paidOut: 'Don pay out',
    leaf: 'No. for the log',
  },
  sums: 'Totals',
  undone: {
    refund: 'Refund wey no work',
    chargeback: 'Lost dispute wey come back',
    bank_reversal: 'Bank return am',
  },
  kinds: {
    genesis: 'Where the log start',
    charge: 'Donation',
    fee: 'Payment fee wey dem correct',
    refund: 'Refund',
    chargeback: 'Dispute wey we lose',
    bank_reversal: 'Bank take am back',
    payout: 'Organiser don collect',
    spending: 'Spending',
    deduction: 'Payment people comot am',
    hold: 'Payouts wey dey wait',
    release: 'Payouts wey fit go',
    write_off: 'Ajo carry the loss',
    platform_payout: 'Ajo don collect',
    write_off_undo: 'Ajo no carry the loss again',
    unidentified: 'Payment wey dey wait: e no match any donation',
  },
}
