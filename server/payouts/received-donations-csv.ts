import type { ReceivedGift } from '#shared/campaign-money.ts'

import { csvLine, csvNaira, csvStart } from '../http/csv.ts'

const header = [
  'Date',
  'Contributor',
  'Amount (NGN)',
  'Sent back (NGN)',
  'Card fee (NGN)',
  'Platform (NGN)',
  'Net (NGN)',
  'Status',
  'Settlement',
  'Settled',
  'Message',
  'Number',
]

/** The gifts of a campaign for a spreadsheet, line by line as they come. */
export async function* giftsCsv(gifts: AsyncIterable<ReceivedGift>): AsyncGenerator<string> {
  yield csvStart + csvLine(header)
  for await (const gift of gifts) yield lineOf(gift)
}

function lineOf(gift: ReceivedGift): string {
  return csvLine([
    gift.createdAt,
    gift.contributor,
    csvNaira(gift.amount),
    csvNaira(gift.returned),
    csvNaira(gift.fee),
    csvNaira(gift.platform),
    csvNaira(gift.net),
    gift.status,
    gift.settlement,
    gift.settledAt ?? '',
    gift.message,
    gift.id,
  ])
}
