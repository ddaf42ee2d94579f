import * as z from 'zod/mini'

import type { Queries } from '#server/database/database.ts'
import { sql, type Sql } from '#server/database/sql.ts'

import { windowOf, type Page } from './paging.ts'

/** One page of the rows of `from`, a table and its condition, and how many there are in all. */
export async function listPage<Schema extends z.ZodMiniType>(
  queries: Queries,
  schema: Schema,
  { from, page }: { from: Sql; page: Page },
): Promise<{ rows: z.output<Schema>[]; total: number }> {
  const rows = await queries.rows(schema, sql`select * from ${from} ${windowOf(page)}`)
  const count = await queries.row(
    z.object({ total: z.number() }),
    sql`select count(*) as total from ${from}`,
  )
  // The page before a cursor is read upwards.
  const upwards = page.kind === 'cursor' && page.direction === 'previous'
  return { rows: upwards ? rows.toReversed() : rows, total: count?.total ?? 0 }
}

/** Created within a span that may be open at either end. */
export const createdWithin = ({ from, to }: { from: Date | null; to: Date | null }) => sql`
  (${from}::timestamptz is null or created_at >= ${from})
  and (${to}::timestamptz is null or created_at <= ${to})`
