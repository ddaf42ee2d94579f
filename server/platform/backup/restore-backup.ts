import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod/mini'

import { migrate, migrationsDirectory, readMigrations } from '../database/migrate.ts'
import { connectClient, type Connection } from '../database/primary.ts'
import {
  readSchemaVersion,
  schemas,
  listTables,
  textFormat,
  type Table,
} from './backed-up-tables.ts'
import type { BackupFiles } from './backup-files.ts'
import { saveRun } from './backup-runs.ts'
import { restoreFiles, type FileStorages } from './copy-files.ts'
import { toRun } from './create-backup.ts'
import {
  BackupRefused,
  readManifest,
  readPart,
  type Manifest,
  type TableBackup,
} from './manifest.ts'
import {
  parseSecrets,
  refuseForeignSecrets,
  writeKeyFiles,
  type BackupSecretsConfig,
} from './secrets.ts'
import type { BackupKey } from './backup-key.ts'

export type RestoreDeps = {
  config: BackupSecretsConfig
  /** As the owner, without a pooler. */
  connection: Connection
  files: BackupFiles
  storages: FileStorages
  passphrase: string
  now: () => Date
}

/** Restores a backup into an empty installation. Everything is checked before anything is written. */
export async function restoreBackup(deps: RestoreDeps, name: string): Promise<Manifest> {
  const { config, connection, files, storages, passphrase, now } = deps
  const startedAt = now()
  const { manifest, key } = await readManifest(files, name, passphrase)
  refuseNewerSchema(manifest)
  const secrets = parseSecrets(await readPart(files, key, manifest.secrets))
  refuseForeignSecrets(secrets, config)
  await withClient(connection, (client) => refuseFilled(client, manifest))
  await migrateTo(connection, manifest)
  await withClient(connection, async (client) => {
    await refuseNewerQueue(client, manifest)
    await restoreTables(client, manifest, { files, key })
  })
  await restoreFiles(storages.images, manifest.images, { files, key })
  await restoreFiles(storages.documents, manifest.documents, { files, key })
  writeKeyFiles(secrets, config)
  await migrate(connection)
  await withClient(connection, async (client) => {
    await pauseEffects(client)
    await client.query('analyze')
    await saveRun(client, { ...toRun(manifest), kind: 'restore', startedAt, finishedAt: now() })
  })
  return manifest
}

async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectClient(connection, (opened) => opened.on('error', () => {}))
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function refuseNewerSchema({ name, product, migrations }: Manifest) {
  const own = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.find((each) => own.get(each.name) !== each.checksum)
  if (unknown)
    throw new BackupRefused(
      `The backup ${name} has the migration ${unknown.name}, which this version of Ajo does not know. Restore it with version ${product} or newer.`,
    )
}

async function refuseNewerQueue(client: pg.Client, { name, product, queueMigration }: Manifest) {
  if ((await readSchemaVersion(client)).queueMigration < queueMigration)
    throw new BackupRefused(
      `The backup ${name} has jobs of a newer queue. Restore it with version ${product} or newer.`,
    )
}

/** An installation that was never started has no canary. A restore that failed leaves no rows, and can be repeated. */
async function refuseFilled(client: pg.Client, { migrations }: Manifest) {
  const { rows } = await client.query<{ tables: number; isMigrated: boolean }>(
    `select count(*)::integer as tables, coalesce(bool_or(tablename = 'migration'), false) as "isMigrated"
     from pg_tables where schemaname = any($1)`,
    [schemas],
  )
  if (!rows[0] || rows[0].tables === 0) return
  const filled = new BackupRefused(
    'The database is not empty. A backup is restored into an empty database or a new DATA_DIR only.',
  )
  if (!rows[0].isMigrated) throw filled
  const known = new Set(migrations.map((each) => each.name))
  const applied = await client.query<{ name: string }>('select name from migration')
  if (applied.rows.some((each) => !known.has(each.name))) throw filled
  const table = await client.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'sealing_canary'`,
  )
  if (table.rowCount === 0) return
  const canary = await client.query('select from sealing_canary')
  if (canary.rowCount !== 0) throw filled
}

/** Makes the tables as they were when the backup was made. Later migrations run on the restored rows. */
async function migrateTo(connection: Connection, { migrations }: Manifest) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-migrations-'))
  try {
    for (const { name } of migrations)
      symlinkSync(join(migrationsDirectory, name), join(folder, name))
    await migrate(connection, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * What was under way at the time of the backup may have happened since. Mails wait for a person, who can send them again, and the provider is
 * asked about each refund before it is sent. Jobs no longer belong to the processes that held them.
 */
async function pauseEffects(client: pg.Client): Promise<void> {
  await client.query(`
    begin;
    update mail_outbox set failed_at = clock_timestamp(), last_error = 'restored from a backup', leased_until = '-infinity'
      where sent_at is null and failed_at is null;
    update refund set attempts = 1 where state in ('requested', 'held') and attempts = 0;
    update refund set lease_token = null, lease_until = null where lease_token is not null;
    update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null;
    commit`)
}

const decompress = promisify(gunzip)

type Source = { files: BackupFiles; key: BackupKey }

/** Replaces all rows by those of a backup. */
function restoreTables(client: pg.Client, manifest: Manifest, source: Source): Promise<void> {
  return replaceRows(client, manifest, (table) => restoreTable(client, table, source))
}

type Content<Filled extends Table> = Pick<Manifest, 'sequences'> & { tables: Filled[] }

/**
 * Replaces all rows in one transaction. Foreign keys are dropped and created again, which checks every row, and triggers do not run,
 * because what they did is in the rows. Nothing is changed if a row is refused.
 */
async function replaceRows<Filled extends Table>(
  client: pg.Client,
  { tables, sequences }: Content<Filled>,
  fill: (table: Filled) => Promise<void>,
): Promise<void> {
  await client.query('begin')
  await client.query(textFormat)
  await refuseOtherTables(client, tables)
  const names = tables.map(({ name }) => name)
  const keys = await listForeignKeys(client)
  const triggers = await listTriggers(client)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} disable trigger ${name}`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) await fill(table)
  for (const { name, value } of sequences)
    if (value !== null) await client.query('select setval($1, $2::bigint)', [name, value])
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { table, name, mode } of triggers)
    await client.query(`alter table ${table} enable ${mode} trigger ${name}`)
  await client.query('commit')
}

async function restoreTable(client: pg.Client, table: TableBackup, { files, key }: Source) {
  const stream = client.query(
    copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`),
  )
  await pipeline(async function* () {
    for (const part of table.parts) yield await decompress(await readPart(files, key, part))
  }, stream)
  if (stream.rowCount !== table.rows)
    throw new BackupRefused(
      `The table ${table.name} has ${stream.rowCount} rows in place of ${table.rows}: the backup is damaged.`,
    )
}

/** The migrations of a backup make the tables of that backup, unless another program has changed the database. */
async function refuseOtherTables(client: pg.Client, tables: Table[]) {
  const own = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  const names = new Set(tables.map(({ name }) => name))
  for (const { name, columns } of tables) {
    const missing = columns.filter((column) => !own.get(name)?.includes(column))
    if (missing.length > 0)
      throw new BackupRefused(`The database has no ${name} with ${missing.join(', ')}.`)
  }
  for (const name of own.keys())
    if (!names.has(name)) throw new BackupRefused(`The backup lacks the table ${name}.`)
}

const keySchema = z.object({ table: z.string(), name: z.string(), definition: z.string() })

async function listForeignKeys(client: pg.Client) {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = connamespace
     where contype = 'f' and nspname = any($1) order by 1, 2`,
    [schemas],
  )
  return z.parse(z.array(keySchema), rows)
}

const triggerSchema = z.object({ table: z.string(), name: z.string(), mode: z.string() })

async function listTriggers(client: pg.Client) {
  const { rows } = await client.query(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name,
       case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end as mode
     from pg_trigger join pg_class r on r.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where not tgisinternal and tgenabled <> 'D' and nspname = any($1)`,
    [schemas],
  )
  return z.parse(z.array(triggerSchema), rows)
}
