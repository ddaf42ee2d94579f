import * as z from 'zod/mini'

import type { Database } from '../../database/database.ts'
import { compareSchema } from '../../database/migrate.ts'
import { examinePooler } from '../../database/pooler.ts'
import { toConnection } from '../../database/primary.ts'
import { findRoleFault } from '../../database/role-check.ts'
import { sql } from '../../database/sql.ts'
import type { Check } from './check.ts'

type Deps = {
  config: {
    database: { kind: 'embedded' } | { kind: 'url'; urls: string[]; directUrls: string[] }
  }
  database: Database
  now: () => Date
}

const maxClockSeconds = 2

export function databaseChecks({ config, database, now }: Deps): Check[] {
  return [
    { name: 'database', isFatal: true, find: () => findReadOnly(database) },
    { name: 'schema', isFatal: true, find: () => findSchemaFault(database) },
    { name: 'role', isFatal: true, find: () => findRoleFault(database) },
    { name: 'pooler', isFatal: true, find: async () => findPooler(config) },
    { name: 'clock', find: () => findClockFault(database, now) },
  ]
}

async function findReadOnly(database: Database): Promise<string | undefined> {
  const row = await database.row(
    z.object({ isReadOnly: z.boolean() }),
    sql`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  return row?.isReadOnly === false
    ? undefined
    : 'The database accepts no writes: name the host of its primary in DATABASE_URL.'
}

async function findSchemaFault({ pool }: Database): Promise<string | undefined> {
  const { missing, contracting } = await compareSchema(pool)
  if (contracting.length > 0)
    return `The database has the migration ${contracting.at(-1)}, which this version of Ajo does not know: start the newer version.`
  if (missing.length > 0)
    return `The database lacks the migration ${missing[0]}: start this version of Ajo once, which adds it.`
  return undefined
}

async function findPooler({ database }: Deps['config']): Promise<string | undefined> {
  if (database.kind === 'embedded') return undefined
  const { urls, directUrls } = database
  const { fault } = await examinePooler({
    connection: toConnection(urls),
    hasDirectConnection: directUrls !== urls,
  })
  return fault
}

/** Sessions, codes and deadlines are written with the clock of the server and compared with that of the database. */
async function findClockFault(database: Database, now: () => Date): Promise<string | undefined> {
  const before = now().getTime()
  const row = await database.row(z.object({ at: z.date() }), sql`select clock_timestamp() as at`)
  const at = row?.at.getTime() ?? 0
  const seconds = Math.max(before - at, at - now().getTime(), 0) / 1_000
  if (seconds <= maxClockSeconds) return undefined
  return `The clocks of the server and of the database differ by ${Math.round(seconds)} seconds: synchronise both, for example with chrony.`
}
