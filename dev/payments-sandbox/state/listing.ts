import * as z from 'zod/mini'

import type { Queries } from '#server/database/database.ts'
import { sql, type Sql } from '#server/database/sql.ts'

import { toPageClause, type DateRange, type Page } from '../http/paging.ts'

/** Reads one page of a table (`from` is `<table> where <condition>`) and counts all rows. */
export async function listPage<Schema extends z.ZodMiniType>(
  queries: Queries,
  schema: Schema,
  { from, page }: { from: Sql; page: Page },
): Promise<{ rows: z.output<Schema>[]; total: number }> {
  const rows = await queries.rows(schema, sql`select * from ${from} ${toPageClause(page)}`)
  const count = await queries.row(
    z.object({ total: z.number() }),
    sql`select count(*) as total from ${from}`,
  )
  return { rows, total: count?.total ?? 0 }
}

/** Condition on `created_at`. Null leaves that end open. */
export const createdWithin = ({ from, to }: DateRange) => sql`
  (${from}::timestamptz is null or created_at >= ${from})
  and (${to}::timestamptz is null or created_at <= ${to})`
