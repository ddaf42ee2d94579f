import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'
import { mostCounted } from '#shared/campaign.ts'

import type { Queries } from '../../database/database.ts'
import { rowOf } from '../../database/row-schema.ts'
import { literal, sql, type Sql } from '../../database/sql.ts'
import {
  campaignColumns,
  campaignFields,
  campaignOf,
  campaignRow,
  campaignSelection,
  campaignTables,
  isCampaignId,
  pageRows,
  totalRow,
} from './campaign-row.ts'
import {
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type ListingOrder,
  type PageRequest,
} from './content.ts'
import { plainSql, plainText } from './plain-text.ts'
import { searched } from './search-words.ts'

type Sort = {
  /** What pages are cut by, as a number: the cursor carries it. */
  key: Sql
  keyForm: RegExp
  order: Sql
  /** What comes after a place of the order. */
  beyond: (key: string, id: string) => Sql
  /** Who takes part at all. */
  among: (today: string) => Sql
}

const whole = /^\d{1,16}$/
const descending = (column: Sql, among: Sort['among'] = () => sql``): Sort => ({
  key: column,
  keyForm: /^-?\d{1,18}$/,
  order: sql`${column} desc, l.campaign_id desc`,
  beyond: (key, id) => sql`and (${column}, l.campaign_id) < (${key}::bigint, ${id}::uuid)`,
  among,
})

/** Each has an index, and one that begins with the category. */
const sorts: Record<ListingOrder, Sort> = {
  newest: {
    key: sql`(extract(epoch from l.created_at) * 1000000)::bigint`,
    keyForm: whole,
    order: sql`l.created_at desc, l.campaign_id desc`,
    beyond: (key, id) =>
      sql`and (l.created_at, l.campaign_id) < ('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond', ${id}::uuid)`,
    among: () => sql``,
  },
  ending: {
    key: sql`l.end_date - date '2000-01-01'`,
    keyForm: /^\d{1,6}$/,
    order: sql`l.end_date, l.campaign_id`,
    beyond: (key, id) =>
      sql`and (l.end_date, l.campaign_id) > (date '2000-01-01' + ${key}::integer, ${id}::uuid)`,
    among: (today) => sql`and l.end_date > ${today}::date`,
  },
  'most-funded': descending(sql`l.raised_kobo`),
  'nearly-there': descending(
    sql`l.share`,
    (today) => sql`and l.share < 10000 and (l.end_date is null or l.end_date > ${today}::date)`,
  ),
  trending: descending(sql`l.trend`),
}

const endingWithinDays = 14

const placedRow = rowOf({ ...campaignFields, key: z.string() })
type Placed = z.output<typeof placedRow>

/** One page of what everybody is shown, by key: an index of its own says whose turn it is. */
export function listListed(
  queries: Queries,
  filter: CampaignFilter,
  page: PageRequest & { order?: ListingOrder },
): Promise<CampaignPage> {
  const today = lagosToday()
  return searched(queries, filter.text, (query) =>
    listThose(queries, { those: matching({ ...filter, query }, today), today }, page),
  )
}

async function listThose(
  queries: Queries,
  { those, today }: { those: Sql; today: string },
  { limit, after, order = 'newest' }: PageRequest & { order?: ListingOrder },
): Promise<CampaignPage> {
  const sort = sorts[order]
  const listed = sql`${those} ${sort.among(today)}`
  const [placed, total] = await Promise.all([
    queries.rows(
      placedRow,
      sql`select ${campaignColumns}, place.key from ${campaignTables} join (
          select l.campaign_id, (${sort.key})::text as key, row_number() over (order by ${sort.order}) as turn
          from campaign_listing l where ${listed} ${after === undefined ? sql`` : beyond(after, order)}
          order by ${sort.order} limit ${pageRows(limit)}) place on place.campaign_id = c.id
        where c.deleted_at is null order by place.turn`,
    ),
    countUpTo(queries, listed, sort.order),
  ])
  const shown = placed.slice(0, limit)
  const last = shown.at(-1)
  return {
    campaigns: shown.map(({ key: _key, ...row }) => campaignOf(row)),
    total,
    next: placed.length > limit && last ? cursorOf(order, last) : null,
  }
}

export async function listOverdue(queries: Queries, today: string, limit: number) {
  const rows = await queries.rows(
    campaignRow,
    sql`${campaignSelection} join campaign_listing l on l.campaign_id = c.id
      where l.end_date <= ${today}::date and c.deleted_at is null order by l.end_date, c.id limit ${limit}`,
  )
  return rows.map(campaignOf)
}

export async function countListed(queries: Queries): Promise<number> {
  const row = await queries.row(totalRow, sql`select count(*) as total from campaign_listing`)
  return row?.total ?? 0
}

/** Counting all of a million would cost more than showing them. */
async function countUpTo(queries: Queries, listed: Sql, order: Sql): Promise<number> {
  const row = await queries.row(
    totalRow,
    sql`select count(*) as total from (
      select from campaign_listing l where ${listed} order by ${order} limit ${literal(mostCounted + 1)}) counted`,
  )
  return row?.total ?? 0
}

type Narrowed = Omit<CampaignFilter, 'text'> & { query: string | undefined }

function matching(filter: Narrowed, today: string): Sql {
  const { category, country, city, place, state, query } = filter
  return sql`true
    ${query === undefined ? sql`` : sql`and l.search @@ to_tsquery('simple', ${query})`}
    ${category === undefined ? sql`` : sql`and l.category = ${category}`}
    ${country === undefined ? sql`` : sql`and l.country = ${plainText(country)}`}
    ${city === undefined ? sql`` : sql`and l.city = ${plainText(city)}`}
    ${place === undefined ? sql`` : sql`and (l.city = ${plainText(place)} or l.country = ${plainText(place)})`}
    ${state === 'funded' ? sql`and l.share >= 10000` : sql``}
    ${state === 'ending-soon' ? sql`and l.end_date > ${today}::date and l.end_date <= ${today}::date + ${endingWithinDays}::integer` : sql``}`
}

/**
 * Takes a campaign into the listing, or out of it, as its status says; `moved` is what was just written of it. What it has raised is
 * added up by the next ranking.
 */
export function listingAfter(moved: Sql): Sql {
  return sql`unlisted as (
      delete from campaign_listing using (${moved}) moved
      where campaign_id = moved.id and (moved.status <> 'approved' or moved.deleted_at is not null)
    ), listed as (
      insert into campaign_listing (campaign_id, category, country, city, created_at, end_date, goal_kobo, trend, search)
      select id, category, ${plainSql(sql`country`)}, ${plainSql(sql`city`)}, created_at, end_date, goal,
        extract(epoch from created_at)::bigint, search
      from (${moved}) moved where status = 'approved' and deleted_at is null
      on conflict (campaign_id) do update set category = excluded.category, country = excluded.country, city = excluded.city,
        end_date = excluded.end_date, goal_kobo = excluded.goal_kobo, search = excluded.search, ranked_at = null
    )`
}

function cursorOf(order: ListingOrder, { key, id }: Placed): string {
  return Buffer.from(`${order}.${key}.${id}`).toString('base64url')
}

function beyond(cursor: string, order: ListingOrder): Sql {
  const [of, key = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const sort = sorts[order]
  if (of !== order || !sort.keyForm.test(key) || !isCampaignId(id)) throw new UnknownCursor(cursor)
  return sort.beyond(key, id)
}
