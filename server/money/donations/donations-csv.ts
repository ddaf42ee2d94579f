import type { DonationListItem } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'

import { csvLine, csvNaira, csvStart } from '../../platform/http/csv.ts'

const header = [
  'Date',
  'Contributor',
  'Email',
  'Amount (NGN)',
  'Refunded (NGN)',
  'Status',
  'Campaign',
  'Number',
]

/** Streams donations as a spreadsheet. */
export async function* donationsCsv(
  donations: AsyncIterable<DonationListItem>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(header)
  for await (const { createdAt, donor, email, amount, reversed, status, campaign, id } of donations)
    yield csvLine([
      createdAt,
      donor,
      email ?? '',
      csvNaira(amount),
      csvNaira(reversed ?? kobo(0)),
      status,
      campaign.title,
      id,
    ])
}
