import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ProviderDispute } from '../../../providers/payments/disputes.ts'
import type { ProviderPayment } from '../../../providers/payments/provider-payment.ts'
import type { ProviderRefund } from '../../../providers/payments/refunds.ts'
import type { DonationRow } from './donation-row.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { bookQuarantined } from './quarantined-entries.ts'

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
