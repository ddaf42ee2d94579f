import type { Translation } from '#shared/translation.ts'

import type { deletedCampaignText as english } from '../deleted-campaign.ts'

export const deletedCampaignText: Translation<typeof english> = {
  notice: 'The organiser don delete this campaign.',
  untitled: 'Campaign wey dem delete',
  description: 'Wetin donors give to one campaign wey dem delete, and wetin happen to the money.',
  explanation:
    'The story, pictures and names don go. The amounts still dey, so that donors fit see wetin happen to their money.',
  deletedOn: (day: string) => `Dem delete am on ${day}`,
  period: (start: string, end: string) => `E run from ${start} to ${end}`,
  sums: 'Amounts',
  donated: 'Donated',
  refunded: 'Refunded and disputed',
  raised: 'Raised',
  donors: 'Donors',
  ledger: 'All donation, refund and payout',
  help: 'You don give to this campaign and you get question? Abeg contact our support.',
}
