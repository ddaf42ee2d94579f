import * as z from 'zod/mini'

import { kobo, type Kobo } from '#shared/money.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { findRefundable } from '../refunds/refundable-amounts.ts'
import type { DisputeRow } from './dispute-rows.ts'

/**
 * The most that an acceptance may refund: what the provider has not refunded and no other acceptance under way refunds. Refunds of ours
 * that wait do not reduce it, because they are given up when nothing is left for them.
 */
export async function findAcceptable(
  queries: Queries,
  { id, mode, campaignId, donationId, donated }: DisputeRow,
): Promise<Kobo> {
  const refundable = await findRefundable(queries, { campaignId, id: donationId })
  if (!refundable) return findAcceptableOfQuarantined(queries, { mode, campaignId, donationId })
  const other = await queries.row(
    z.object({ waiting: z.int(), accepting: z.int() }),
    sql`select
          (select coalesce(sum(amount_kobo + withheld_fee_kobo), 0)::bigint from refund
            where campaign_id = ${campaignId} and donation_id = ${donationId}
              and state in ('requested', 'held', 'failed')) as waiting,
          (select coalesce(sum(refund_kobo), 0)::bigint from dispute_answer
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode} and dispute_id <> ${id}
              and state = 'sending') as accepting`,
  )
  const { waiting = 0, accepting = 0 } = other ?? {}
  return kobo(Math.min(donated, Math.max(0, refundable.amount + waiting - accepting)))
}

/** What was paid and not refunded of a payment that was not booked. */
async function findAcceptableOfQuarantined(
  queries: Queries,
  { mode, campaignId, donationId }: Pick<DisputeRow, 'mode' | 'campaignId' | 'donationId'>,
): Promise<Kobo> {
  const row = await queries.row(
    z.object({ left: z.int() }),
    sql`select (
          (select coalesce(max((seen ->> 'amount')::bigint), 0) from quarantined_payment
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode})
          - (select coalesce(sum(amount_kobo), 0) from provider_refund
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode} and status <> 'failed'))::bigint as left`,
  )
  return kobo(Math.max(0, row?.left ?? 0))
}
