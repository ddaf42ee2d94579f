import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import type { Database, Queries } from '#server/database/database.ts'

import { newSecretKey } from './identifiers.ts'

/** The merchant's secret key. Made at the first start and kept in the database, so that every process signs alike. */
export async function sandboxSecretKey(database: Database): Promise<string> {
  await database.run(
    sql`insert into sandbox.integration (id, secret_key) values (1, ${newSecretKey()}) on conflict do nothing`,
  )
  const [row] = await database.rows(
    z.object({ secret_key: z.string() }),
    sql`select secret_key from sandbox.integration where id = 1`,
  )
  if (!row) throw new Error('the sandbox has no key')
  return row.secret_key
}

export async function paymentSessionTimeout(queries: Queries): Promise<number> {
  const row = await queries.row(
    z.object({ seconds: z.number() }),
    sql`select payment_session_timeout as seconds from sandbox.integration where id = 1`,
  )
  return row?.seconds ?? 0
}

export async function setPaymentSessionTimeout(database: Database, seconds: number): Promise<void> {
  await sandboxSecretKey(database)
  await database.run(
    sql`update sandbox.integration set payment_session_timeout = ${seconds} where id = 1`,
  )
}
