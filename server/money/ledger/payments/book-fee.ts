import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { toPostings } from '../chart/postings.ts'
import { bookEntry } from '../entries/book-entry.ts'
import type { DonationRow } from '../entries/donation-row.ts'
import type { LedgerDeps } from '../entries/ledger-deps.ts'
import { toOwnerShare } from '../entries/provider-payment.ts'
import { lockPosition } from '../entries/position-lock.ts'
import type { PaymentSource } from '../entries/provider-report.ts'

/** Books the difference between the fee and split that the provider reported last and what is booked of them. */
export async function bookFee(
  deps: LedgerDeps,
  donation: DonationRow,
  source: PaymentSource,
): Promise<void> {
  await deps.database.transaction(async (queries) => {
    // Two corrections at the same time would both see the same difference.
    await lockPosition(queries, donation)
    const { charged, fees, subAccount, booked, entries, transactionId } = await findReported(
      queries,
      donation,
    )
    const split = subAccount === null ? null : { subAccount }
    const { campaignId, mode } = donation
    const fee = (fees ?? booked.fee) - booked.fee
    const owner = toOwnerShare({ charged, fees, terms: donation, split }) - booked.owner
    if (fees === null || (fee === 0 && owner === 0)) return
    await bookEntry(deps, queries, {
      kind: 'fee',
      effectKey: `fee:${mode}:${transactionId}${entries > 0 ? `:${entries}` : ''}`,
      campaignId,
      donationId: donation.id,
      postings: toPostings.fee({ fee, owner }),
      memo: null,
      effectiveAt: deps.now(),
      source,
    })
  })
}

const reportedSchema = z.object({
  transactionId: z.int(),
  charged: z.int(),
  fees: z.nullable(z.int()),
  subAccount: z.nullable(z.int()),
  fee: z.int(),
  owner: z.int(),
  entries: z.int(),
})

async function findReported(queries: Transaction, { campaignId, id }: DonationRow) {
  const found = await queries.row(
    reportedSchema,
    sql`select known.transaction_id as "transactionId", amount_kobo as charged, fees_kobo as fees,
          split_sub_account_kobo as "subAccount", booked.*
        from provider_payment known
        cross join lateral (
          select coalesce(sum(fee_kobo), 0)::bigint as fee, coalesce(sum(owner_kobo), 0)::bigint as owner,
            (count(*) filter (where kind = 'fee'))::integer as entries
          from ledger_entry entry
          where entry.campaign_id = known.campaign_id and entry.donation_id = known.donation_id
            and entry.kind in ('charge', 'fee')) booked
        where known.campaign_id = ${campaignId} and known.donation_id = ${id}`,
  )
  if (found === undefined) throw new Error('a charged donation has no payment')
  const { fee, owner, ...payment } = found
  return { ...payment, booked: { fee, owner } }
}
