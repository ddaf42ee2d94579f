import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { CampaignPayouts, PayoutPosition, PayoutSums } from '#shared/payouts.ts'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'

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
const positionRow = z.object({
  due: koboSchema,
  held: koboSchema,
  paidOut: koboSchema,
  owedBack: koboSchema,
})

/** Computes the sums of a campaign from the ledger. A day is that of the money in Lagos, as in statements and lists. */
export async function payoutSummary(
  deps: LedgerDeps,
  campaignId: string,
): Promise<Pick<CampaignPayouts, 'sums' | 'days' | 'payouts'>> {
  const [days, payouts] = await Promise.all([
    listDays(deps, campaignId),
    getPosition(deps, campaignId),
  ])
  return {
    sums: toSums(days),
    days: days
      .filter(({ donations }) => donations > 0)
      .map(({ day, donations, donated }) => ({ day, donations, donated })),
    payouts,
  }
}

function listDays({ database, mode }: LedgerDeps, campaignId: string): Promise<Day[]> {
  return database.rows(
    dayRow,
    sql`select day, donations, donated_kobo as donated, reversed_kobo as reversed, provider_kobo as fees, platform_kobo as platform,
          owner_kobo as net
        from campaign_day where campaign_id = ${campaignId} and mode = ${mode} order by day`,
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

/** What the owner is owed and was paid, as the ledger has it. */
async function getPosition(
  { database, mode }: LedgerDeps,
  campaignId: string,
): Promise<PayoutPosition> {
  const position = await database.row(
    positionRow,
    sql`select (-coalesce(sum(payable_due_kobo), 0))::bigint as due, (-coalesce(sum(payable_held_kobo), 0))::bigint as held,
          coalesce(sum(paid_out_kobo), 0)::bigint as "paidOut",
          coalesce(sum(owner_receivable_kobo), 0)::bigint as "owedBack"
        from campaign_total where campaign_id = ${campaignId} and mode = ${mode}`,
  )
  if (position === undefined) throw new Error('a sum of totals returned no row')
  return position
}
