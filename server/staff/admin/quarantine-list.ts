import * as z from 'zod/mini'

import { kobo, type Kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { QuarantinedPayment } from '#shared/admin.ts'

import { asUuid, sql } from '../../platform/database/sql.ts'
import type { PaymentDeps } from '../../money/ledger/entries/ledger-deps.ts'

/** Fields are optional because quarantined refunds and disputes carry fewer facts than payments. */
const factsSchema = z.object({
  amount: z.nullish(koboSchema),
  currency: z.nullish(z.string()),
  mode: z.nullish(z.string()),
  subAccountCode: z.nullish(z.string()),
})
const seenSchema = z.extend(factsSchema, { status: z.nullish(z.string()) })

const rowSchema = z.object({
  id: z.string(),
  mode: z.string(),
  state: z.enum(['open', 'refunding']),
  reason: z.string(),
  reference: z.string(),
  transactionId: z.int(),
  campaignId: z.nullable(z.string()),
  donationId: z.nullable(z.string()),
  at: z.date(),
  campaign: z.nullable(z.string()),
  expected: z.nullable(factsSchema),
  seen: seenSchema,
  /** A bank decides about the payment. */
  isDisputed: z.boolean(),
  /** Kobo that lost disputes returned; null if the provider names no amount. */
  lost: z.nullable(z.int()),
})
/** A quarantined payment that no admin has resolved. */
export type QuarantinedRow = z.output<typeof rowSchema>

const columns = sql`
  quarantined.id, quarantined.mode, quarantined.state, quarantined.reason, quarantined.reference,
  quarantined.transaction_id as "transactionId", quarantined.campaign_id as "campaignId",
  quarantined.donation_id as "donationId", quarantined.created_at as at, donation.campaign_title as campaign,
  quarantined.expected, quarantined.seen, disputes."isDisputed", disputes.lost`
const unresolved = sql`
  from quarantined_payment quarantined
  left join donation on donation.campaign_id = quarantined.campaign_id and donation.id = quarantined.donation_id
  cross join lateral (
    select coalesce(bool_or(status not in ('resolved', 'archived')), false) or exists (
        select from quarantined_payment dispute
        where dispute.mode = quarantined.mode and dispute.transaction_id = quarantined.transaction_id
          and dispute.reason like 'dispute %' and dispute.state = 'open') as "isDisputed",
      case when not coalesce(bool_or(is_lost and refund_kobo is null), false)
        then coalesce(sum(refund_kobo) filter (where is_lost), 0)::bigint end as lost
    from (
      select *, status in ('resolved', 'archived') and resolution in ('merchant-accepted', 'auto-accepted') as is_lost
      from provider_dispute dispute
      where dispute.campaign_id = quarantined.campaign_id and dispute.donation_id = quarantined.donation_id
        and dispute.mode = quarantined.mode
        and coalesce(dispute.transaction_id, quarantined.transaction_id) = quarantined.transaction_id) dispute) disputes
  where quarantined.resolved_at is null`

export function findQuarantined({ database }: Pick<PaymentDeps, 'database'>, id: string) {
  return database.row(
    rowSchema,
    sql`select ${columns} ${unresolved} and quarantined.id = ${asUuid(id)}::uuid`,
  )
}

/** Up to 100 unresolved payments, oldest first. */
export async function listQuarantined({
  database,
  payments,
}: Pick<PaymentDeps, 'database' | 'payments'>): Promise<QuarantinedPayment[]> {
  const rows = await database.rows(
    rowSchema,
    sql`select ${columns} ${unresolved} order by quarantined.created_at, quarantined.id limit 100`,
  )
  return rows.map((row) => {
    const { id, state, reason, reference, campaign, expected, seen } = row
    return {
      id,
      state,
      reason,
      reference,
      at: row.at.toISOString(),
      campaign,
      expected: expected && toFacts(expected),
      seen: toFacts(seen),
      canCredit: canCredit(row, payments.mode),
      canRefund: getRefundableAmount(row, payments.mode) !== undefined,
    }
  })
}

const toFacts = (facts: z.output<typeof factsSchema>) => ({
  amount: facts.amount ?? null,
  currency: facts.currency ?? null,
  mode: facts.mode ?? null,
  subAccountCode: facts.subAccountCode ?? null,
})

/** Only a payment that belongs to a donation can match when the provider is asked again. */
export function canCredit({ donationId, mode, state }: QuarantinedRow, ownMode: string): boolean {
  return donationId !== null && mode === ownMode && state === 'open'
}

/**
 * What was not returned by a lost dispute. Undefined for another mode or currency, while a bank disputes the payment, and for one that is
 * counted under another reference.
 */
export function getRefundableAmount(
  { reason, seen, mode, isDisputed, lost }: QuarantinedRow,
  ownMode: string,
): Kobo | undefined {
  const isOwn = mode === ownMode && seen.mode === ownMode && seen.currency === 'NGN'
  const isOnlyHere = !/^(transaction$|refund |dispute )/.test(reason)
  const left = lost === null ? 0 : (seen.amount ?? 0) - lost
  return isOwn && isOnlyHere && !isDisputed && seen.status === 'success' && left > 0
    ? kobo(left)
    : undefined
}
