import * as z from 'zod/mini'

import { csvLine, csvNaira, csvStart } from '#shared/csv.ts'
import { paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { kobo } from '#shared/money.ts'
import { lagosDay } from '#shared/day.ts'
import {
  type ReceivedDonation,
  type RefundableDonation,
  settlementStates,
} from '#shared/payouts.ts'

import { canBeThanked } from '../../people/supporters/thank-yous.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import {
  type Cursor,
  donorColumns,
  donorColumnsSchema,
  formatCursor,
  paidCells,
  paidColumns,
  toShownDonor,
} from './donation-list.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from './donation-status.ts'
import { settlementJoin } from '../payouts/donation-payouts.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import { listRefundTimelines, refundableAmounts } from '../refunds/refund-rows.ts'

const rowSchema = z.extend(statusFactsSchema, {
  id: z.string(),
  ...donorColumnsSchema,
  message: z.string(),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
  paidAt: z.date(),
  fee: koboSchema,
  platform: koboSchema,
  net: koboSchema,
  settlement: z.enum(settlementStates),
  settledAt: z.nullable(z.date()),
  canThank: z.boolean(),
})

const refundableRow = z.object({ id: z.string(), amount: z.int() })

type Row = z.output<typeof rowSchema>
type Page = { campaignId: string; limit: number; after?: Cursor | undefined }
type Query = Page & { reader: 'owner' | 'admin' }

/** The paid donations of a campaign, newest first, with fees and settlement. */
export function receivedDonations(deps: LedgerDeps & { sealing: Sealing }) {
  const { database, mode, now, sealing } = deps

  // The page is chosen first, so that PostgreSQL plans the rest for its rows and not for all donations.
  const readPage = async ({ campaignId, limit, after }: Page) => {
    const found = await database.rows(
      rowSchema,
      sql`
      select donation.id, ${donorColumns}, donation.message, donation.mode,
        donation.created_at as "createdAt", ${statusFactsColumns}, legs.fee, legs.platform, legs.net,
        settlement.state as settlement, settlement.settled_at as "settledAt", ${canBeThanked(now())} as "canThank"
      from (
        select * from donation
        where campaign_id = ${campaignId} and mode = ${mode} and state = 'paid'
          ${after ? sql`and (created_at, id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
        order by created_at desc, id desc limit ${limit + 1}) donation
      ${statusFactsJoins}
      cross join lateral (
        select sum(provider_kobo)::bigint as fee, sum(platform_kobo)::bigint as platform, sum(owner_kobo)::bigint as net
        from ledger_entry entry
        where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) legs
      ${settlementJoin}
      order by donation.created_at desc, donation.id desc`,
    )
    return { rows: found.slice(0, limit), hasMore: found.length > limit }
  }

  return {
    async listReceived(query: Query) {
      const { rows, hasMore } = await readPage(query)
      const last = hasMore ? rows.at(-1) : undefined
      return {
        donations: await withRefunds(deps, query, rows),
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

type ReadDeps = { database: Queries; sealing: Sealing }

/** Adds what can be refunded now, and the refunds so far. */
async function withRefunds(
  { database, sealing }: ReadDeps,
  { campaignId, reader }: Query,
  rows: readonly Row[],
): Promise<RefundableDonation[]> {
  const ids = rows.map(({ id }) => id)
  const keys = ids.map((id) => ({ campaignId, id }))
  const [amounts, timelines] = await Promise.all([
    database.rows(
      refundableRow,
      sql`select id, amount from (${refundableAmounts(campaignId)}) donation
          where id = any(${ids}::uuid[]) and not "isDisputed"`,
    ),
    listRefundTimelines(database, keys, reader),
  ])
  const byId = new Map(amounts.map(({ id, amount }) => [id, Math.max(amount, 0)]))
  return rows.map((row) => ({
    ...toReceivedDonation(row, sealing),
    refundable: kobo(byId.get(row.id) ?? 0),
    refunds: timelines.get(row.id) ?? [],
  }))
}

function toReceivedDonation(row: Row, sealing: Sealing): ReceivedDonation {
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
    paidAt: row.paidAt.toISOString(),
  }
}

const header = [
  ...paidColumns,
  'Donor',
  'Email',
  'Amount (NGN)',
  'Refunded (NGN)',
  'Payment fee (NGN)',
  'Platform (NGN)',
  'Net (NGN)',
  'Status',
  'Payout',
  'Paid out on (Lagos)',
  'Message',
  'Number',
]

/** Streams the donations of a campaign as a spreadsheet. */
export async function* receivedDonationsCsv(
  donations: AsyncIterable<ReceivedDonation>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(header)
  for await (const donation of donations)
    yield csvLine([
      ...paidCells(donation),
      donation.donor,
      donation.email ?? '',
      csvNaira(donation.amount),
      csvNaira(donation.reversed),
      csvNaira(donation.fee),
      csvNaira(donation.platform),
      csvNaira(donation.net),
      donation.status,
      donation.settlement,
      donation.settledAt === null ? '' : lagosDay(new Date(donation.settledAt)),
      donation.message,
      donation.id,
    ])
}
