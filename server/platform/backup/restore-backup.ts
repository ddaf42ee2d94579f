import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod/mini'

import { ledgerChecks } from '../../money/ledger/ledger-check.ts'
import { applicationRole } from '../database/application-role.ts'
import { openDatabase, type Database, type Queries } from '../database/database.ts'
import { migrate, migrationsDirectory, readMigrations, compareSchema } from '../database/migrate.ts'
import { connectClient, type Connection } from '../database/primary.ts'
import { sql } from '../database/sql.ts'
import { isWholeImage, type ImageStorage } from '../images/image-storage.ts'
import { openSealing } from '../keys/open-sealing.ts'
import { sealedColumns } from '../keys/sealed-columns.ts'
import type { Sealing } from '../runtime/sealing.ts'
import {
  readSchemaVersion,
  schemas,
  listTables,
  textFormat,
  type Table,
} from './backed-up-tables.ts'
import {
  type BackupFiles,
  saveRun,
  BackupRefused,
  readManifest,
  readPart,
  type Manifest,
  type TableBackup,
} from './backup-files.ts'
import type { BackupKey } from './backup-key.ts'
import { restoreFiles } from './copy-files.ts'
import { toRun, type BackupDeps } from './create-backup.ts'
import { parseSecrets, refuseForeignSecrets, writeKeyFiles } from './secrets.ts'

/** Restores a backup into an empty installation. Everything is checked before anything is written. */
export async function restoreBackup(deps: BackupDeps, name: string): Promise<Manifest> {
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
     where contype = 'f' and conparentid = 0 and nspname = any($1) order by 1, 2`,
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

export type DrillReport = {
  manifest: Manifest
  tookMs: number
  ledgerChecks: number
  /** What is wrong with the restored installation, one sentence each. */
  findings: string[]
}

const sampleSize = 100

/** Restores a backup into a scratch installation and proves that it is complete, readable and balanced. */
export async function runDrill(deps: BackupDeps, name: string): Promise<DrillReport> {
  const startedAt = performance.now()
  const manifest = await restoreBackup(deps, name)
  await using owner = openDatabase(deps.connection, { max: 1, onIdleError: () => {} })
  await using database = openDatabase(deps.connection, {
    role: applicationRole,
    max: 1,
    onIdleError: () => {},
  })
  const check = await ledgerChecks({ database, now: deps.now }).checkLedger()
  const sealing = await openSealing(deps.config, database)
  const { images } = deps.storages
  return {
    manifest,
    ledgerChecks: check.checks,
    findings: [
      ...check.findings.map(({ name: invariant, key }) => `ledger: ${invariant} (${key})`),
      ...(await compareCounts(owner, manifest)),
      ...(await openSamples(owner, sealing)),
      ...(await compareImages(images, manifest)),
      ...manifest.documents.missing.map((key) => `document ${key} was missing already`),
    ],
    tookMs: Math.round(performance.now() - startedAt),
  }
}

/** Migrations that are newer than the backup may change the number of rows, so that only a backup of this version is compared. */
async function compareCounts(owner: Database, { tables, migrations }: Manifest) {
  const { missing } = await compareSchema(owner.pool)
  const own = await owner.rows(z.object({ name: z.string() }), sql`select name from migration`)
  if (missing.length > 0 || own.length !== migrations.length) return []
  const findings: string[] = []
  for (const { name, rows } of tables) {
    const { rows: counted } = await owner.pool.query<{ count: number }>(
      `select count(*) as count from ${name}`,
    )
    // The restore itself is a row.
    const expected = name === 'public.backup_run' ? rows + 1 : rows
    const count = counted[0]?.count ?? 0
    if (count !== expected) findings.push(`${name} has ${count} rows in place of ${expected}`)
  }
  return findings
}

async function openSamples(owner: Queries, sealing: Sealing): Promise<string[]> {
  const findings: string[] = []
  for (const { name, table, column, purpose } of sealedColumns) {
    const samples = await owner.rows(
      z.object({ value: z.instanceof(Buffer) }),
      sql`select ${column} as value from ${table} where length(${column}) > 0
        order by random() limit ${sampleSize}`,
    )
    const unopened = samples.filter(({ value }) => !canOpen(sealing, purpose, value))
    if (unopened.length > 0)
      findings.push(`${unopened.length} of ${samples.length} values of ${name} do not open`)
  }
  return findings
}

function canOpen(sealing: Sealing, purpose: string, value: Buffer): boolean {
  try {
    sealing.openBytes(purpose, value)
    return true
  } catch {
    return false
  }
}

/** The key of an image contains the digest of its bytes. */
async function compareImages(storage: Pick<ImageStorage, 'read'>, { images }: Manifest) {
  const findings = images.missing.map((key) => `image ${key} was missing already`)
  for (const { key } of images.stored) {
    const bytes = await storage.read(key)
    if (!bytes || !isWholeImage(key, bytes)) findings.push(`image ${key} is missing or damaged`)
  }
  return findings
}
