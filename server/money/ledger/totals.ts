import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'

import { sql, type Sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from './entries/ledger-deps.ts'

const totalsSchema = z.object({ raised: koboSchema, donors: z.int() })
/** Money that the provider confirmed, and the number of distinct addresses that gave it (readings M4). */
export type Totals = z.output<typeof totalsSchema>
const campaignRow = z.extend(totalsSchema, { id: z.string() })
const existsRow = z.object({ found: z.boolean() })

const sums = sql`coalesce(sum(raised_kobo), 0)::bigint as raised, coalesce(sum(donor_count), 0)::integer as donors`

/** So long after its start, an unpaid checkout may still be paid. */
export const checkoutMs = 3_600_000

/** Reads at most 16 rows for each total, however many donations there are. */
export function totals({ database, mode, now }: LedgerDeps) {
  return {
    /** Answers an entry for every id, with zeros for campaigns without donations. */
    async campaignTotals(campaignIds: readonly string[]): Promise<Map<string, Totals>> {
      const rows = await database.rows(
        campaignRow,
        sql`select requested.id, ${sums}
            from unnest(${campaignIds}::text[]) as requested (id)
            left join campaign_total on campaign_id = requested.id and mode = ${mode}
            group by requested.id`,
      )
      return new Map(rows.map(({ id, ...total }) => [id, total]))
    },

    async ownerTotals(ownerUid: string): Promise<Totals> {
      return readTotals(
        sql`select ${sums} from owner_total where owner_uid = ${ownerUid} and mode = ${mode}`,
      )
    },

    async platformTotals(): Promise<Totals> {
      return readTotals(sql`select ${sums} from platform_total where mode = ${mode}`)
    },

    /** True if the campaign received money, which can be a quarantined transfer, or began a checkout within the last hour: such a campaign is not deleted (readings P4). */
    async hasDonations(campaignId: string): Promise<boolean> {
      const row = await database.row(
        existsRow,
        sql`select exists (
              select from donation where campaign_id = ${campaignId} and (
                state in ('paid', 'quarantined')
                or (state in ('created', 'initialized', 'init_unknown')
                  and created_at > ${new Date(now().getTime() - checkoutMs)})))
              or exists (select from quarantined_payment where campaign_id = ${campaignId} and owner_uid is not null) as found`,
      )
      return row?.found ?? false
    },
  }

  async function readTotals(statement: Sql): Promise<Totals> {
    const row = await database.row(totalsSchema, statement)
    if (row === undefined) throw new Error('a sum of totals returned no row')
    return row
  }
}
