import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import type { RefundDeps } from './refund-deps.ts'
import type { RefundRow } from './refund-rows.ts'

const donationSchema = z.object({
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  ownerUid: z.string(),
  accessCode: z.string(),
  language: languageSchema,
  transactionId: z.int(),
})
export type DonationOfRefund = z.output<typeof donationSchema>

export async function getDonation(
  queries: Queries,
  { campaignId, donationId }: Pick<RefundRow, 'campaignId' | 'donationId'>,
): Promise<DonationOfRefund> {
  const donation = await queries.row(
    donationSchema,
    sql`select donation.donor_email_sealed as "emailSealed", donation.campaign_title as title,
          donation.owner_uid as "ownerUid", donation.access_code as "accessCode", charge.transaction_id as "transactionId",
          ${donorLanguage} as language
        from donation
        join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
          and charge.kind = 'charge'
        where donation.campaign_id = ${campaignId} and donation.id = ${donationId}`,
  )
  if (donation === undefined) throw new Error('the donation of a refund has no charge')
  return donation
}

/** A sender of a transfer who claimed no receipt has no address, nor has a donor who was erased. */
export async function hasAddress(
  { sealing }: Pick<RefundDeps, 'sealing'>,
  queries: Queries,
  refund: RefundRow,
): Promise<boolean> {
  const { emailSealed } = await getDonation(queries, refund)
  return sealing.open('donor-email', emailSealed) !== ''
}

export async function findOwner(
  { database, content }: Pick<RefundDeps, 'database' | 'content'>,
  refund: RefundRow,
) {
  const { ownerUid } = await getDonation(database, refund)
  return content.findUserByUid(ownerUid)
}
