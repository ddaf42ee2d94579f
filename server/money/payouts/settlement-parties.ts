import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'

/** Settlements of a party are asked for in one call, so that one run takes minutes at most. The others follow in the next hour. */
const partiesPerRun = 500
/** Some settlements stay pending for weeks, over weekends and bank holidays. */
const watchedMs = 60 * 86_400_000
const dayMs = 86_400_000

/** A receiver of settlements: a sub-account, or null for the main account. */
export type Party = { code: string | null; from: Date }

const partySchema = z.object({ code: z.string(), from: z.nullable(z.date()) })

/** The main account, and the sub-accounts that were tried longest ago: one that always fails must not take the turn of another. */
export async function listParties(
  { database, mode, now }: LedgerDeps,
  limit = partiesPerRun,
): Promise<Party[]> {
  const watchedFrom = new Date(now().getTime() - watchedMs)
  await database.run(sql`
    insert into sub_account_campaign (mode, sub_account_code, campaign_id)
    select distinct mode, sub_account_code, campaign_id from donation
    where mode = ${mode} and created_at >= coalesce(
      (select max(asked_at) - interval '1 day' from sub_account_campaign where mode = ${mode}), '-infinity')
    on conflict do nothing`)
  const found = await database.rows(
    partySchema,
    sql`select sub_account_code as code,
          case when bool_and(asked_at is not null) then least(${watchedFrom}::timestamptz, min(asked_at) - interval '7 days', (
            select min(settled_at) - interval '1 day' from settlement open
            where open.mode = ${mode} and open.sub_account_code = known.sub_account_code and open.status <> 'success')) end as "from"
        from sub_account_campaign known where mode = ${mode}
        group by sub_account_code order by min(coalesce(tried_at, '-infinity')), code limit ${limit}`,
  )
  const main = { code: null, from: await findMainStart({ database, mode, now }) }
  return [main, ...found.map(({ code, from }) => ({ code, from: from ?? new Date(0) }))]
}

/** The whole history the first time. */
async function findMainStart({ database, mode, now }: LedgerDeps): Promise<Date> {
  const row = await database.row(
    z.object({ oldest: z.nullable(z.date()), isKnown: z.boolean() }),
    sql`select min(settled_at) filter (where status <> 'success') as oldest, count(*) > 0 as "isKnown" from settlement
        where mode = ${mode} and sub_account_code is null`,
  )
  if (!row?.isKnown) return new Date(0)
  const watched = now().getTime() - watchedMs
  return new Date(Math.min(watched, (row.oldest?.getTime() ?? watched) - dayMs))
}

export async function markAsked(
  { database, mode, now }: LedgerDeps,
  { code }: Party,
): Promise<void> {
  await database.run(sql`
    update sub_account_campaign set asked_at = ${now()} where mode = ${mode} and sub_account_code = ${code ?? ''}`)
}

/** Before the attempt, so that the end of the process is no reason to try the same party first. */
export async function markTried(
  { database, mode, now }: LedgerDeps,
  { code }: Party,
): Promise<void> {
  await database.run(sql`
    update sub_account_campaign set tried_at = ${now()} where mode = ${mode} and sub_account_code = ${code ?? ''}`)
}
