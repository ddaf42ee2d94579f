import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { RefundReport } from '../ledger/provider-reversals.ts'
import type { ProviderRefund } from '../../providers/payments/refunds.ts'
import { findOwn, findUnnamed, listLiving } from './own-refund.ts'
import type { RefundDeps } from './refund-deps.ts'
import type { RefundRow } from './refund-rows.ts'

/** All refunds of the payment, as the provider reports them. */
export type PaymentRefunds = { refunds: ProviderRefund[]; askedAt: Date }

/** Looks for the refund that an earlier call made. Undefined if the provider does not show it. */
export async function findAtProvider(
  deps: RefundDeps,
  refund: RefundRow,
  transactionId: number,
): Promise<RefundReport | undefined> {
  return findAmong(deps, refund, await listAtProvider(deps, refund, transactionId))
}

/** The list of the payment, and those that only a webhook or another list has shown so far. */
export async function listAtProvider(
  { database, payments, now }: RefundDeps,
  { campaignId, id, donationId, mode }: RefundRow,
  transactionId: number,
): Promise<PaymentRefunds> {
  const askedAt = now()
  const refunds = await payments.refunds.listForTransaction(transactionId)
  const listed = refunds.map(({ refundId }) => refundId)
  const reported = await database.rows(
    z.object({ refundId: z.int() }),
    sql`select refund_id as "refundId" from provider_refund
        where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode}
          and starts_with(merchant_note, ${`Ajo ${id}`}) and refund_id <> all(${listed}::bigint[])`,
  )
  for (const { refundId } of reported) {
    const found = await payments.refunds.find(refundId)
    if (found) refunds.push(found)
  }
  return { refunds, askedAt }
}

const takenSchema = z.object({ refundId: z.nullable(z.int()), id: z.string(), at: z.date() })

export async function findAmong(
  { database, log }: RefundDeps,
  refund: RefundRow,
  { refunds, askedAt }: PaymentRefunds,
): Promise<RefundReport | undefined> {
  const living = listLiving(refund, refunds)
  if (living.length > 1)
    log.error(
      { refund: refund.id, refundIds: living.map(({ refundId }) => refundId) },
      'the provider has a refund twice',
    )
  const own = findOwn(refund, refunds)
  if (own) return { refund: own, askedAt }
  const known = await database.rows(
    takenSchema,
    sql`select refund_id as "refundId", id, created_at as at from refund
        where campaign_id = ${refund.campaignId} and donation_id = ${refund.donationId}`,
  )
  const taken = new Set(known.flatMap(({ refundId }) => refundId ?? []))
  const requestedAt = known.find(({ id }) => id === refund.id)?.at
  const call = requestedAt && { amount: refund.amount, requestedAt }
  const unnamed = call && findUnnamed(call, refunds, taken)
  return unnamed && { refund: unnamed, askedAt }
}
