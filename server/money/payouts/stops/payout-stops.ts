import * as z from 'zod/mini'

import { payoutStopKinds, type PayoutStop } from '#shared/payout-stop.ts'

import type { Queries, Transaction } from '../../../platform/database/database.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import { enqueueJob } from '../../../platform/queue/queue.ts'

/** All stops but a freeze, which has a table of its own because it also refuses donations. */
export type StopKind = Exclude<PayoutStop['kind'], 'freeze'>

export const applyHoldsTask = 'apply-payout-holds'

const isOpen = (now: Date) => sql`(ended_at is null and (until is null or until > ${now}))`

/** Every reason for which payouts are on hold now: they are paid out when a campaign has no row here. */
export const selectStops = (now: Date): Sql => sql`(
  select campaign_id, 'freeze' as kind, null::text as sub_account_code, at as started_at, null::timestamptz as until
  from campaign_freeze
  union all
  select campaign_id, kind, sub_account_code, started_at, until from payout_stop where ${isOpen(now)})`

const stopRow = z.pipe(
  z.object({ kind: z.enum(payoutStopKinds), since: z.date(), until: z.nullable(z.date()) }),
  z.transform(({ kind, since, until }): PayoutStop => ({
    kind,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
  })),
)

/** Oldest first. */
export const listStops = (queries: Queries, campaignId: string, now: Date): Promise<PayoutStop[]> =>
  queries.rows(
    stopRow,
    sql`select kind, started_at as since, until from ${selectStops(now)} stop
      where campaign_id = ${campaignId} order by started_at, kind`,
  )

type Start = {
  campaignId: string
  kind: StopKind
  at: Date
  until?: Date
  subAccountCode?: string
  askedBy?: string
}

/** Stops payouts of the campaign. A stop of the same kind that is open goes on, and ends no earlier than before. */
export async function startStop(
  queries: Transaction,
  { campaignId, kind, at, until, subAccountCode, askedBy }: Start,
): Promise<void> {
  await queries.run(sql`
    insert into payout_stop as open (campaign_id, kind, sub_account_code, started_at, until, asked_by)
    values (${campaignId}, ${kind}, ${subAccountCode ?? null}, ${at}, ${until ?? null}::timestamptz, ${askedBy ?? null})
    on conflict (campaign_id, kind) where ended_at is null do update set
      sub_account_code = coalesce(excluded.sub_account_code, open.sub_account_code),
      started_at = case when open.until < excluded.started_at then excluded.started_at else open.started_at end,
      until = greatest(open.until, excluded.until), asked_by = coalesce(excluded.asked_by, open.asked_by)`)
  await applyHoldsSoon(queries)
}

type End = { campaignId: string; kind: StopKind; at: Date; by?: { uid: string; reason: string } }

/** False if there is no such stop any more. */
export async function endStop(
  queries: Transaction,
  { campaignId, kind, at, by }: End,
): Promise<boolean> {
  const ended = await queries.run(sql`
    update payout_stop set ended_at = ${at}, ended_by = ${by?.uid ?? null}, reason = ${by?.reason ?? null}
    where campaign_id = ${campaignId} and kind = ${kind} and ${isOpen(at)}`)
  if (ended > 0) await applyHoldsSoon(queries)
  return ended > 0
}

/** The scheduled task would do it within a minute. */
export const applyHoldsSoon = (queries: Queries) =>
  enqueueJob(queries, { task: applyHoldsTask, key: applyHoldsTask, queue: applyHoldsTask })
