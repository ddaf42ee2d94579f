import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { maxListTotal } from '#shared/campaign-query.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { compiledObject } from '../../../platform/database/compiled-object.ts'
import { identifier, joinSql, literal, sql, type Sql } from '../../../platform/database/sql.ts'
import {
  decodeCursor,
  encodeCursor,
  type CampaignFilter,
  type CampaignPage,
  type ListingOrder,
  type PageRequest,
  endingSoonDays,
} from '../content.ts'
import { toSearchTextSql, toSearchText } from '../search-text.ts'
import {
  campaignColumns,
  campaignFields,
  campaignRow,
  campaignTables,
  selectCampaigns,
  toRowLimit,
  totalRow,
} from './campaign-row.ts'
import { matchesWords, searchWords } from './search-words.ts'

type Sort = {
  column: string
  /** The sort key as an integer, which the cursor contains. */
  key: Sql
  keyPattern: RegExp
  order: Sql
  /** Condition for rows after the cursor. */
  after: (key: string, id: string) => Sql
  /** Condition for rows that belong in this order. */
  eligible: (today: string) => Sql
}

const descending = (column: string, eligible: Sort['eligible'] = () => sql``): Sort => ({
  column,
  key: sql`l.${identifier(column)}`,
  keyPattern: /^-?\d{1,18}$/,
  order: sql`l.${identifier(column)} desc, l.campaign_id desc`,
  after: (key, id) => sql`and (l.${identifier(column)}, l.campaign_id) < (${key}::bigint, ${id})`,
  eligible,
})

/** Each order has one index, and a second one that starts with the category. */
const sorts: Record<ListingOrder, Sort> = {
  newest: {
    column: 'created_at',
    key: sql`(extract(epoch from l.created_at) * 1000000)::bigint`,
    keyPattern: /^\d{1,16}$/,
    order: sql`l.created_at desc, l.campaign_id desc`,
    after: (key, id) =>
      sql`and (l.created_at, l.campaign_id) < ('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond', ${id})`,
    eligible: () => sql``,
  },
  ending: {
    column: 'end_date',
    key: sql`l.end_date - date '2000-01-01'`,
    keyPattern: /^\d{1,6}$/,
    order: sql`l.end_date, l.campaign_id`,
    after: (key, id) =>
      sql`and (l.end_date, l.campaign_id) > (date '2000-01-01' + ${key}::integer, ${id})`,
    eligible: (today) => sql`and l.end_date > ${today}::date`,
  },
  'most-funded': descending('raised_kobo'),
  'nearly-there': descending(
    'share',
    (today) => sql`and l.share < 10000 and (l.end_date is null or l.end_date > ${today}::date)`,
  ),
  trending: descending('trend'),
}

const keyedRow = compiledObject({ ...campaignFields, key: z.string() })

type ApprovedPage = PageRequest & { order?: ListingOrder }

/** Rows that are read in the list's order (decision 0011). Their words take longer to compare. */
const maxWalked = 4_000
const maxWalkedWithWords = 1_000
/** A list with fewer matches among the walked rows is counted by its conditions. */
const minWalkedMatches = 50

type Listed = ListConditions & { order: ListingOrder; walked: number }

/** The public list, read by keyset from the narrow table `campaign_listing`. */
export function listApproved(
  queries: Queries,
  filter: CampaignFilter,
  page: ApprovedPage,
): Promise<CampaignPage> {
  const today = lagosDay()
  const { order = 'newest' } = page
  return searchWords(queries, filter.text, (query) => {
    const { leads, ...rest } = toConditions({ ...filter, query }, { order, today })
    const eligible = sorts[order].eligible(today)
    const walked = query === undefined ? maxWalked : maxWalkedWithWords
    const listed = { leads: leads.map((lead) => sql`${lead} ${eligible}`), ...rest, order, walked }
    return listPage(queries, listed, page)
  })
}

async function listPage(
  queries: Queries,
  listed: Listed,
  { limit, after }: ApprovedPage,
): Promise<CampaignPage> {
  const cursor = after === undefined ? sql`` : afterCursor(after, listed.order)
  const [found, counted] = await Promise.all([
    queries.rows(keyedRow, toPage(listed, walk(listed, cursor), limit)),
    countWalked(queries, listed),
  ])
  const isRare = !counted.isTotalExact && listed.rest !== undefined
  const rows =
    isRare && found.length <= limit
      ? await queries.rows(keyedRow, toPage(listed, select(listed, cursor), limit))
      : found
  const isWhole = after === undefined && rows.length <= limit
  const isFew = isRare && counted.total < minWalkedMatches
  const total = isFew && !isWhole ? await countSelected(queries, listed) : counted
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    campaigns: shown.map(({ key: _key, ...campaign }) => campaign),
    ...(isWhole ? { total: rows.length, isTotalExact: true } : total),
    next: rows.length > limit && last ? encodeCursor(listed.order, last.key, last.id) : null,
  }
}

function toPage({ order }: Listed, matches: Sql, limit: number): Sql {
  const sort = sorts[order]
  return sql`select ${campaignColumns}, page.key from ${campaignTables} join (
      select l.campaign_id, (${sort.key})::text as key, row_number() over (order by ${sort.order}) as position
      from (${matches}) l order by ${sort.order} limit ${toRowLimit(limit)}) page on page.campaign_id = c.id
    where c.deleted_at is null order by page.position`
}

/** Names the columns, because an index that includes them all is read without the table. */
function toColumns({ order, restColumns }: Listed): Sql {
  const names = new Set(['campaign_id', sorts[order].column, ...restColumns])
  return joinSql([...names].map((name) => sql`l.${identifier(name)}`))
}

function walkedRows(listed: Listed, cursor: Sql): Sql {
  const { leads, order, walked } = listed
  const end = sql`order by ${sorts[order].order} limit ${literal(walked)}`
  const walks = leads.map(
    (lead) =>
      sql`(select ${toColumns(listed)} from campaign_listing l where true ${lead} ${cursor} ${end})`,
  )
  return sql`select * from (${joinSql(walks, sql` union all `)}) l ${end}`
}

/** Planned as a walk, which ends as soon as the page is full. */
const walk = (listed: Listed, cursor: Sql) =>
  sql`select * from (${walkedRows(listed, cursor)}) l where true ${listed.rest ?? sql``}`

/** Planned without the order, because the planner takes conditions for independent and would walk the whole list for what is rare. */
function select(listed: Listed, cursor: Sql): Sql {
  const { leads, rest } = listed
  const selected = leads.map(
    (lead) =>
      sql`(select ${toColumns(listed)} from campaign_listing l where true ${lead} ${rest ?? sql``} ${cursor} offset 0)`,
  )
  return joinSql(selected, sql` union all `)
}

export function listOverdue(queries: Queries, today: string, limit: number) {
  return queries.rows(
    campaignRow,
    sql`${selectCampaigns} join campaign_listing l on l.campaign_id = c.id
      where l.end_date <= ${today}::date and c.deleted_at is null order by l.end_date, c.id limit ${limit}`,
  )
}

export async function countApproved(queries: Queries): Promise<number> {
  const row = await queries.row(
    totalRow,
    sql`select coalesce(max(campaigns), 0) as total from listing_size`,
  )
  return row?.total ?? 0
}

type Counted = Pick<CampaignPage, 'total' | 'isTotalExact'>

const walkedRow = compiledObject({ total: z.int(), walked: z.int() })

async function countWalked(queries: Queries, listed: Listed): Promise<Counted> {
  const { rest } = listed
  const walked = rest === undefined ? maxListTotal + 1 : listed.walked
  const row = await queries.row(
    walkedRow,
    sql`select count(*) filter (where true ${rest ?? sql``}) as total, count(*) as walked
      from (${walkedRows({ ...listed, walked }, sql``)}) l`,
  )
  const { total, walked: read } = row ?? { total: 0, walked: 0 }
  return { total: Math.min(total, maxListTotal), isTotalExact: read < walked }
}

async function countSelected(queries: Queries, listed: Listed): Promise<Counted> {
  const row = await queries.row(
    totalRow,
    sql`select count(*) as total from (${select(listed, sql``)} limit ${maxListTotal + 1}) counted`,
  )
  const total = row?.total ?? 0
  return { total: Math.min(total, maxListTotal), isTotalExact: total <= maxListTotal }
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

function afterCursor(cursor: string, order: ListingOrder): Sql {
  const { after, keyPattern } = sorts[order]
  const { key, id } = decodeCursor(cursor, keyPattern, order)
  return after(key, id)
}

type SearchFilter = Omit<CampaignFilter, 'text'> & { query: string | undefined }

type ListConditions = {
  /** What indexes find in the list's order, each on its own. A campaign matches one of them at most. */
  leads: Sql[]
  /** What is compared in each row, if anything, and the columns that it needs. */
  rest: Sql | undefined
  restColumns: readonly string[]
}

type Name = Exclude<keyof SearchFilter, 'status' | 'ownerUid' | 'ids' | 'textIds'>

/** The columns with which an index in this order can begin, the narrowest first. */
const leading: Record<ListingOrder, Name[]> = {
  newest: ['city', 'country', 'place', 'cause', 'category'],
  ending: ['city', 'country', 'place', 'cause', 'category'],
  'most-funded': ['cause', 'category'],
  'nearly-there': ['cause', 'category'],
  trending: ['cause', 'category'],
}

/** The columns that a condition compares, apart from the id, which every index includes. */
const columns: Record<Name, readonly string[]> = {
  category: ['category'],
  cause: ['cause'],
  country: ['country'],
  city: ['city'],
  place: ['city', 'country'],
  state: ['end_date', 'share'],
  query: ['search'],
  except: [],
}

function toConditions(
  filter: SearchFilter,
  { order, today }: { order: ListingOrder; today: string },
): ListConditions {
  const conditions = listConditions(filter, today)
  const first = leading[order].find((name) => conditions.has(name))
  const isLead = (name: Name) =>
    name === first || (name === 'state' && order === 'ending' && filter.state !== 'funded')
  const rest = [...conditions].filter(([name]) => !isLead(name))
  const alternatives =
    first === 'place'
      ? toPlaces(filter.place ?? '')
      : [joined([...conditions].filter(([name]) => name === first))]
  const ending = joined([...conditions].filter(([name]) => isLead(name) && name !== first))
  return {
    leads: alternatives.map((lead) => sql`${lead} ${ending}`),
    rest: rest.length > 0 ? joined(rest) : undefined,
    restColumns: rest.flatMap(([name]) => columns[name]),
  }
}

const joined = (conditions: [Name, Sql][]) =>
  conditions.reduce((before, [, condition]) => sql`${before} and ${condition}`, sql``)

/** A campaign of the country whose city has the same name is listed with the city. */
function toPlaces(place: string): Sql[] {
  const name = toSearchText(place)
  return [sql`and l.city = ${name}`, sql`and l.country = ${name} and l.city <> ${name}`]
}

function listConditions(filter: SearchFilter, today: string): Map<Name, Sql> {
  const { category, cause, country, city, place, state, except, query, textIds } = filter
  const conditions = new Map<Name, Sql>()
  if (query !== undefined)
    conditions.set('query', matchesWords(query, sql`l.search`, sql`l.campaign_id`, textIds))
  if (category !== undefined) conditions.set('category', sql`l.category = ${category}`)
  if (cause !== undefined) conditions.set('cause', sql`l.cause = ${cause}`)
  if (country !== undefined) conditions.set('country', sql`l.country = ${toSearchText(country)}`)
  if (city !== undefined) conditions.set('city', sql`l.city = ${toSearchText(city)}`)
  if (place !== undefined)
    conditions.set(
      'place',
      sql`(l.city = ${toSearchText(place)} or l.country = ${toSearchText(place)})`,
    )
  if (except !== undefined) conditions.set('except', sql`l.campaign_id <> all(${except}::text[])`)
  if (state !== undefined) conditions.set('state', toStateCondition(state, today))
  return conditions
}

function toStateCondition(state: NonNullable<CampaignFilter['state']>, today: string): Sql {
  if (state === 'funded') return sql`l.share >= 10000`
  if (state === 'open') return sql`(l.end_date is null or l.end_date > ${today}::date)`
  return sql`l.end_date > ${today}::date and l.end_date <= ${today}::date + ${endingSoonDays}::integer`
}
