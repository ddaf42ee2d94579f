import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { type Kobo, kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { donorRefundMs } from '#shared/refund.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DonationKey } from '../ledger/provider-report.ts'
import type { RefundSettings } from './refund-deps.ts'
import type { Refundable } from './refundable-amounts.ts'

/** Large refunds wait, so that a person can look at them first. */
export const delaySeconds = toTermMs(terms.delayedRefund) / 1_000

export type DonorRefund = { amount: Kobo; fee: Kobo; isDelayed: boolean }

/**
 * What a donor gets back who regrets a donation. The provider keeps its fee, in proportion to the part that is refunded, so that
 * donating and refunding costs Ajo nothing.
 */
export function toDonorRefund(
  { charged, fee, amount: left }: Pick<Refundable, 'charged' | 'fee' | 'amount'>,
  total: Kobo,
  { donorRefundDelayAboveNaira }: Pick<RefundSettings, 'donorRefundDelayAboveNaira'>,
): DonorRefund {
  const withheld = Math.min(Math.ceil((fee * total) / charged), total)
  return {
    amount: kobo(total - withheld),
    fee: kobo(withheld),
    // Parts of a donation are no way around the delay.
    isDelayed: charged - left + total > donorRefundDelayAboveNaira * 100,
  }
}

export function isInDonorPeriod({ paidAt }: Pick<Refundable, 'paidAt'>, at: Date): boolean {
  return at.getTime() <= paidAt.getTime() + donorRefundMs
}

const personSchema = z.object({
  mode: z.enum(paymentModes),
  donorKey: z.instanceof(Buffer),
  donorUid: z.nullable(z.string()),
})
const usedSchema = z.object({ count: z.int(), sum: koboSchema })

type Asked = { donation: DonationKey; total: Kobo; at: Date; settings: RefundSettings }

/** True if the person, known by address or account, would exceed the count or the sum of a day. Locks the person until the end. */
export async function exceedsDailyCap(
  queries: Transaction,
  { donation, total, at, settings }: Asked,
): Promise<boolean> {
  const person = await queries.row(
    personSchema,
    sql`select mode, donor_key as "donorKey", donor_uid as "donorUid" from donation
        where campaign_id = ${donation.campaignId} and id = ${donation.id}`,
  )
  if (!person) return true
  const { mode, donorKey, donorUid } = person
  // Both, because another request may know the person by only one of them. The order is the same for all.
  const keys = [donorKey.toString('hex'), ...(donorUid === null ? [] : [donorUid])].toSorted()
  for (const key of keys)
    await queries.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`donor refunds ${key}`}, 0))`,
    )
  const used = await queries.row(
    usedSchema,
    sql`select count(*)::integer as count, coalesce(sum(refund.amount_kobo + refund.withheld_fee_kobo), 0)::bigint as sum
        from refund
        join donation on donation.campaign_id = refund.campaign_id and donation.id = refund.donation_id
        where refund.mode = ${mode} and refund.requested_by = 'donor' and refund.state <> 'given-up'
          and refund.created_at > ${new Date(at.getTime() - donorRefundMs)}
          and (donation.donor_key = ${donorKey} or donation.donor_uid = ${donorUid})`,
  )
  const { count, sum } = used ?? { count: 0, sum: 0 }
  return count >= settings.donorRefundsPerDay || sum + total > settings.donorRefundNairaPerDay * 100
}
