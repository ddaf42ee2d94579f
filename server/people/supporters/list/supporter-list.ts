import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import type { Supporter, SupporterOrder } from '#shared/supporter.ts'

import type { Database } from '../../../platform/database/database.ts'
import { asUuid, sql, type Sql } from '../../../platform/database/sql.ts'

type Deps = { database: Database; now: () => Date }

export type SupporterKey = { campaignId: string; id: string }
export type SupporterPage = { supporters: Supporter[]; next: string | null }

type Query = {
  campaignId: string
  order: SupporterOrder
  limit: number
  after?: string | undefined
  /** The organiser and reviewers also read words that wait. */
  seesWaiting: boolean
}

const row = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  amount: z.nullable(koboSchema),
  at: z.date(),
  words: z.string(),
  message: z.string(),
  reply: z.nullable(z.string()),
  key: z.string(),
})
type Row = z.output<typeof row>

const cursorPattern = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
export const isSupporterCursor = (text: string): boolean => cursorPattern.test(text)

export type SupporterList = ReturnType<typeof openSupporterList>

/** The public list of supporters. Each page is read from an index, however many supporters there are. */
export function openSupporterList({ database, now }: Deps) {
  return {
    async list({ seesWaiting, ...query }: Query): Promise<SupporterPage> {
      const found = await database.rows(row, toStatement(query))
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      return {
        supporters: page.map((each) => toSupporter(each, seesWaiting)),
        next: found.length > query.limit && last ? `${last.key}.${last.id}` : null,
      }
    },

    /** False if the organiser has answered before. */
    async reply({ campaignId, id }: SupporterKey, reply: string): Promise<boolean> {
      const changed = await database.run(sql`
        update supporter set reply = ${reply}, replied_at = ${now()}
        where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and reply is null`)
      return changed > 0
    },

    /** Hides or publishes words. False where there are none. */
    async setWords(
      { campaignId, id }: SupporterKey,
      words: 'hidden' | 'shown',
      by: string,
    ): Promise<boolean> {
      const changed = await database.run(sql`
        update supporter set words = ${words}, words_by = ${by}
        where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and words <> 'none'`)
      return changed > 0
    },

    /** The words that everyone reads. Undefined where there are none. */
    async findWords({ campaignId, id }: SupporterKey): Promise<string | undefined> {
      const found = await database.row(
        z.object({ message: z.string() }),
        sql`select donation.message from supporter join donation on donation.campaign_id = supporter.campaign_id
              and donation.id = supporter.donation_id
            where supporter.campaign_id = ${campaignId} and supporter.id = ${asUuid(id)}::uuid and supporter.words = 'shown'`,
      )
      return found?.message
    },
  }
}

/** What is left of the donation. */
const getRaised = (donationId: Sql) => sql`(
  select coalesce(sum(entry.raised_kobo), 0) from ledger_entry entry
  where entry.campaign_id = supporter.campaign_id and entry.donation_id = ${donationId})`

/**
 * A refunded donation leaves the list. One with a hidden amount takes its whole group along: the refund is in the ledger, and a single
 * name that disappeared would show whose it was.
 */
const isListed = sql`case when supporter.group_id is null then ${getRaised(sql`supporter.donation_id`)} > 0
  else not exists (select from supporter member where member.campaign_id = supporter.campaign_id
    and member.group_id = supporter.group_id and ${getRaised(sql`member.donation_id`)} < (
      select donation.amount_kobo from donation where donation.campaign_id = member.campaign_id
        and donation.id = member.donation_id)) end`

function toStatement({ campaignId, order, limit, after }: Omit<Query, 'seesWaiting'>): Sql {
  const [, value, id] = cursorPattern.exec(after ?? '') ?? []
  const isNewest = order === 'newest'
  const column = isNewest ? sql`supporter.listed_at` : sql`supporter.amount_kobo`
  const start = isNewest
    ? sql`to_timestamp(${value ?? '0'}::numeric / 1000000)`
    : sql`${value ?? '0'}::bigint`
  return sql`
    select supporter.id, case when donation.shows_name and not donation.anonymous then nullif(donation.donor_name, '') end as name,
      case when supporter.amount_kobo is not null then ${getRaised(sql`supporter.donation_id`)}::bigint end as amount,
      supporter.listed_at as at, supporter.words, donation.message, supporter.reply,
      ${isNewest ? sql`(extract(epoch from supporter.listed_at) * 1000000)::bigint::text` : sql`supporter.amount_kobo::text`} as key
    from supporter join donation on donation.campaign_id = supporter.campaign_id and donation.id = supporter.donation_id
    where supporter.campaign_id = ${campaignId} and ${column} is not null
      ${value === undefined ? sql`` : sql`and (${column}, supporter.id) < (${start}, ${id}::uuid)`}
      and ${isListed}
    order by ${column} desc, supporter.id desc limit ${limit + 1}`
}

function toSupporter(found: Row, seesWaiting: boolean): Supporter {
  const isWaiting = found.words === 'waiting'
  const isRead = found.words === 'shown' || (isWaiting && seesWaiting)
  return {
    id: found.id,
    name: found.name,
    amount: found.amount,
    at: found.amount === null ? null : found.at.toISOString(),
    words: isRead && found.message !== '' ? found.message : null,
    isWaiting: isWaiting && seesWaiting,
    reply: found.reply,
  }
}
