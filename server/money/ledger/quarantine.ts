import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ProviderDispute } from '../../providers/payments/disputes.ts'
import type { ProviderPayment } from '../../providers/payments/provider-payment.ts'
import type { ProviderRefund } from '../../providers/payments/refunds.ts'
import {
  type DonationRow,
  type LedgerDeps,
  type PaymentDeps,
  toOwnerShare,
} from './provider-report.ts'
import { transferTerms } from '../../providers/payments/split-terms.ts'
import { toPostings } from './chart.ts'
import { bookEntry, lockPosition } from './book-entry.ts'
import { openSweep } from '../../platform/queue/sweep.ts'

type Mismatch = {
  payment: ProviderPayment
  donation: DonationRow | undefined
  reasons: readonly string[]
}

/** A transfer that cannot be a donation. `campaign`: whose account number it was sent to. */
export type QuarantinedTransfer = {
  payment: ProviderPayment
  reason: string
  campaign: { id: string; owner: OwnerWithShare | null } | null
}
/** The organiser and the sub-account of a campaign that got the transfer's share. */
type OwnerWithShare = { uid: string; subAccountCode: string }

/** Lists where a payment differs from its donation. The donor may be charged more than requested, because of the card fee, but not less. */
export function findMismatches(donation: DonationRow, payment: ProviderPayment): string[] {
  const mismatches = {
    mode: payment.mode !== donation.mode,
    currency: payment.currency !== 'NGN',
    amount: payment.requestedAmount !== donation.amount || payment.amount < donation.amount,
    'sub-account': payment.subAccountCode !== donation.subAccountCode,
  }
  return Object.entries(mismatches)
    .filter(([, differs]) => differs)
    .map(([reason]) => reason)
}

/** Ids of all refunds of a quarantined payment, the failed ones too. */
export const allRefundIds = sql`array_append(earlier_refund_ids, refund_id)`

/** Stores a payment that does not match for an admin to decide, once for each transaction and reason. */
export async function quarantinePayment(
  { database, now }: LedgerDeps,
  { payment, donation, reasons }: Mismatch,
): Promise<'quarantined'> {
  const expected = donation && {
    mode: donation.mode,
    currency: 'NGN',
    amount: donation.amount,
    subAccountCode: donation.subAccountCode,
  }
  await database.transaction(async ({ run }) => {
    await run(sql`
      insert into quarantined_payment (
        id, mode, reference, transaction_id, campaign_id, donation_id, reason, expected, seen, created_at)
      values (
        ${randomUUID()}, ${payment.mode}, ${payment.reference}, ${payment.transactionId}, ${donation?.campaignId ?? null},
        ${donation?.id ?? null}, ${reasons.join(', ')}, ${expected ?? null}, ${withoutSender(payment)}, ${now()})
      on conflict do nothing`)
    if (donation)
      await run(sql`
        update donation set state = 'quarantined', next_check_at = null
        where campaign_id = ${donation.campaignId} and id = ${donation.id}
          and state not in ('paid', 'quarantined')`)
  })
  return 'quarantined'
}

/**
 * As `quarantinePayment`, for a transfer to an account number. Its share is booked for the campaign whose sub-account has it, because the
 * provider pays that out. Safe to repeat: a fee that the provider corrected is booked as a difference.
 */
export async function quarantineTransfer(
  deps: LedgerDeps,
  { payment, reason, campaign }: QuarantinedTransfer,
): Promise<'quarantined'> {
  const { database, now, mode } = deps
  const isOwn = payment.mode === mode && payment.currency === 'NGN'
  const owner = isOwn ? (campaign?.owner ?? null) : null
  await database.transaction(async (queries) => {
    await queries.run(sql`
      insert into quarantined_payment as known (
        id, mode, reference, transaction_id, campaign_id, owner_uid, reason, seen, created_at)
      values (
        ${randomUUID()}, ${payment.mode}, ${payment.reference}, ${payment.transactionId}, ${campaign?.id ?? null},
        ${owner?.uid ?? null}, ${reason}, ${withoutSender(payment)}, ${now()})
      on conflict (reference, transaction_id, reason) do update set
        seen = excluded.seen, owner_uid = coalesce(known.owner_uid, excluded.owner_uid)
      where (known.owner_uid is not null or known.refund_status is null)
        and (known.owner_uid, known.seen -> 'fees')
          is distinct from (coalesce(known.owner_uid, excluded.owner_uid), excluded.seen -> 'fees')`)
    if (!campaign || !owner || !(await hasOwner(queries, payment, reason))) return
    // Its settlements are read from now on, also if no donation follows.
    await queries.run(sql`
      insert into sub_account_campaign (mode, sub_account_code, campaign_id)
      values (${mode}, ${owner.subAccountCode}, ${campaign.id}) on conflict do nothing`)
    await bookQuarantined(deps, queries, { campaignId: campaign.id, payment })
  })
  return 'quarantined'
}

/** False for one that was refunded before transfers had entries: its refund has none either. */
async function hasOwner(
  { row }: Queries,
  { reference, transactionId }: ProviderPayment,
  reason: string,
): Promise<boolean> {
  const found = await row(
    z.object({ hasOwner: z.boolean() }),
    sql`select owner_uid is not null as "hasOwner" from quarantined_payment
        where reference = ${reference} and transaction_id = ${transactionId} and reason = ${reason}`,
  )
  return found?.hasOwner ?? false
}

/** Who sent a transfer is the donor's own, and no admin needs it to decide. */
const withoutSender = ({ transfer, ...payment }: ProviderPayment) => ({
  ...payment,
  transfer: transfer && {
    accountNumber: transfer.accountNumber,
    sessionId: transfer.sessionId,
  },
})

/** A refund or dispute of another mode or currency, and a dispute of a payment that is no donation, reduce nothing that was raised. */
export async function quarantineReversal(
  { database, now, mode }: LedgerDeps,
  { reversal, kind }: { reversal: ProviderRefund | ProviderDispute; kind: 'refund' | 'dispute' },
): Promise<'quarantined'> {
  const number = 'refundId' in reversal ? reversal.refundId : reversal.disputeId
  await database.run(sql`
    insert into quarantined_payment (id, mode, reference, transaction_id, reason, seen, created_at)
    values (
      ${randomUUID()}, ${mode}, ${reversal.reference ?? ''}, ${reversal.transactionId ?? 0}, ${`${kind} ${number}`},
      ${reversal}, ${now()})
    on conflict do nothing`)
  return 'quarantined'
}

const bookedSchema = z.object({
  net: z.int(),
  owner: z.int(),
  fee: z.int(),
  entries: z.int(),
})

/**
 * Books what the provider gave a campaign of a quarantined transfer, as the difference to what is booked of it. It raises nothing, but the
 * provider pays it out with the next settlement. The campaign's organiser is in the row of the quarantined payment.
 */
export async function bookQuarantined(
  deps: LedgerDeps,
  queries: Transaction,
  { campaignId, payment }: { campaignId: string; payment: ProviderPayment },
): Promise<void> {
  const { amount, fees, split, transactionId, paidAt } = payment
  const { mode, now } = deps
  await lockPosition(queries, { campaignId, mode })
  const key = `quarantined:${mode}:${transactionId}`
  const booked = await findBooked(queries, campaignId, key)
  const fee = fees ?? booked.fee
  const owner = toOwnerShare({ charged: amount, fees: fee, terms: transferTerms, split })
  const change = {
    net: amount - fee - booked.net,
    owner: owner - booked.owner,
    fee: fee - booked.fee,
  }
  if (change.net === 0 && change.owner === 0) return
  await bookEntry(deps, queries, {
    kind: 'quarantined',
    effectKey: booked.entries > 0 ? `${key}:${booked.entries}` : key,
    campaignId,
    postings: toPostings.quarantined(change),
    memo: null,
    effectiveAt: booked.entries > 0 ? now() : (paidAt ?? now()),
    source: 'sweep',
  })
}

async function findBooked(queries: Transaction, campaignId: string, key: string) {
  const found = await queries.row(
    bookedSchema,
    sql`select coalesce(sum(provider_balance_kobo), 0)::bigint as net, coalesce(sum(owner_kobo), 0)::bigint as owner,
          coalesce(sum(fee_kobo), 0)::bigint as fee, count(*)::integer as entries
        from ledger_entry
        where campaign_id = ${campaignId} and kind = 'quarantined' and (effect_key = ${key} or starts_with(effect_key, ${key} || ':'))`,
  )
  if (found === undefined) throw new Error('a sum of entries returned no row')
  return found
}

const reversedSchema = z.object({ kobo: z.int(), entries: z.int() })

/**
 * Books the refund of a quarantined transfer while it is processed, and the opposite when it fails afterwards. It is always of the whole
 * transfer, and the owner bears it like that of a donation.
 */
export async function bookQuarantinedRefund(
  deps: LedgerDeps,
  queries: Transaction,
  { campaignId, refund }: { campaignId: string; refund: ProviderRefund },
): Promise<void> {
  const { mode, refundId, amount, refundedAt, status } = refund
  await lockPosition(queries, { campaignId, mode })
  const key = `refund:${mode}:${refundId}`
  const booked = await queries.row(
    reversedSchema,
    sql`select coalesce(-sum(donor_clearing_kobo), 0)::bigint as kobo, count(*)::integer as entries from ledger_entry
        where campaign_id = ${campaignId} and starts_with(kind, 'quarantined_refund') and reversal_key = ${key}`,
  )
  const { kobo = 0, entries = 0 } = booked ?? {}
  const change = (status === 'processed' ? amount : 0) - kobo
  if (change === 0) return
  const kind = change > 0 ? 'quarantined_refund' : 'quarantined_refund_undo'
  await bookEntry(deps, queries, {
    kind,
    effectKey: `${kind}:${mode}:${refundId}${entries > 0 ? `:${entries}` : ''}`,
    campaignId,
    postings: toPostings.reversal({ donor: change, owner: change }),
    memo: null,
    effectiveAt: entries > 0 ? deps.now() : (refundedAt ?? deps.now()),
    source: 'sweep',
    reversal: { key, raised: 0, donorChange: 0 },
  })
}

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

const rowSchema = z.object({
  id: z.string(),
  refundId: z.int(),
  /** Null unless the payment has entries. */
  campaignId: z.nullable(z.string()),
})
type Row = z.output<typeof rowSchema>

/** A processed refund can still fail, as one of a donation. */
const watchedMs = 30 * 24 * 3_600_000

/** Asks for the refunds of quarantined payments until they are final. A failed one opens the payment again for an admin. A processed one is booked if the payment is. */
export async function watchQuarantinedRefunds(deps: Deps): Promise<void> {
  const { database, mode, now, payments } = deps
  const watched = await database.rows(
    rowSchema,
    sql`select id, refund_id as "refundId", case when owner_uid is not null then campaign_id end as "campaignId"
        from quarantined_payment
        where state = 'refunded' and refund_id is not null and mode = ${mode}
          and (refund_status is distinct from 'processed' or resolved_at > ${new Date(now().getTime() - watchedMs)})
        order by created_at`,
  )
  const sweep = await openSweep(deps, 'quarantined refund')
  for (const row of watched)
    await sweep.run(row.id, async () => {
      const refund = await payments.refunds.find(row.refundId)
      if (refund) await database.transaction((queries) => save(deps, queries, row, refund))
    })
}

async function save(deps: Deps, queries: Transaction, row: Row, refund: ProviderRefund) {
  const { id, campaignId } = row
  const { status } = refund
  if (campaignId !== null) await bookQuarantinedRefund(deps, queries, { campaignId, refund })
  await queries.run(
    status === 'failed'
      ? sql`update quarantined_payment set state = 'open', refund_status = ${status}, refund_id = null, resolved_at = null,
              earlier_refund_ids = array_append(earlier_refund_ids, refund_id)
            where id = ${id} and state = 'refunded'`
      : sql`update quarantined_payment set refund_status = ${status} where id = ${id} and state = 'refunded'`,
  )
}
