import * as z from 'zod/mini'

import { kobo, koboSchema, type Kobo } from '#shared/money.ts'
import { settlementStates, type CampaignPayouts, type PayoutSums } from '#shared/payouts.ts'

import { sql } from '../database/sql.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'

const dayRow = z.object({
  day: z.string(),
  donations: z.int(),
  donated: koboSchema,
  reversed: koboSchema,
  fees: koboSchema,
  platform: koboSchema,
  net: koboSchema,
})
type Day = z.output<typeof dayRow>
const settlementRow = z.object({ state: z.enum(settlementStates), net: koboSchema })

/** The state of the row `settlement`, which may be null from an outer join. */
export const settlementState = sql`
  case when settlement.status = 'success' then 'paid-out' when settlement.status = 'failed' then 'failed'
    when settlement.status is null then 'waiting' else 'on-its-way' end`

/** Computes the sums of a campaign from the ledger. A day is that of the money in Lagos, as in statements and lists. */
export async function payoutSummary(
  deps: LedgerDeps,
  campaignId: string,
): Promise<Pick<CampaignPayouts, 'sums' | 'days' | 'settlements'>> {
  const [days, settlements] = await Promise.all([
    listDays(deps, campaignId),
    sumSettlements(deps, campaignId),
  ])
  return {
    sums: toSums(days),
    days: days
      .filter(({ donations }) => donations > 0)
      .map(({ day, donations, donated }) => ({ day, donations, donated })),
    settlements,
  }
}

function listDays({ database, mode }: LedgerDeps, campaignId: string): Promise<Day[]> {
  return database.rows(
    dayRow,
    sql`select (effective_at at time zone 'Africa/Lagos')::date as day,
          (count(*) filter (where kind = 'charge'))::integer as donations,
          coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0)::bigint as donated,
          coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0)::bigint as reversed,
          sum(provider_kobo)::bigint as fees, sum(platform_kobo)::bigint as platform, sum(owner_kobo)::bigint as net
        from ledger_entry where campaign_id = ${campaignId} and mode = ${mode}
        group by 1 order by 1`,
  )
}

function toSums(days: readonly Day[]): PayoutSums {
  const sum = (toNumber: (day: Day) => number) =>
    kobo(days.reduce((total, day) => total + toNumber(day), 0))
  return {
    donated: sum(({ donated }) => donated),
    reversed: sum(({ reversed }) => reversed),
    raised: sum(({ donated, reversed }) => donated - reversed),
    fees: sum(({ fees }) => fees),
    platform: sum(({ platform }) => platform),
    net: sum(({ net }) => net),
    donations: days.reduce((total, { donations }) => total + donations, 0),
  }
}

async function sumSettlements({ database, mode }: LedgerDeps, campaignId: string) {
  const rows = await database.rows(
    settlementRow,
    sql`select ${settlementState} as state, sum(booked.net)::bigint as net
        from (
          select campaign_id, donation_id, sum(owner_kobo) as net from ledger_entry
          where campaign_id = ${campaignId} and mode = ${mode} and donation_id is not null group by campaign_id, donation_id) booked
        left join donation_settlement using (campaign_id, donation_id)
        left join provider_settlement settlement using (mode, settlement_id)
        group by 1`,
  )
  const getNet = (state: string): Kobo => rows.find((row) => row.state === state)?.net ?? kobo(0)
  return {
    waiting: getNet('waiting'),
    'on-its-way': getNet('on-its-way'),
    'paid-out': getNet('paid-out'),
    failed: getNet('failed'),
  }
}
