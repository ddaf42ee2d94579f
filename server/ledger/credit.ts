import * as z from 'zod/mini'

import { daysLeft } from '#shared/day.ts'

import { sql } from '../database/sql.ts'
import type { ProviderPayment } from '../providers/payments/payments.ts'
import type { PaymentAnswer } from './payment-answer.ts'
import type { DonationDue } from './donation.ts'
import type { Books } from './books.ts'
import { entryDigest, linked, slotOf } from './chain.ts'
import { snapshotOf } from './snapshot.ts'

/** `boundTo` is the reference that the provider's transaction paid for when it was first seen. */
const creditSchema = z.object({ counted: z.boolean(), boundTo: z.string() })

/**
 * One statement: the entry, and what follows from it only if the entry was really inserted. 64 copies at once wait for each other at the
 * effect's key and leave one entry. The totals' rows are locked no longer than this statement takes.
 */
export async function creditPayment(
  { database, now }: Books,
  due: DonationDue,
  answer: PaymentAnswer,
): Promise<z.output<typeof creditSchema>> {
  const { payment, source } = answer
  const provider = payment.fees ?? 0
  const at = now()
  const credit = await database.row(
    creditSchema,
    sql`
    with payment as (
      select ${due.campaignId}::text as campaign_id, ${due.id}::uuid as donation_id, ${due.mode}::text as mode,
        ${due.reference}::text as reference, ${due.ownerUid}::text as owner_uid, ${due.donorKey}::bytea as donor_key,
        ${slotOf(due.id)}::smallint as slot, ${payment.transactionId}::bigint as transaction_id,
        ${0 - payment.amount}::bigint as donor_kobo,
        ${payment.amount - provider - due.platform}::bigint as owner_kobo,
        ${due.platform}::bigint as platform_kobo, ${provider}::bigint as provider_kobo,
        ${due.amount}::bigint as raised_kobo, ${source}::text as source, ${at}::timestamptz as at),
    snapshot as (${snapshotOf(due, answer)}),
    bound as (
      insert into provider_transaction as known (mode, transaction_id, reference)
      select mode, transaction_id, reference from payment
      on conflict (mode, transaction_id) do update set reference = known.reference
      returning known.reference),
    entry as (
      insert into ledger_entry (
        campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, donor_kobo, owner_kobo, platform_kobo,
        provider_kobo, raised_kobo, source, at)
      select campaign_id, 'charge:' || mode || ':' || transaction_id, mode, 'charge', donation_id, owner_uid, transaction_id,
        donor_kobo, owner_kobo, platform_kobo, provider_kobo, raised_kobo, source, at
      from payment join bound using (reference)
      on conflict do nothing
      returning *),
    paid as (
      update donation set state = 'paid', next_check_at = null, late = ${isLate(due, payment.paidAt ?? at)}
      from payment, entry
      where donation.campaign_id = payment.campaign_id and donation.id = payment.donation_id),
    ${heads},
    ${sums},
    ${linked}
    select exists (select from entry) as counted, (select reference from bound) as "boundTo"`,
  )
  if (credit === undefined) throw new Error('a credit answered nothing')
  return credit
}

const heads = sql`
    of_campaign as (
      insert into campaign_donor as known (campaign_id, mode, donor_key, gifts)
      select payment.campaign_id, payment.mode, donor_key, 1 from payment, entry
      on conflict (campaign_id, mode, donor_key) do update set gifts = known.gifts + 1
      returning (gifts = 1)::integer as newly),
    of_owner as (
      insert into owner_donor as known (owner_uid, mode, donor_key, gifts)
      select payment.owner_uid, payment.mode, donor_key, 1 from payment, entry
      on conflict (owner_uid, mode, donor_key) do update set gifts = known.gifts + 1
      returning (gifts = 1)::integer as newly),
    of_platform as (
      insert into platform_donor as known (mode, donor_key, gifts)
      select payment.mode, donor_key, 1 from payment, entry
      on conflict (mode, donor_key) do update set gifts = known.gifts + 1
      returning (gifts = 1)::integer as newly)`

const summed = sql`
        raised_kobo = total.raised_kobo + excluded.raised_kobo, gross_kobo = total.gross_kobo + excluded.gross_kobo,
        paid_count = total.paid_count + 1, donor_count = total.donor_count + excluded.donor_count`

const sums = sql`
    campaign_sum as (
      insert into campaign_total as total (
        campaign_id, mode, slot, raised_kobo, gross_kobo, returned_kobo, paid_count, donor_count, chain_head, chain_length)
      select payment.campaign_id, payment.mode, slot, entry.raised_kobo, entry.raised_kobo, 0, 1, newly, ${entryDigest}, 1
      from payment, entry, of_campaign
      on conflict (campaign_id, mode, slot) do update set ${summed},
        chain_head = sha256(coalesce(total.chain_head, '') || excluded.chain_head), chain_length = total.chain_length + 1
      returning campaign_id, mode, slot, chain_head, chain_length),
    owner_sum as (
      insert into owner_total as total (
        owner_uid, mode, slot, raised_kobo, gross_kobo, returned_kobo, paid_count, donor_count)
      select payment.owner_uid, payment.mode, slot, entry.raised_kobo, entry.raised_kobo, 0, 1, newly from payment, entry, of_owner
      on conflict (owner_uid, mode, slot) do update set ${summed}),
    platform_sum as (
      insert into platform_total as total (mode, slot, raised_kobo, gross_kobo, returned_kobo, paid_count, donor_count)
      select payment.mode, slot, entry.raised_kobo, entry.raised_kobo, 0, 1, newly from payment, entry, of_platform
      on conflict (mode, slot) do update set ${summed})`

/** Money that came after the campaign had ended is a gift all the same (readings C10). */
function isLate({ campaignEnd }: DonationDue, paidAt: Date): boolean {
  const left = daysLeft(campaignEnd, paidAt)
  return left !== null && left <= 0
}

/** The provider's transaction that the donation was charged by, if it was. */
export async function findCharge({ database }: Books, { campaignId, id }: DonationDue) {
  return database.row(
    z.object({ transactionId: z.int() }),
    sql`select transaction_id as "transactionId" from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge'`,
  )
}

/** A fee that the provider named only after the charge was booked moves from the owner's leg to the provider's, once. */
export async function creditLateFee(
  { database, now }: Books,
  due: DonationDue,
  { payment, source }: { payment: ProviderPayment; source: string },
) {
  if (!payment.fees) return
  await database.run(sql`
    with entry as (
    insert into ledger_entry (
      campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, donor_kobo, owner_kobo, platform_kobo,
      provider_kobo, raised_kobo, source, at)
    select campaign_id, 'fee:' || mode || ':' || transaction_id, mode, 'fee', donation_id, owner_uid, transaction_id, 0,
      ${0 - payment.fees}::bigint, 0, ${payment.fees}::bigint, 0, ${source}::text, ${now()}::timestamptz
    from ledger_entry
    where campaign_id = ${due.campaignId} and donation_id = ${due.id} and kind = 'charge' and provider_kobo = 0
    on conflict do nothing
    returning *),
    campaign_sum as (
      update campaign_total total set chain_head = sha256(chain_head || ${entryDigest}), chain_length = chain_length + 1
      from entry
      where total.campaign_id = entry.campaign_id and total.mode = entry.mode and total.slot = ${slotOf(due.id)}
      returning total.campaign_id, total.mode, total.slot, chain_head, chain_length),
    ${linked}
    select`)
}
