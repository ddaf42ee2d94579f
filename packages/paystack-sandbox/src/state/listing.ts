import * as z from 'zod/mini'

import type { Queries } from '../storage/database.ts'
import { sql, type Sql } from '../storage/sql.ts'

import { toPageClause, type DateRange, type Page } from '../http/paging.ts'

/** Reads one page of a table (`from` is `<table> where <condition>`) and counts all rows, in one statement. */
export async function listPage<Schema extends z.ZodMiniType>(
  queries: Queries,
  schema: Schema,
  { from, page }: { from: Sql; page: Page },
): Promise<{ rows: z.output<Schema>[]; total: number }> {
  const found = await queries.rows(
    z.looseObject({ total: z.number(), isRow: z.nullable(z.boolean()) }),
    sql`select counted.total, listed.* from (select count(*) as total from ${from}) counted
        left join lateral (select true as "isRow", * from ${from} ${toPageClause(page)}) listed on true`,
  )
  const rows = found.filter(({ isRow }) => isRow).map((row) => z.parse(schema, row))
  return { rows, total: found[0]?.total ?? 0 }
}

/** Condition on `created_at`. Null leaves that end open. */
export const createdWithin = ({ from, to }: DateRange) => sql`
  (${from}::timestamptz is null or created_at >= ${from})
  and (${to}::timestamptz is null or created_at <= ${to})`
