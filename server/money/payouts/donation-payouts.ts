import * as z from 'zod/mini'

import type { DonationPayout } from '#shared/donation.ts'
import { settlementStates } from '#shared/payouts.ts'

import { sql } from '../../platform/database/sql.ts'
import type { DonationKey, LedgerDeps } from '../ledger/provider-report.ts'

/** Adds to `donation` where the owner's share is, as `settlement`. Only what the provider reported of its settlements counts. */
export const settlementJoin = sql`
  cross join lateral (
    select coalesce((array_agg(payout.state order by payout.rank))[1], 'waiting') as state,
      max(payout.settled_at) filter (where payout.state = 'paid-out') as settled_at,
      (array_agg(payout.sub_account_code order by payout.settled_at desc nulls last)
        filter (where payout.state = 'paid-out'))[1] as sub_account_code
    from (
      select settled.settled_at, settled.sub_account_code,
        case settled.status when 'success' then 1 when 'failed' then 3 else 2 end as rank,
        case settled.status when 'success' then 'paid-out' when 'failed' then 'failed' else 'on-its-way' end as state
      from settlement_line line
      join settlement settled on settled.mode = line.mode and settled.settlement_id = line.settlement_id
      where line.campaign_id = donation.campaign_id and line.donation_id = donation.id
        and settled.sub_account_code is not null) payout) settlement`

const payoutRow = z.object({
  id: z.string(),
  state: z.enum(settlementStates),
  at: z.nullable(z.date()),
  last4: z.nullable(z.string()),
  /** The provider shows the payouts of the campaign as stopped. */
  isHeld: z.boolean(),
  isReversed: z.boolean(),
})

/**
 * Where each donation is on its way to the organiser. Null for one that is not paid, or that went back to the donor before it was paid
 * out.
 */
export async function listDonationPayouts(
  { database }: Pick<LedgerDeps, 'database'>,
  donations: readonly DonationKey[],
): Promise<Map<string, DonationPayout | null>> {
  if (donations.length === 0) return new Map()
  const rows = await database.rows(
    payoutRow,
    sql`select donation.id, settlement.state, settlement.settled_at as at,
          (select last4 from bank_account_use used where used.sub_account_code = settlement.sub_account_code) as last4,
          exists (
            select from payout_hold hold
            where hold.campaign_id = donation.campaign_id and hold.mode = donation.mode and hold.state = 'in-force') as "isHeld",
          reversal.raised <= 0 as "isReversed"
        from unnest(${donations.map(({ campaignId }) => campaignId)}::text[], ${donations.map(({ id }) => id)}::uuid[])
          as wanted (campaign_id, id)
        join donation using (campaign_id, id)
        ${settlementJoin}
        cross join lateral (
          select sum(raised_kobo) as raised from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) reversal
        where donation.state = 'paid'`,
  )
  return new Map(rows.map((row) => [row.id, toPayout(row)]))
}

function toPayout({
  state,
  at,
  last4,
  isHeld,
  isReversed,
}: z.output<typeof payoutRow>): DonationPayout | null {
  if (state === 'paid-out') return { state, at: at?.toISOString() ?? null, last4 }
  if (isReversed) return null
  // What the provider has started to pay out cannot be held any more.
  const isOnHold = isHeld && state !== 'on-its-way'
  return { state: isOnHold ? 'on-hold' : state, at: null, last4: null }
}
