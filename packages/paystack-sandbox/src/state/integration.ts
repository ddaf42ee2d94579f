import * as z from 'zod/mini'

import { sql, type Database } from '../storage/database.ts'
import { newSecretKey } from './transactions.ts'

/** The merchant's secret key. Generated once and stored, so that all processes sign with the same key. */
export async function sandboxSecretKey(database: Database): Promise<string> {
  await database.run(
    sql`insert into sandbox.integration (id, secret_key) values (1, ${newSecretKey()}) on conflict do nothing`,
  )
  const [row] = await database.rows(
    z.object({ secret_key: z.string() }),
    sql`select secret_key from sandbox.integration where id = 1`,
  )
  if (!row) throw new Error('the sandbox has no secret key')
  return row.secret_key
}
