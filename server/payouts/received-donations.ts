import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/money.ts'
import { settlementStates, type ReceivedDonation } from '#shared/payouts.ts'

import { sql } from '../database/sql.ts'
import { formatCursor, type Cursor } from '../donations/donation-list.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../donations/donation-status.ts'
import { donorColumns, donorColumnsSchema, toShownDonor } from '../donations/shown-donor.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { canBeThanked } from '../supporters/thank-you-eligibility.ts'

const rowSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  ...donorColumnsSchema,
  message: z.string(),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
  fee: koboSchema,
  platform: koboSchema,
  net: koboSchema,
  settlement: z.enum(settlementStates),
  settledAt: z.nullable(z.date()),
  canThank: z.boolean(),
})

type Query = { campaignId: string; limit: number; after?: Cursor | undefined }

/** The paid donations of a campaign, newest first, with fees and settlement. */
export function receivedDonations(deps: LedgerDeps & { sealing: Sealing }) {
  const { database, mode, now, sealing } = deps

  const readPage = async ({ campaignId, limit, after }: Query) => {
    const found = await database.rows(
      rowSchema,
      sql`
      select donation.id, ${donorColumns}, donation.message, donation.mode,
        donation.created_at as "createdAt", ${statusFactsColumns}, legs.fee, legs.platform, legs.net,
        settlement.state as settlement, settlement.settled_at as "settledAt", ${canBeThanked(now())} as "canThank"
      from donation
      ${statusFactsJoins}
      cross join lateral (
        select sum(provider_kobo)::bigint as fee, sum(platform_kobo)::bigint as platform, sum(owner_kobo)::bigint as net
        from ledger_entry entry
        where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) legs
      cross join lateral (
        select coalesce((array_agg(payout.state order by payout.rank))[1], 'waiting') as state,
          max(payout.settled_at) filter (where payout.state = 'paid-out') as settled_at
        from (
          select settled.settled_at, case settled.status when 'success' then 1 when 'failed' then 3 else 2 end as rank,
            case settled.status when 'success' then 'paid-out' when 'failed' then 'failed' else 'on-its-way' end as state
          from settlement_line line
          join settlement settled on settled.mode = line.mode and settled.settlement_id = line.settlement_id
          where line.campaign_id = donation.campaign_id and line.donation_id = donation.id
            and settled.sub_account_code is not null) payout) settlement
      where donation.campaign_id = ${campaignId} and donation.mode = ${mode} and donation.state = 'paid'
        ${after ? sql`and (donation.created_at, donation.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
      order by donation.created_at desc, donation.id desc limit ${limit + 1}`,
    )
    return { rows: found.slice(0, limit), hasMore: found.length > limit }
  }

  return {
    async listReceived(query: Query) {
      const { rows, hasMore } = await readPage(query)
      const last = hasMore ? rows.at(-1) : undefined
      return {
        donations: rows.map((row) => toReceivedDonation(row, sealing)),
        next: last ? formatCursor(last) : null,
      }
    },

    /** All donations in pages of 500, so that few are in memory at a time. */
    async *allReceived(campaignId: string): AsyncGenerator<ReceivedDonation> {
      let after: Cursor | undefined
      for (;;) {
        const { rows, hasMore } = await readPage({ campaignId, limit: 500, after })
        yield* rows.map((row) => toReceivedDonation(row, sealing))
        after = rows.at(-1)
        if (!hasMore) return
      }
    },
  }
}

function toReceivedDonation(row: z.output<typeof rowSchema>, sealing: Sealing): ReceivedDonation {
  const { id, amount, reversed, paidAfterEnd, mode, message, fee, platform, net } = row
  const { settlement, canThank } = row
  return {
    id,
    ...toShownDonor(row, sealing),
    amount,
    status: toDonationStatus(row),
    reversed,
    paidAfterEnd,
    mode,
    message,
    fee,
    platform,
    net,
    settlement,
    settledAt: row.settledAt?.toISOString() ?? null,
    canThank,
    createdAt: row.createdAt.toISOString(),
  }
}
