import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { needsReview } from '#shared/support-words.ts'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Task } from '../../../platform/queue/queue.ts'

type Deps = { database: Database; mode: string; now: () => Date }

/** So many supporters with hidden amounts are listed together, at least. */
export const minGroup = 3
const batchSize = 500

const campaignRow = z.object({ campaignId: z.string() })
const dueRow = z.object({
  id: z.string(),
  amount: koboSchema,
  hidesAmount: z.boolean(),
  message: z.string(),
  paidAt: z.date(),
})
type Due = z.output<typeof dueRow>

/**
 * Puts paid donations on the public lists. A shown amount appears at once. Hidden amounts appear in groups of at least three with two
 * different amounts: the ledger shows every amount, so a name that appeared alone would show whose amount is the newest.
 */
export function publishSupportersTask({ database, mode, now }: Deps): Task {
  return {
    name: 'publish-supporters',
    lane: 'maintenance',
    cron: '* * * * *',
    run: async () => {
      const campaigns = await database.rows(
        campaignRow,
        sql`select distinct campaign_id as "campaignId" from donation
            where state = 'paid' and shows_name is not null and listed_at is null and mode = ${mode}`,
      )
      for (const { campaignId } of campaigns)
        await database.transaction((queries) => publish(queries, campaignId, { mode, now: now() }))
    },
  }
}

async function publish(
  queries: Transaction,
  campaignId: string,
  { mode, now }: { mode: string; now: Date },
) {
  await queries.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`supporters ${campaignId}`}, 0))`,
  )
  const due = await queries.rows(
    dueRow,
    sql`select donation.id, donation.amount_kobo as amount, donation.hides_amount as "hidesAmount",
          case when donation.shows_message then donation.message else '' end as message,
          coalesce(known.paid_at, donation.created_at) as "paidAt"
        from donation
        left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
        where donation.campaign_id = ${campaignId} and donation.state = 'paid' and donation.shows_name is not null
          and donation.listed_at is null and donation.mode = ${mode}
          and exists (select from ledger_entry entry where entry.campaign_id = donation.campaign_id
            and entry.donation_id = donation.id having sum(entry.raised_kobo) > 0)
        order by donation.id limit ${batchSize}`,
  )
  const shown = due.filter(({ hidesAmount }) => !hidesAmount)
  const hidden = due.filter(({ hidesAmount }) => hidesAmount)
  const listed = [
    ...shown.map((one) => ({ ...one, shownAmount: one.amount, at: one.paidAt })),
    ...toGroup(hidden).map((one) => ({ ...one, shownAmount: null, at: now })),
  ]
  await insert(queries, campaignId, listed, now)
}

/** All that wait, once no one's amount follows from the others. */
export function toGroup<Waiting extends { amount: Kobo }>(waiting: Waiting[]): Waiting[] {
  const amounts = new Set(waiting.map(({ amount }) => amount))
  return waiting.length >= minGroup && amounts.size > 1 ? waiting : []
}

type Listed = Due & { shownAmount: Kobo | null; at: Date }

async function insert(queries: Transaction, campaignId: string, listed: Listed[], now: Date) {
  if (listed.length === 0) return
  const groupId = randomUUID()
  const ids = listed.map(({ id }) => id)
  await queries.run(sql`
    insert into supporter (campaign_id, donation_id, amount_kobo, listed_at, group_id, words)
    select ${campaignId}, row.donation_id, row.amount, row.at, case when row.amount is null then ${groupId}::uuid end, row.words
    from unnest(${ids}::uuid[], ${listed.map(({ shownAmount }) => shownAmount)}::bigint[],
      ${listed.map(({ at }) => at)}::timestamptz[], ${listed.map(({ message }) => toWords(message))}::text[])
      as row (donation_id, amount, at, words)
    on conflict do nothing`)
  await queries.run(
    sql`update donation set listed_at = ${now} where campaign_id = ${campaignId} and id = any(${ids}::uuid[])`,
  )
}

function toWords(message: string): 'none' | 'waiting' | 'shown' {
  if (message === '') return 'none'
  return needsReview(message) ? 'waiting' : 'shown'
}
