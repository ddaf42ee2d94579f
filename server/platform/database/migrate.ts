import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import * as z from 'zod/mini'

import { StartRefused } from '../runtime/errors.ts'
import { applicationRole, ensureApplicationRole } from './application-role.ts'
import { connectClient, openPrimaryPool, type Connection } from './primary.ts'

/** A migration failed or was changed. The message is for the person who starts the server. */
export class MigrationRefused extends StartRefused {
  override name = 'MigrationRefused'
}

export const migrationsDirectory = join(import.meta.dirname, 'migrations')

/** `contracts`: versions that do not know the migration would fail on its result, so they refuse the database. */
type Migration = { name: string; text: string; checksum: string; contracts: boolean }

/** Arbitrary, but the same in every version of Ajo. */
const lockKey = 4_129_028

const appliedRow = z.object({ name: z.string(), checksum: z.string(), contracts: z.boolean() })
type Applied = z.output<typeof appliedRow>

/** A migration that waits for a lock makes every later query of the table wait behind it. */
export const lockWaits = { timeoutMs: 3_000, attempts: 20, pauseMs: 1_000 }
type LockWaits = typeof lockWaits

/** Applies all missing migrations, each in a transaction of its own. Returns their names. */
export async function migrate(
  connection: Connection,
  directory = migrationsDirectory,
  waits: LockWaits = lockWaits,
): Promise<string[]> {
  const own = { ...connection, application_name: 'ajo migrations' }
  // A lost connection rejects the query that waits for it.
  const client = await connectClient(own, (opened) => opened.on('error', () => {}))
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`set lock_timeout = ${waits.timeoutMs}`)
    await retryLocks('of the role ajo_app', waits, () => ensureApplicationRole(client))
    await retryLocks('of the job queue', waits, () => migrateQueue(connection, waits))
    return await applyMissing(client, readMigrations(directory), waits)
  } finally {
    await client.end().catch(() => {})
  }
}

export type SchemaDifference = {
  /** Migrations that the database lacks. */
  missing: string[]
  /** Migrations of a newer version, beside which this version goes on. */
  expanding: string[]
  /** Migrations of a newer version that took away what this version needs. */
  contracting: string[]
}

/** How the database differs from this version. */
export async function compareSchema(
  client: pg.Client | pg.Pool,
  directory = migrationsDirectory,
): Promise<SchemaDifference> {
  return compare(readMigrations(directory), await readApplied(client))
}

function compare(migrations: Migration[], applied: Map<string, Applied>): SchemaDifference {
  const names = migrations.map(({ name }) => name)
  const unknown = [...applied.values()].filter(({ name }) => !names.includes(name))
  const toNames = (contracts: boolean) =>
    unknown.filter((each) => each.contracts === contracts).map(({ name }) => name)
  return {
    missing: names.filter((name) => !applied.has(name)),
    expanding: toNames(false),
    contracting: toNames(true),
  }
}

async function applyMissing(
  client: pg.Client,
  migrations: Migration[],
  waits: LockWaits,
): Promise<string[]> {
  await client.query(
    `create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now(),
      contracts boolean not null default true)`,
  )
  await client.query(`grant select on migration to ${applicationRole}`)
  const applied = await readApplied(client)
  refuseChanged(migrations, applied)
  const { missing, expanding, contracting } = compare(migrations, applied)
  // A migration of ours may not fit what a newer version has made of the tables.
  const refusing = missing.length > 0 ? [...expanding, ...contracting].sort() : contracting
  if (refusing[0] !== undefined)
    throw new MigrationRefused(
      `The database has the migration ${refusing.at(-1)}, which this version of Ajo does not know. Start the newer version.`,
    )
  for (const migration of migrations)
    if (missing.includes(migration.name))
      await retryLocks(migration.name, waits, () => apply(client, migration))
  return missing
}

async function apply(client: pg.Client, { name, text, checksum, contracts }: Migration) {
  try {
    await client.query('begin')
    await client.query(addPartitions(text, await readPartitions(client)))
    await client.query('insert into migration (name, checksum, contracts) values ($1, $2, $3)', [
      name,
      checksum,
      contracts,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (isLockTimeout(error)) throw error
    throw new MigrationRefused(`The migration ${name} failed: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/** `alter database … set ajo.partitions = 16` before the first start. Tables that exist already stay as they are. */
async function readPartitions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select coalesce(nullif(current_setting('ajo.partitions', true), ''), '0')::integer as count`,
  )
  return rows[0]?.count ?? 0
}

/** They have a schema of their own, so that nothing but PostgreSQL finds them: all statements name the whole table. */
function addPartitions(text: string, count: number): string {
  if (count < 1) return text
  return text.replaceAll(/ \/\* partitions of (\w+) \*\/;/g, (_, table: string) => {
    const partitions = Array.from(
      { length: count },
      (_, n) =>
        `create table partitions.${table}_${n} partition of ${table} for values with (modulus ${count}, remainder ${n});`,
    )
    return ` partition by hash (campaign_id); create schema if not exists partitions; ${partitions.join(' ')}`
  })
}

/** Tries again where other connections hold a lock for longer than the timeout. Meanwhile their queries go on. */
async function retryLocks<Result>(
  name: string,
  { timeoutMs, attempts, pauseMs }: LockWaits,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt >= attempts)
        throw new MigrationRefused(
          `The migration ${name} could not lock a table that other connections use, ${attempts} times for ${timeoutMs / 1_000} s. End their transactions and start again.`,
          { cause: error },
        )
      await pause(pauseMs)
    }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

function refuseChanged(migrations: Migration[], applied: Map<string, Applied>) {
  for (const { name, checksum } of migrations)
    if (applied.has(name) && applied.get(name)?.checksum !== checksum)
      throw new MigrationRefused(
        `The migration ${name} was changed after it had been applied to this database. Write a new one instead.`,
      )
}

async function readApplied(client: pg.Client | pg.Pool): Promise<Map<string, Applied>> {
  const { rows } = await client.query('select name, checksum, contracts from migration')
  return new Map(z.parse(z.array(appliedRow), rows).map((row) => [row.name, row]))
}

const toChecksum = (text: string) => createHash('sha256').update(text).digest('hex')

const root = join(import.meta.dirname, '../../..')

/** A migration contains the files that lines such as `-- Includes packages/a.sql` name, so that no table is written twice. */
const readText = (path: string) =>
  readFileSync(path, 'utf8').replaceAll(/^-- Includes (\S+)$/gm, (_, included: string) =>
    readFileSync(join(root, included), 'utf8'),
  )

export function readMigrations(directory = migrationsDirectory): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readText(join(directory, name))
      return { name, text, checksum: toChecksum(text), contracts: text.startsWith('-- Contract: ') }
    })
}

/** graphile-worker has its own schema and migrations. */
async function migrateQueue(connection: Connection, { timeoutMs }: LockWaits) {
  const options = `-c lock_timeout=${timeoutMs}`
  const pool = openPrimaryPool({ ...connection, options, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    await pool.end()
  }
}
