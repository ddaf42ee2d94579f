import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'
import { maxListTotal } from '#shared/campaign-query.ts'

import type { Queries } from '../../../database/database.ts'
import { compiledObject } from '../../../database/compiled-object.ts'
import { literal, sql, type Sql } from '../../../database/sql.ts'
import {
  endingSoonDays,
  isCampaignId,
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type ListingOrder,
  type PageRequest,
} from '../content.ts'
import { toSearchText, toSearchTextSql } from '../search-text.ts'
import {
  campaignColumns,
  campaignFields,
  campaignRow,
  campaignTables,
  selectCampaigns,
  toCampaign,
  toRowLimit,
  totalRow,
} from './campaign-row.ts'
import { searchWords } from './search-words.ts'

type Sort = {
  /** The sort key as an integer, which the cursor contains. */
  key: Sql
  keyPattern: RegExp
  order: Sql
  /** Condition for rows after the cursor. */
  after: (key: string, id: string) => Sql
  /** Condition for rows that belong in this order. */
  eligible: (today: string) => Sql
}

const descending = (column: Sql, eligible: Sort['eligible'] = () => sql``): Sort => ({
  key: column,
  keyPattern: /^-?\d{1,18}$/,
  order: sql`${column} desc, l.campaign_id desc`,
  after: (key, id) => sql`and (${column}, l.campaign_id) < (${key}::bigint, ${id})`,
  eligible,
})

/** Each order has one index, and a second one that starts with the category. */
const sorts: Record<ListingOrder, Sort> = {
  newest: {
    key: sql`(extract(epoch from l.created_at) * 1000000)::bigint`,
    keyPattern: /^\d{1,16}$/,
    order: sql`l.created_at desc, l.campaign_id desc`,
    after: (key, id) =>
      sql`and (l.created_at, l.campaign_id) < ('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond', ${id})`,
    eligible: () => sql``,
  },
  ending: {
    key: sql`l.end_date - date '2000-01-01'`,
    keyPattern: /^\d{1,6}$/,
    order: sql`l.end_date, l.campaign_id`,
    after: (key, id) =>
      sql`and (l.end_date, l.campaign_id) > (date '2000-01-01' + ${key}::integer, ${id})`,
    eligible: (today) => sql`and l.end_date > ${today}::date`,
  },
  'most-funded': descending(sql`l.raised_kobo`),
  'nearly-there': descending(
    sql`l.share`,
    (today) => sql`and l.share < 10000 and (l.end_date is null or l.end_date > ${today}::date)`,
  ),
  trending: descending(sql`l.trend`),
}

const keyedRow = compiledObject({ ...campaignFields, key: z.string() })
type KeyedRow = z.output<typeof keyedRow>

type ApprovedPage = PageRequest & { order?: ListingOrder }

/** The public list, read by keyset from the narrow table `campaign_listing`. */
export function listApproved(
  queries: Queries,
  filter: CampaignFilter,
  page: ApprovedPage,
): Promise<CampaignPage> {
  const today = lagosToday()
  return searchWords(queries, filter.text, (query) =>
    listPage(queries, { condition: toCondition({ ...filter, query }, today), today }, page),
  )
}

async function listPage(
  queries: Queries,
  { condition, today }: { condition: Sql; today: string },
  { limit, after, order = 'newest' }: ApprovedPage,
): Promise<CampaignPage> {
  const sort = sorts[order]
  const listed = sql`${condition} ${sort.eligible(today)}`
  const [rows, total] = await Promise.all([
    queries.rows(
      keyedRow,
      sql`select ${campaignColumns}, page.key from ${campaignTables} join (
          select l.campaign_id, (${sort.key})::text as key, row_number() over (order by ${sort.order}) as position
          from campaign_listing l where ${listed} ${after === undefined ? sql`` : afterCursor(after, order)}
          order by ${sort.order} limit ${toRowLimit(limit)}) page on page.campaign_id = c.id
        where c.deleted_at is null order by page.position`,
    ),
    countUpToMax(queries, listed, sort.order),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    campaigns: shown.map(({ key: _key, ...row }) => toCampaign(row)),
    total,
    next: rows.length > limit && last ? encodeCursor(order, last) : null,
  }
}

export async function listOverdue(queries: Queries, today: string, limit: number) {
  const rows = await queries.rows(
    campaignRow,
    sql`${selectCampaigns} join campaign_listing l on l.campaign_id = c.id
      where l.end_date <= ${today}::date and c.deleted_at is null order by l.end_date, c.id limit ${limit}`,
  )
  return rows.map(toCampaign)
}

export async function countApproved(queries: Queries): Promise<number> {
  const row = await queries.row(
    totalRow,
    sql`select coalesce(max(campaigns), 0) as total from listing_size`,
  )
  return row?.total ?? 0
}

/** Stops at `maxListTotal` + 1, because an exact count of a large list costs more than the page. */
async function countUpToMax(queries: Queries, listed: Sql, order: Sql): Promise<number> {
  const row = await queries.row(
    totalRow,
    sql`select count(*) as total from (
      select from campaign_listing l where ${listed} order by ${order} limit ${literal(maxListTotal + 1)}) counted`,
  )
  return row?.total ?? 0
}

type SearchFilter = Omit<CampaignFilter, 'text'> & { query: string | undefined }

function toCondition(filter: SearchFilter, today: string): Sql {
  const { category, cause, country, city, place, state, except, query } = filter
  return sql`true
    ${query === undefined ? sql`` : sql`and l.search @@ to_tsquery('simple', ${query})`}
    ${category === undefined ? sql`` : sql`and l.category = ${category}`}
    ${cause === undefined ? sql`` : sql`and l.cause = ${cause}`}
    ${country === undefined ? sql`` : sql`and l.country = ${toSearchText(country)}`}
    ${city === undefined ? sql`` : sql`and l.city = ${toSearchText(city)}`}
    ${place === undefined ? sql`` : sql`and (l.city = ${toSearchText(place)} or l.country = ${toSearchText(place)})`}
    ${except === undefined ? sql`` : sql`and l.campaign_id <> all(${except}::text[])`}
    ${state === 'open' ? sql`and (l.end_date is null or l.end_date > ${today}::date)` : sql``}
    ${state === 'funded' ? sql`and l.share >= 10000` : sql``}
    ${state === 'ending-soon' ? sql`and l.end_date > ${today}::date and l.end_date <= ${today}::date + ${endingSoonDays}::integer` : sql``}`
}

/** Adds changed campaigns to the listing or removes them, by status. `changed` selects the new rows of `campaign`. */
export function updateListing(changed: Sql): Sql {
  return sql`unlisted as (
      delete from campaign_listing using (${changed}) changed
      where campaign_id = changed.id and (changed.status <> 'approved' or changed.deleted_at is not null)
    ), listed as (
      insert into campaign_listing (campaign_id, category, cause, country, city, created_at, end_date, goal_kobo, trend, search)
      select id, category, cause, ${toSearchTextSql(sql`country`)}, ${toSearchTextSql(sql`city`)}, created_at, end_date, goal,
        extract(epoch from created_at)::bigint, search
      from (${changed}) changed where status = 'approved' and deleted_at is null
      on conflict (campaign_id) do update set category = excluded.category, cause = excluded.cause, country = excluded.country, city = excluded.city,
        end_date = excluded.end_date, goal_kobo = excluded.goal_kobo, search = excluded.search, ranked_at = null
    )`
}

function encodeCursor(order: ListingOrder, { key, id }: KeyedRow): string {
  return Buffer.from(`${order}.${key}.${id}`).toString('base64url')
}

function afterCursor(cursor: string, order: ListingOrder): Sql {
  const [cursorOrder, key = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const { after, keyPattern } = sorts[order]
  if (cursorOrder !== order || !keyPattern.test(key) || !isCampaignId(id))
    throw new UnknownCursor(cursor)
  return after(key, id)
}
