import * as z from 'zod/mini'

import { settlementStates, type CampaignMoney, type MoneySums } from '#shared/campaign-money.ts'
import { kobo, koboSchema, type Kobo } from '#shared/money.ts'

import { sql } from '../database/sql.ts'
import type { Books } from '../ledger/ledger-deps.ts'

const dayRow = z.object({
  day: z.string(),
  gifts: z.int(),
  given: koboSchema,
  returned: koboSchema,
  fees: koboSchema,
  platform: koboSchema,
  net: koboSchema,
})
type Day = z.output<typeof dayRow>
const settledRow = z.object({ state: z.enum(settlementStates), net: koboSchema })

/** Of a settlement that stands in `settlement`, if there is one. */
export const settlementState = sql`
  case when settlement.status = 'success' then 'paid-out' when settlement.status = 'failed' then 'failed'
    when settlement.status is null then 'waiting' else 'on-its-way' end`

/** What one campaign has come to, from the books alone. */
export async function campaignMoney(
  books: Books,
  campaignId: string,
): Promise<Pick<CampaignMoney, 'sums' | 'days' | 'settled'>> {
  const [days, settled] = await Promise.all([
    daysOf(books, campaignId),
    settledOf(books, campaignId),
  ])
  return {
    sums: sumsOf(days),
    days: days
      .filter(({ gifts }) => gifts > 0)
      .map(({ day, gifts, given }) => ({ day, gifts, given })),
    settled,
  }
}

function daysOf({ database, mode }: Books, campaignId: string): Promise<Day[]> {
  return database.rows(
    dayRow,
    sql`select (at at time zone 'Africa/Lagos')::date as day,
          (count(*) filter (where kind = 'charge'))::integer as gifts,
          coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0)::bigint as given,
          coalesce(-sum(raised_kobo) filter (where return_key is not null), 0)::bigint as returned,
          sum(provider_kobo)::bigint as fees, sum(platform_kobo)::bigint as platform, sum(owner_kobo)::bigint as net
        from ledger_entry where campaign_id = ${campaignId} and mode = ${mode}
        group by 1 order by 1`,
  )
}

function sumsOf(days: readonly Day[]): MoneySums {
  const sum = (part: (day: Day) => number) =>
    kobo(days.reduce((total, day) => total + part(day), 0))
  return {
    given: sum(({ given }) => given),
    returned: sum(({ returned }) => returned),
    raised: sum(({ given, returned }) => given - returned),
    fees: sum(({ fees }) => fees),
    platform: sum(({ platform }) => platform),
    net: sum(({ net }) => net),
    gifts: sum(({ gifts }) => gifts),
  }
}

async function settledOf({ database, mode }: Books, campaignId: string) {
  const found = await database.rows(
    settledRow,
    sql`select ${settlementState} as state, sum(gift.net)::bigint as net
        from (
          select campaign_id, donation_id, sum(owner_kobo) as net from ledger_entry
          where campaign_id = ${campaignId} and mode = ${mode} group by campaign_id, donation_id) gift
        left join donation_settlement using (campaign_id, donation_id)
        left join provider_settlement settlement using (mode, settlement_id)
        group by 1`,
  )
  const netOf = (state: string): Kobo => found.find((each) => each.state === state)?.net ?? kobo(0)
  return {
    waiting: netOf('waiting'),
    'on-its-way': netOf('on-its-way'),
    'paid-out': netOf('paid-out'),
    failed: netOf('failed'),
  }
}
