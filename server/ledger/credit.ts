import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { ProviderPayment } from '../providers/payments/payments.ts'
import type { Books } from './ledger-deps.ts'
import { entryDigest, linked, linksOn, slotOf, type ChainEnd, type NewEntry } from './chain.ts'
import { addToTotals } from './credit-totals.ts'
import type { DonationDue } from './donation-row.ts'
import { hasReturns } from './returns/known-returns.ts'
import { snapshotsOf, toldRows, type Told } from './provider-report.ts'

/** `boundTo` is the reference that the provider's transaction paid for when it was first seen. */
export type Credit = { counted: boolean; boundTo: string; hasReturns: boolean }

/**
 * Books many charges in one transaction: each entry, and what follows from it only if the entry was really inserted. 64 copies at once
 * wait for each other at the effect's key and leave one entry. No two of `charges` are about one donation.
 */
export function creditPayments(
  { database, now, isQuiet = false }: Books,
  charges: readonly Told[],
): Promise<Credit[]> {
  const at = now()
  return database.transaction(async (queries) => {
    const entered = new Map(
      (await enter(queries, charges, { at, isQuiet })).map((one) => [one.reference, one]),
    )
    const counted = [...entered.values()].filter(isCounted)
    const ends = counted.length > 0 ? await addToTotals(queries, counted) : []
    const returned = counted.length > 0 ? await link(queries, counted, ends) : new Set()
    return charges.map(({ due: { reference } }) => {
      const one = entered.get(reference)
      if (one === undefined) throw new Error('a credit answered nothing')
      return {
        counted: isCounted(one),
        boundTo: one.boundTo,
        hasReturns: returned.has(reference),
      }
    })
  })
}

const enteredSchema = z.object({
  reference: z.string(),
  boundTo: z.string(),
  campaignId: z.string(),
  id: z.string(),
  mode: z.string(),
  slot: z.int(),
  effectKey: z.nullable(z.string()),
  digest: z.nullable(z.instanceof(Buffer)),
})
type Entered = z.output<typeof enteredSchema>
type Counted = Entered & NewEntry

const isCounted = (one: Entered): one is Counted => one.effectKey !== null && one.digest !== null

/** What the provider said, and the entries of those that were not booked before. */
function enter(
  { rows }: Queries,
  charges: readonly Told[],
  { at, isQuiet }: { at: Date; isQuiet: boolean },
): Promise<Entered[]> {
  return rows(
    enteredSchema,
    sql`
    with payment as materialized (
      select told.*, donation.reference, donation.owner_uid, donation.amount_kobo, donation.platform_kobo
      from ${toldRows(charges, at)}
      join donation on donation.campaign_id = told.campaign_id and donation.id = told.donation_id),
    snapshot as (${snapshotsOf(sql`payment`)}),
    bound as (
      insert into provider_transaction as known (mode, transaction_id, reference)
      select mode, transaction_id, reference from payment order by mode, transaction_id
      on conflict (mode, transaction_id) do update set reference = known.reference
      returning known.mode, known.transaction_id, known.reference),
    entry as (
      insert into ledger_entry (
        campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, donor_kobo, owner_kobo, platform_kobo,
        provider_kobo, raised_kobo, source, at)
      select campaign_id, 'charge:' || mode || ':' || transaction_id, mode, 'charge', donation_id, owner_uid, transaction_id,
        -charged, charged - coalesce(fees, 0) - platform_kobo, platform_kobo, coalesce(fees, 0), amount_kobo, source,
        ${at}::timestamptz
      from payment join bound using (mode, transaction_id, reference)
      order by campaign_id, donation_id
      on conflict do nothing
      returning *),
    paid as (
      update donation set state = 'paid', receipt_due = ${!isQuiet}, next_check_at = null, late = payment.late
      from payment join entry using (campaign_id, donation_id)
      where donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id)
    select payment.reference, bound.reference as "boundTo", payment.campaign_id as "campaignId", payment.donation_id as id,
      payment.mode, payment.slot, entry.effect_key as "effectKey",
      case when entry.effect_key is not null then ${entryDigest} end as digest
    from payment
    join bound on bound.mode = payment.mode and bound.transaction_id = payment.transaction_id
    left join entry on entry.campaign_id = payment.campaign_id and entry.donation_id = payment.donation_id`,
  )
}

/** Binds the entries to the ends of their chains. Answers the references of those whose money is on its way back already. */
async function link(
  { rows }: Queries,
  counted: readonly Counted[],
  ends: readonly ChainEnd[],
): Promise<Set<string>> {
  const found = await rows(
    z.object({ reference: z.string() }),
    sql`
    with link as materialized (
      select campaign_id, donation_id, mode, slot, position, effect_key, decode(hash, 'hex') as hash
      from jsonb_to_recordset(${JSON.stringify(linksOn(ends, counted))}::jsonb) as link (
        campaign_id text, donation_id uuid, mode text, slot smallint, position bigint, effect_key text, hash text)),
    kept as (
      insert into ledger_link (campaign_id, mode, slot, position, effect_key, hash)
      select campaign_id, mode, slot, position, effect_key, hash from link),
    last as (
      select distinct on (campaign_id, mode, slot) * from link order by campaign_id, mode, slot, position desc),
    moved as (
      update campaign_total total set chain_head = last.hash, chain_length = last.position
      from last
      where total.campaign_id = last.campaign_id and total.mode = last.mode and total.slot = last.slot)
    select donation.reference
    from link join donation on donation.campaign_id = link.campaign_id and donation.id = link.donation_id
    where ${hasReturns}`,
  )
  return new Set(found.map(({ reference }) => reference))
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
