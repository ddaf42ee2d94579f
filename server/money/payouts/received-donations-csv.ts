import type { ReceivedDonation } from '#shared/payouts.ts'

import { csvLine, csvNaira, csvStart } from '../../platform/http/csv.ts'

const header = [
  'Date',
  'Donor',
  'Email',
  'Amount (NGN)',
  'Refunded (NGN)',
  'Payment fee (NGN)',
  'Platform (NGN)',
  'Net (NGN)',
  'Status',
  'Payout',
  'Paid out',
  'Message',
  'Number',
]

/** Streams the donations of a campaign as a spreadsheet. */
export async function* receivedDonationsCsv(
  donations: AsyncIterable<ReceivedDonation>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(header)
  for await (const donation of donations)
    yield csvLine([
      donation.createdAt,
      donation.donor,
      donation.email ?? '',
      csvNaira(donation.amount),
      csvNaira(donation.reversed),
      csvNaira(donation.fee),
      csvNaira(donation.platform),
      csvNaira(donation.net),
      donation.status,
      donation.settlement,
      donation.settledAt ?? '',
      donation.message,
      donation.id,
    ])
}
