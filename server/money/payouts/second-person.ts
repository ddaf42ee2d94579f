import * as z from 'zod/mini'

import { waitingActSchema } from '#shared/exposure.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { Kobo } from '#shared/money.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

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
  for (const lock of [`acts of ${uid}`, key].toSorted())
    await queries.run(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
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
  const used = await queries.row(
    z.object({ sum: koboSchema }),
    sql`select coalesce(sum((facts ->> 'amount')::bigint), 0)::bigint as sum from money_decision
        where kind = 'act-alone' and decided_by = ${uid} and at > ${new Date(at.getTime() - dayMs)}`,
  )
  const isSmall = (used?.sum ?? 0) + amount <= limit
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
