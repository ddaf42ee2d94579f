import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'

/**
 * Refunds that a person requested, and refunds of the person's donations. The bank account is the donor's, so that an organiser who
 * requested the refund does not get it. It is shown by its last four digits.
 */
export async function listOwnRefunds(
  queries: Queries,
  sealing: Pick<Sealing, 'open'>,
  uid: string,
) {
  const refunds = await queries.rows(
    refundRow,
    sql`select refund.campaign_id as "campaignId", requested_by as "requestedBy", refund.amount_kobo as "amountKobo",
          withheld_fee_kobo as "withheldFeeKobo", reason, refund.state, refund.created_at as "createdAt",
          account.bank_id as "bankId", account.account_number_sealed as "accountNumberSealed"
        from refund
        join donation on donation.campaign_id = refund.campaign_id and donation.id = refund.donation_id
        left join refund_bank_account account on donation.donor_uid = ${uid}
          and account.campaign_id = refund.campaign_id and account.refund_id = refund.id
        where requested_by_uid = ${uid} or donation.donor_uid = ${uid} order by refund.created_at, refund.id`,
  )
  return refunds.map(({ bankId, accountNumberSealed, ...refund }) => ({
    ...refund,
    bankAccount: accountNumberSealed && {
      bankId,
      last4: sealing.open('refund-account', accountNumberSealed).slice(-4),
    },
  }))
}

const refundRow = z.object({
  campaignId: z.string(),
  requestedBy: z.string(),
  amountKobo: z.int(),
  withheldFeeKobo: z.int(),
  reason: z.string(),
  state: z.string(),
  createdAt: z.date(),
  bankId: z.nullable(z.int()),
  accountNumberSealed: z.nullable(z.instanceof(Buffer)),
})
