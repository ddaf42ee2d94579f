import * as z from 'zod/mini'

import { koboSchema } from '#shared/money.ts'

import { sql } from '../database/sql.ts'
import type { Books } from './ledger-deps.ts'

const totalsSchema = z.object({ raised: koboSchema, donors: z.int() })
/** Money that the provider confirmed, and the distinct addresses it came from (readings M4). */
export type Totals = z.output<typeof totalsSchema>
const campaignRow = z.extend(totalsSchema, { id: z.string() })
const foundRow = z.object({ found: z.boolean() })

const summed = sql`coalesce(sum(raised_kobo), 0)::bigint as raised, coalesce(sum(donor_count), 0)::integer as donors`

const atCheckoutMs = 3_600_000

/** Read by primary key, at most 16 rows each, however many donations there are. */
export function totals({ database, mode, now }: Books) {
  return {
    /** Answers every campaign that was asked for, with zero where nobody has given yet. */
    async totalsOf(campaignIds: readonly string[]): Promise<Map<string, Totals>> {
      const rows = await database.rows(
        campaignRow,
        sql`select asked.id, ${summed}
            from unnest(${campaignIds}::text[]) as asked (id)
            left join campaign_total on campaign_id = asked.id and mode = ${mode}
            group by asked.id`,
      )
      return new Map(rows.map(({ id, ...sums }) => [id, sums]))
    },

    async ownerTotals(ownerUid: string): Promise<Totals> {
      return one(
        sql`select ${summed} from owner_total where owner_uid = ${ownerUid} and mode = ${mode}`,
      )
    },

    async platformTotals(): Promise<Totals> {
      return one(sql`select ${summed} from platform_total where mode = ${mode}`)
    },

    /** True once money came in, and while a donor may be at the checkout: such a campaign stays (readings P4). */
    async hasDonations(campaignId: string): Promise<boolean> {
      const found = await database.row(
        foundRow,
        sql`select exists (
              select from donation where campaign_id = ${campaignId} and (
                state in ('paid', 'quarantined')
                or (state in ('created', 'initialized', 'init_unknown')
                  and created_at > ${new Date(now().getTime() - atCheckoutMs)}))) as found`,
      )
      return found?.found ?? false
    },
  }

  async function one(question: ReturnType<typeof sql>): Promise<Totals> {
    const answer = await database.row(totalsSchema, question)
    if (answer === undefined) throw new Error('a sum answered nothing')
    return answer
  }
}
