import type { Context } from 'hono'
import * as z from 'zod/mini'

import {
  bulkFormSchema,
  staffListQuerySchema,
  type BulkResponse,
  type StaffListPage,
  type StaffListQuery,
} from '#shared/staff-list.ts'
import { maxListed, type StaffListOrder } from '#shared/staff-list-limits.ts'
import { invalid } from '#shared/text/invalid.ts'

import type { Queries } from '../database/database.ts'
import { joinSql, literal, sql, type Sql } from '../database/sql.ts'
import { jsonBody, parseInput, Refused } from '../http/context.ts'

const pageRows = 50

export type ListQuery = {
  /** Selects, each with the columns id (text), rank (the smallest first), at, kind, words (which a search finds), and those of the row. */
  items: readonly Sql[]
  /** What the rows of one page join, and which columns it adds. */
  joins?: Sql
  adds?: Sql
  /** Without one in the query. */
  order?: StaffListOrder
}

const orders: Record<StaffListOrder, { sorted: Sql; keys: Sql; follows: Sql }> = {
  first: {
    sorted: sql`item.rank, item.at, item.id`,
    keys: sql`(item.rank, item.at, item.id)`,
    follows: sql`>`,
  },
  oldest: { sorted: sql`item.at, item.id`, keys: sql`(item.at, item.id)`, follows: sql`>` },
  newest: {
    sorted: sql`item.at desc, item.id desc`,
    keys: sql`(item.at, item.id)`,
    follows: sql`<`,
  },
}

/** A rank, microseconds, which a date of JavaScript would round, and an id. */
const cursorPattern = /^(-?\d{1,15})~(-?\d{1,18})~([\w-]{1,60})$/
const cursorColumn = sql`item.rank || '~' || (extract(epoch from item.at) * 1000000)::bigint || '~' || item.id as cursor`
const cursorRow = z.object({ cursor: z.string() })
const countRow = z.object({ kind: z.string(), count: z.int() })

/** A page of 50 rows that begins after the cursor, how many items there are, and of which kinds. */
export async function readListPage<Schema extends z.core.$ZodType>(
  database: Queries,
  schema: Schema,
  list: ListQuery,
  query: StaffListQuery,
): Promise<{ rows: z.output<Schema>[]; page: StaffListPage }> {
  const { items, joins = sql``, adds = sql`` } = list
  const order = query.order || list.order || 'first'
  const { sorted, keys, follows } = orders[order]
  const isFound = query.q === undefined ? sql`true` : sql`item.words ilike ${toPattern(query.q)}`
  const isShown = query.kind ? sql`${isFound} and item.kind = ${query.kind}` : isFound
  const position = toPosition(query.after, order)
  const isAfter = position ? sql`${keys} ${follows} ${position}` : sql`true`
  const union = (toBranch: (select: Sql) => Sql) => joinSql(items.map(toBranch), sql` union all `)
  const page = union(
    (select) => sql`(select * from (${select}) item where ${isShown} and ${isAfter}
      order by ${sorted} limit ${literal(pageRows + 1)})`,
  )
  const found = await database.rows(
    z.intersection(schema, cursorRow),
    sql`select item.*, ${cursorColumn} ${adds} from (
          select * from (${page}) item order by ${sorted} limit ${literal(pageRows + 1)}) item ${joins} order by ${sorted}`,
  )
  const counted = union(
    (select) =>
      sql`(select kind from (${select}) item where ${isFound} limit ${literal(maxListed)})`,
  )
  const kinds = await database.rows(
    countRow,
    sql`select kind, count(*) from (${counted}) item group by kind order by count(*) desc, kind`,
  )
  const rows = found.slice(0, pageRows)
  return {
    rows: rows.map(withoutCursor),
    page: {
      total: kinds
        .filter(({ kind }) => !query.kind || kind === query.kind)
        .reduce((total, { count }) => total + count, 0),
      kinds,
      next: found.length > pageRows ? (rows.at(-1)?.cursor ?? null) : null,
    },
  }
}

const withoutCursor = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'cursor')) as Row

/** What of the cursor the order compares. */
function toPosition(after: string | undefined, order: StaffListOrder): Sql | undefined {
  if (!after) return undefined
  const [, rank, micros, id] = cursorPattern.exec(after) ?? []
  if (rank === undefined || micros === undefined || id === undefined)
    throw new Refused('invalid-input', { fields: { after: [invalid.input] } })
  const at = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
  return order === 'first' ? sql`(${rank}::bigint, ${at}, ${id}::text)` : sql`(${at}, ${id}::text)`
}

const toPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export const parseListQuery = (c: Context): StaffListQuery =>
  parseInput(staffListQuerySchema, c.req.query())

/** Does the same with each of several items, one after the other, and answers how many were changed. */
export async function changeEach(
  c: Context,
  change: (id: string, reason: string) => Promise<boolean>,
): Promise<BulkResponse> {
  const { ids, reason = '' } = await jsonBody(c, bulkFormSchema)
  let changed = 0
  for (const id of ids) {
    try {
      if (await change(id, reason)) changed++
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
  return { changed }
}
