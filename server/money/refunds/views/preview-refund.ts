import * as z from 'zod/mini'

import { kobo, type Kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { RefundPreview } from '#shared/refund.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DonationKey } from '../../ledger/provider-report.ts'
import type { RefundDeps } from '../refund-deps.ts'
import { findRefundable } from '../refundable-amounts.ts'

const positionRow = z.object({ available: koboSchema, platformFee: koboSchema })

type PreviewOutcome = RefundPreview | 'closed' | 'too-large'

/**
 * Who pays what if the organiser or an admin refunds this amount, or all that is left. The donor gets it in full, because the provider
 * and Ajo took their fees from the organiser's share. What the next payouts cannot cover, the organiser owes to Ajo.
 */
export async function previewRefund(
  { database, payments, canSend }: Pick<RefundDeps, 'database' | 'payments' | 'canSend'>,
  donation: DonationKey,
  wanted: Kobo | undefined,
): Promise<PreviewOutcome> {
  const refundable = await findRefundable(database, donation)
  if (refundable?.mode !== payments.mode || refundable.isDisputed) return 'closed'
  const left = kobo(Math.max(refundable.amount, 0))
  const amount = wanted ?? left
  if (left === 0) return 'closed'
  if (amount > left) return 'too-large'
  const { campaignId } = donation
  const { available, platformFee } = await findPosition(database, donation, refundable.mode)
  const fromPayouts = Math.min(amount, available)
  const problem = await canSend?.(database, {
    campaignId,
    donationId: donation.id,
    amount,
    mode: refundable.mode,
    isSent: false,
  })
  const lostFees = Math.ceil(((refundable.fee + platformFee) * amount) / refundable.charged)
  return {
    refundable: left,
    amount,
    lostFees: kobo(lostFees),
    fromPayouts: kobo(fromPayouts),
    owed: kobo(amount - fromPayouts),
    isHeld: problem !== undefined,
  }
}

/** What is due to the owner or on hold, and Ajo's fee of the donation. */
async function findPosition(
  queries: Queries,
  { campaignId, id }: DonationKey,
  mode: string,
): Promise<z.output<typeof positionRow>> {
  const position = await queries.row(
    positionRow,
    sql`select greatest(0, -coalesce(sum(payable_due_kobo + payable_held_kobo), 0))::bigint as available,
          (select coalesce(sum(platform_kobo), 0)::bigint from ledger_entry
            where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge') as "platformFee"
        from campaign_total where campaign_id = ${campaignId} and mode = ${mode}`,
  )
  if (position === undefined) throw new Error('a sum of totals returned no row')
  return position
}
