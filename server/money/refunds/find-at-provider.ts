import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { ProviderRefund } from '../../providers/payments/payments.ts'
import type { RefundReport } from '../ledger/provider-reversals.ts'
import type { RefundDeps } from './refund-deps.ts'
import type { RefundRow } from './refund-rows.ts'

/** All refunds of the payment, as the provider reports them. */
type PaymentRefunds = { refunds: ProviderRefund[]; askedAt: Date }

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

type Own = Pick<RefundRow, 'id' | 'attempts' | 'refundId'>

/** The note that names our refund at the provider. Amounts and times are the same for several refunds of a payment. */
export const toMerchantNote = ({ id, attempts }: Pick<Own, 'id' | 'attempts'>) =>
  `Ajo ${id}/${attempts}`

const notePattern = /\bAjo ([0-9a-f-]{36})(?:\/(\d{1,6}))?/
/** A note that the provider cut off names a refund by at least this many characters. */
const shortestNote = 'Ajo 12345678'.length

function isOwn({ id }: Own, { merchantNote }: ProviderRefund): boolean {
  const note = merchantNote?.trim() ?? ''
  if (note.length >= shortestNote && `Ajo ${id}`.startsWith(note)) return true
  return notePattern.exec(note)?.[1] === id
}

/** The refunds of all attempts that may still reach the donor, newest first. More than one is a refund that was sent twice. */
function listLiving(refund: Own, refunds: readonly ProviderRefund[]): ProviderRefund[] {
  return refunds
    .filter((each) => isOwn(refund, each) && each.status !== 'failed')
    .toSorted((one, other) => other.refundId - one.refundId)
}

/** The refund that an attempt made, also where it has failed since. */
function findOwn(refund: Own, refunds: readonly ProviderRefund[]): ProviderRefund | undefined {
  const failed = refunds.filter(
    (each) =>
      isOwn(refund, each) && each.status === 'failed' && each.refundId > (refund.refundId ?? 0),
  )
  return listLiving(refund, refunds)[0] ?? failed[0]
}

/** The provider's clock and ours may differ by this much. */
const skewMs = 15 * 60_000

/**
 * A refund without any note that the call of a refund in doubt may have made: of the same amount, not older than the request, and of no
 * other refund of ours. It is taken for ours, because a refund that is made twice cannot be taken back.
 */
function findUnnamed(
  { amount, requestedAt }: { amount: number; requestedAt: Date },
  refunds: readonly ProviderRefund[],
  taken: ReadonlySet<number>,
): ProviderRefund | undefined {
  const since = requestedAt.getTime() - skewMs
  return refunds.find(
    (each) =>
      (each.merchantNote ?? '').trim() === '' &&
      each.disputeId === null &&
      each.status !== 'failed' &&
      each.amount === amount &&
      !taken.has(each.refundId) &&
      (each.createdAt === null || each.createdAt.getTime() >= since),
  )
}
