import * as z from 'zod/mini'

import type { FoundDonation } from '#shared/console.ts'
import { paymentModes } from '#shared/donation.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../../../money/donations/donation-status.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

export type ConsoleDeps = { database: Queries; sealing: Pick<Sealing, 'open' | 'fingerprint'> }

export const foundDonationSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  campaignId: z.string(),
  title: z.string(),
  donor: z.string(),
  emailSealed: z.instanceof(Buffer),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
})

export const foundDonationColumns = sql`
  donation.id, donation.campaign_id as "campaignId", donation.campaign_title as title, donation.donor_name as donor,
  donation.donor_email_sealed as "emailSealed", donation.mode, donation.created_at as "createdAt", ${statusFactsColumns}`

export async function listFoundDonations(
  { database, sealing }: ConsoleDeps,
  condition: Sql,
  limit: number,
): Promise<FoundDonation[]> {
  const rows = await database.rows(
    foundDonationSchema,
    sql`select ${foundDonationColumns} from donation ${statusFactsJoins}
        where ${condition} order by donation.created_at desc, donation.id desc limit ${limit}`,
  )
  return rows.map((row) => toFoundDonation(row, sealing))
}

export function toFoundDonation(
  row: z.output<typeof foundDonationSchema>,
  sealing: ConsoleDeps['sealing'],
): FoundDonation {
  return {
    id: row.id,
    donor: row.donor,
    // An erased address is empty.
    email: sealing.open('donor-email', row.emailSealed) || null,
    amount: row.amount,
    status: row.state === 'refused' ? 'failed' : toDonationStatus(row),
    mode: row.mode,
    campaign: { id: row.campaignId, title: row.title },
    createdAt: row.createdAt.toISOString(),
  }
}
