import { kobo } from '#shared/money.ts'
import type { Transaction } from '#shared/donation.ts'

import { csvLine, csvNaira, csvStart } from '../http/csv.ts'

const header = [
  'Date',
  'Contributor',
  'Amount (NGN)',
  'Sent back (NGN)',
  'Status',
  'Campaign',
  'Number',
]

/** Transactions for a spreadsheet, line by line as they come. */
export async function* transactionsCsv(
  transactions: AsyncIterable<Transaction>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(header)
  for await (const {
    createdAt,
    contributor,
    amount,
    returned,
    status,
    campaign,
    id,
  } of transactions)
    yield csvLine([
      createdAt,
      contributor,
      csvNaira(amount),
      csvNaira(returned ?? kobo(0)),
      status,
      campaign.title,
      id,
    ])
}
