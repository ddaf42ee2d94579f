import * as z from 'zod/mini'

import { openPglite } from '../src/storage/database.ts'
import { sql } from '../src/storage/sql.ts'

const nameSchema = z.object({ name: z.string() })
let opened: ReturnType<typeof open> | undefined

/** A database in memory. PGlite takes seconds to start, so the test files of a worker share one and empty it before each test. */
export const memoryDatabase = () => (opened ??= open())

async function open() {
  const database = await openPglite()
  const tables = await database.rows(
    nameSchema,
    sql`select format('sandbox.%I', tablename) as name from pg_tables where schemaname = 'sandbox'`,
  )
  const names = tables.map(({ name }) => name).join(', ')
  return { database, empty: () => database.run(sql([`truncate ${names} cascade`])) }
}
