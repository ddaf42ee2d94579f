import * as z from 'zod/mini'

import { waitingActSchema } from '#shared/exposure.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { Kobo } from '#shared/money.ts'
import {
  type PayoutStop,
  type ReleasableStop,
  type StoppedCampaign,
  payoutStopSchema,
  releasableStops,
} from '#shared/payout-stop.ts'

import type { Queries, Transaction, Database } from '../../platform/database/database.ts'
import { sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Reviewer, User } from '../../platform/policy/actor.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'

const dayMs = 86_400_000
/** A request that nobody agreed to within this time must be made again. */
const waitsMs = 7 * dayMs

type Action = {
  /** As in the audit log. */
  name:
    | 'write-off'
    | 'credit'
    | 'refund'
    | 'dismiss'
    | 'release'
    | 'cancel'
    | 'owner-repayment'
    | 'top-up'
  campaignId: string | null
  /** What it is about, beside the campaign. */
  subject?: string
  amount: Kobo
  uid: string
  reason: string
  at: Date
}

const newestRow = z.object({ kind: z.string(), by: z.nullable(z.string()), at: z.date() })

/**
 * Whether staff may do this now: the person's sum of 24 hours is small, or another person requested the same. Otherwise the request is kept,
 * and the same action of another person does it. Each request and agreement is a row that nobody can change.
 */
export async function mayAct(
  queries: Transaction,
  { name, campaignId, subject, amount, uid, reason, at }: Action,
  limit: Kobo,
): Promise<boolean> {
  // What a campaign raised grows between the two.
  const sum = name === 'cancel' ? null : amount
  const key = [name, campaignId, subject, sum].filter((part) => part !== null).join(' ')
  for (const lock of [`acts of ${uid}`, key].toSorted()) await queries.run(takeLock(lock))
  const decide = (kind: 'act-alone' | 'act-requested' | 'act-agreed') =>
    queries.run(sql`
      insert into money_decision (campaign_id, kind, subject, facts, decided_by, at)
      values (${campaignId}, ${kind}, ${key}, ${JSON.stringify({ action: name, amount, reason })}, ${uid}, ${at})`)
  const newest = await queries.row(
    newestRow,
    sql`select kind, decided_by as by, at from money_decision
        where kind in ('act-requested', 'act-agreed') and subject = ${key} order by id desc limit 1`,
  )
  if (newest?.kind === 'act-requested' && newest.at.getTime() > at.getTime() - waitsMs) {
    if (newest.by === uid) return false
    await decide('act-agreed')
    return true
  }
  const used = await queries.value(
    koboSchema,
    sql`select coalesce(sum((facts ->> 'amount')::bigint), 0)::bigint as sum from money_decision
        where kind = 'act-alone' and decided_by = ${uid} and at > ${new Date(at.getTime() - dayMs)}`,
  )
  const isSmall = (used ?? 0) + amount <= limit
  await decide(isSmall ? 'act-alone' : 'act-requested')
  return isSmall
}

/** What waits for a second person, oldest first. */
export function listWaitingActs(queries: Queries, now: Date) {
  return queries.rows(
    waitingActSchema,
    sql`select id::text, facts ->> 'action' as action, title as campaign, (facts ->> 'amount')::bigint as amount,
          facts ->> 'reason' as reason, at
        from (
          select distinct on (subject) * from money_decision
          where kind in ('act-requested', 'act-agreed') and at > ${new Date(now.getTime() - waitsMs)} order by subject, id desc) newest
        left join lateral (
          select campaign_title as title from donation where donation.campaign_id = newest.campaign_id limit 1) named on true
        where kind = 'act-requested' order by at limit 100`,
  )
}

/** All stops but a freeze, which has a table of its own because it also refuses donations. */
type StopKind = Exclude<PayoutStop['kind'], 'freeze'>

export const applyHoldsTask = 'apply-payout-holds'

const isOpen = (now: Date) => sql`(ended_at is null and (until is null or until > ${now}))`

/** Every reason for which payouts are on hold now: they are paid out when a campaign has no row here. */
export const selectStops = (now: Date): Sql => sql`(
  select campaign_id, 'freeze' as kind, null::text as sub_account_code, at as started_at, null::timestamptz as until
  from campaign_freeze
  union all
  select campaign_id, kind, sub_account_code, started_at, until from payout_stop where ${isOpen(now)})`

/** Oldest first. */
export const listStops = (queries: Queries, campaignId: string, now: Date): Promise<PayoutStop[]> =>
  queries.rows(
    payoutStopSchema,
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

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findCampaign'>
  conflicts: Conflicts
  mode: string
  now: () => Date
  secondPersonAbove: Kobo
}

const waitingRow = z.object({
  campaignId: z.string(),
  askedBy: z.array(z.string()),
  isRefused: z.boolean(),
  held: koboSchema,
})
const maxListed = 50

/** Stops of payouts that wait for a person, and their release by one who took no part in what was decided before. */
export function openStopReleases(deps: Deps) {
  const { database, content, conflicts, mode, now } = deps
  const held = (campaignId: Sql) => sql`(
    select (-coalesce(sum(payable_held_kobo + payable_due_kobo), 0))::bigint from campaign_total
    where campaign_total.campaign_id = ${campaignId} and campaign_total.mode = ${mode})`
  const listWaiting = () =>
    database.rows(
      waitingRow,
      sql`select waiting.campaign_id as "campaignId", "askedBy", "isRefused",
            ${held(sql`waiting.campaign_id`)} as held
          from (
            select campaign_id, min(stop.started_at) as since,
              coalesce((select array_agg(asked_by) from payout_stop asked
                where asked.campaign_id = stop.campaign_id and ended_at is null and asked_by is not null), '{}') as "askedBy",
              ${isPayeeRefused(sql`stop.campaign_id`)} as "isRefused"
            from ${selectStops(now())} stop where kind = any(${[...releasableStops]}) group by campaign_id) waiting
          order by since limit ${maxListed}`,
    )

  return {
    /** Longest first. Campaigns that were never approved receive no money, so nothing waits for a release there. */
    async list(reader: User): Promise<StoppedCampaign[]> {
      const listed = await Promise.all(
        (await listWaiting()).map(async ({ campaignId, askedBy, isRefused, held }) => {
          const campaign = await content.findCampaign(campaignId)
          if (!campaign || !isPublished(campaign)) return undefined
          const stops = await listStops(database, campaignId, now())
          const own = await conflicts.find(database, reader, campaign)
          const isFree = own.length === 0 && !askedBy.includes(reader.uid)
          const canRelease = releasableStops.filter(
            (kind) =>
              isFree &&
              stops.some((stop) => stop.kind === kind) &&
              !(kind === 'payee' && isRefused),
          )
          return { campaignId, title: campaign.title, held, stops, canRelease, conflicts: [...own] }
        }),
      )
      return listed.filter((each) => each !== undefined)
    },

    /** Ends one stop once. Payouts go on when it was the last one. False if a large sum waits for another person. */
    async release(
      campaign: StoredCampaign,
      reviewer: Reviewer,
      { kind, reason }: { kind: ReleasableStop; reason: string },
    ): Promise<boolean> {
      const campaignId = campaign.id
      const { uid } = reviewer
      return database.transaction(async (queries) => {
        await conflicts.refuse(queries, reviewer, campaign)
        const stop = await queries.row(
          z.object({ askedBy: z.nullable(z.string()), isRefused: z.boolean(), held: koboSchema }),
          sql`select asked_by as "askedBy", ${isPayeeRefused(sql`campaign_id`)} as "isRefused",
              ${held(sql`payout_stop.campaign_id`)} as held from payout_stop
            where campaign_id = ${campaignId} and kind = ${kind} and ended_at is null for update of payout_stop`,
        )
        if (!stop) throw new Refused('already-reviewed')
        if (stop.askedBy === uid) throw new Refused('second-person-needed')
        if (kind === 'payee' && stop.isRefused) throw new Refused('payee-unconfirmed')
        const at = now()
        const act = { campaignId, subject: kind, amount: stop.held, uid, reason, at }
        if (!(await mayAct(queries, { name: 'release', ...act }, deps.secondPersonAbove)))
          return false
        if (!(await endStop(queries, { campaignId, kind, at, by: { uid, reason } })))
          throw new Refused('already-reviewed')
        return true
      })
    },
  }
}

const isPublished = ({ status }: StoredCampaign) =>
  !['pending', 'rejected', 'information-requested'].includes(status)

/** Another person who was asked whether they receive the money, and did not agree. */
const isPayeeRefused = (campaignId: ReturnType<typeof sql>) =>
  sql`exists (select from campaign_payee payee where payee.campaign_id = ${campaignId} and payee.is_current
    and payee.kind = 'person' and payee.state <> 'confirmed')`
