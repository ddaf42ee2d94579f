import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type pg from 'pg'

import { migrate, migrationsDirectory, toChecksum } from '../database/migrate.ts'
import { connectClient, type Connection } from '../database/primary.ts'
import { readSchemaVersion, schemas } from './backed-up-tables.ts'
import type { BackupFiles } from './backup-files.ts'
import { saveRun } from './backup-runs.ts'
import { restoreFiles, type FileStorages } from './copy-files.ts'
import { toRun } from './create-backup.ts'
import { BackupRefused, readManifest, readPart, type Manifest } from './manifest.ts'
import { pauseEffects } from './pause-effects.ts'
import { restoreTables } from './restore-tables.ts'
import {
  parseSecrets,
  refuseForeignSecrets,
  writeKeyFiles,
  type BackupSecretsConfig,
} from './secrets.ts'

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

/** Known migrations by name, with their checksums. */
function readOwnMigrations(): Map<string, string> {
  const names = readdirSync(migrationsDirectory).filter((name) => name.endsWith('.sql'))
  const read = (name: string) => readFileSync(join(migrationsDirectory, name), 'utf8')
  return new Map(names.map((name) => [name, toChecksum(read(name))]))
}

function refuseNewerSchema({ name, product, migrations }: Manifest) {
  const own = readOwnMigrations()
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
