import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import * as z from 'zod/mini'

import { StartRefused } from '../runtime/start-refused.ts'
import { applicationRole, ensureApplicationRole } from './application-role.ts'

/** A migration failed or was changed. The message is for the person who starts the server. */
export class MigrationRefused extends StartRefused {
  override name = 'MigrationRefused'
}

const migrationsDirectory = join(import.meta.dirname, 'migrations')

type Migration = { name: string; text: string; checksum: string }

/** Arbitrary, but the same in every version of Ajo. */
const lockKey = 4_129_028

const appliedSchema = z.array(z.object({ name: z.string(), checksum: z.string() }))

/** Applies all missing migrations, each in a transaction of its own. Returns their names. */
export async function migrate(
  connection: pg.ClientConfig,
  directory = migrationsDirectory,
): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'ajo migrations' })
  // A lost connection rejects the query that waits for it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await ensureApplicationRole(client)
    await migrateQueue(connection)
    return await applyMissing(client, readMigrations(directory))
  } finally {
    await client.end().catch(() => {})
  }
}

/** The migrations that have not been applied to the database yet. */
export async function missingMigrations(
  client: pg.Client | pg.Pool,
  directory = migrationsDirectory,
): Promise<string[]> {
  const applied = await readApplied(client)
  return readMigrations(directory)
    .map(({ name }) => name)
    .filter((name) => !applied.has(name))
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(
    `create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  await client.query(`grant select on migration to ${applicationRole}`)
  const applied = await readApplied(client)
  refuseChanged(migrations, applied)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of missing) await apply(client, migration)
  return missing.map(({ name }) => name)
}

async function apply(client: pg.Client, { name, text, checksum }: Migration) {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationRefused(`The migration ${name} failed: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

function refuseChanged(migrations: Migration[], applied: Map<string, string>) {
  for (const { name, checksum } of migrations)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new MigrationRefused(
        `The migration ${name} was changed after it had been applied to this database. Write a new one instead.`,
      )
}

async function readApplied(client: pg.Client | pg.Pool): Promise<Map<string, string>> {
  const { rows } = await client.query('select name, checksum from migration')
  return new Map(z.parse(appliedSchema, rows).map(({ name, checksum }) => [name, checksum]))
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(directory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/** graphile-worker has its own schema and migrations. */
async function migrateQueue(connection: pg.ClientConfig) {
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    await pool.end()
  }
}
