import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import type { LatestReceipt } from '#shared/overview.ts'

import { sql } from '../../platform/database/sql.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../../money/donations/donation-status.ts'
import type { LedgerDeps } from '../../money/ledger/entries/ledger-deps.ts'

const summaryRow = z.object({
  given: koboSchema,
  donations: z.int(),
  campaignIds: z.array(z.string()),
})
const receiptRow = z.extend(statusFactsSchema, {
  accessCode: z.string(),
  number: z.nullable(z.string()),
  createdAt: z.date(),
  campaign: z.string(),
})

/** What an account gave. Donations that were refunded in full count no more. */
export async function summariseGiven(
  { database, mode }: LedgerDeps,
  { uid, maxCampaigns }: { uid: string; maxCampaigns: number },
): Promise<z.output<typeof summaryRow>> {
  const summary = await database.row(
    summaryRow,
    sql`with given as (
        select donation.campaign_id, donation.created_at, donation.amount_kobo - reversal.reversed as net
        from donation
        cross join lateral (
          select coalesce(-sum(raised_kobo), 0)::bigint as reversed from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
            and entry.reversal_key is not null) reversal
        where donation.donor_uid = ${uid} and donation.mode = ${mode} and donation.state = 'paid'
          and reversal.reversed < donation.amount_kobo)
      select coalesce(sum(net), 0)::bigint as given, count(*)::integer as donations,
        array(select campaign_id from given group by campaign_id
          order by max(created_at) desc limit ${maxCampaigns}) as "campaignIds"
      from given`,
  )
  if (summary === undefined) throw new Error('a sum of donations returned no row')
  return summary
}

/** The newest paid donations of an account, with the numbers of their receipts. */
export async function listLatestReceipts(
  { database, mode }: LedgerDeps,
  { uid, limit }: { uid: string; limit: number },
): Promise<LatestReceipt[]> {
  const rows = await database.rows(
    receiptRow,
    sql`select donation.access_code as "accessCode", receipt.number, donation.created_at as "createdAt",
        donation.campaign_title as campaign, ${statusFactsColumns}
      from donation
      ${statusFactsJoins}
      left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
      where donation.donor_uid = ${uid} and donation.mode = ${mode} and donation.state = 'paid'
      order by donation.created_at desc, donation.id desc limit ${limit}`,
  )
  return rows.map(({ accessCode, number, createdAt, campaign, ...facts }) => ({
    accessCode,
    number,
    donatedAt: createdAt.toISOString(),
    campaign,
    amount: facts.amount,
    status: toDonationStatus(facts),
  }))
}
