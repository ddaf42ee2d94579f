import { createRequire } from 'node:module'
import type pg from 'pg'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'

import { readKeyId } from '../runtime/sealing.ts'
import { connectClient, type Connection } from '../database/primary.ts'
import {
  listSequences,
  listTables,
  readSchemaVersion,
  textFormat,
  type Table,
} from './backed-up-tables.ts'
import {
  type BackupFiles,
  readIndex,
  writeIndex,
  saveRun,
  BackupRefused,
  deleteBackup,
  writeManifest,
  writePart,
  type Manifest,
  type Part,
  type TableBackup,
} from './backup-files.ts'
import { newSalt, openBackupKey, type BackupKey } from './backup-key.ts'
import { copyFiles, listFileKeys, type FileStorages } from './copy-files.ts'
import { collectSecrets, formatSecrets, type BackupSecretsConfig } from './secrets.ts'

export type BackupDeps = {
  config: BackupSecretsConfig
  /** As the owner, without a pooler. */
  connection: Connection
  files: BackupFiles
  storages: FileStorages
  passphrase: string
  now: () => Date
}

/** `keepDays`: older backups are deleted, but never the newest complete one. */
export type CreateDeps = BackupDeps & { keepDays: number }

/** Arbitrary, but the same in every version of Ajo. */
const lockKey = 4_129_029
const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

/** Copies everything as it was at one moment, while donations go on. The manifest is written last. */
export async function createBackup(deps: CreateDeps): Promise<Manifest> {
  const leader = await connectClient(deps.connection, (opened) => opened.on('error', () => {}))
  try {
    await refuseSecondBackup(leader)
    const manifest = await deletingOnFailure(deps.files, (files) =>
      copyAll(leader, { ...deps, files }),
    )
    await leader.query('commit')
    await saveRun(leader, { ...toRun(manifest), kind: 'backup' })
    await deleteOldBackups(deps, manifest)
    return manifest
  } finally {
    // Ends the lock and the snapshot, too.
    await leader.end().catch(() => {})
  }
}

/** Parts without a manifest belong to no backup, so that nothing would delete them later. */
async function deletingOnFailure<Result>(
  files: BackupFiles,
  work: (files: BackupFiles) => Promise<Result>,
): Promise<Result> {
  const written: string[] = []
  const write = (name: string, bytes: Uint8Array) => {
    written.push(name)
    return files.write(name, bytes)
  }
  try {
    return await work({ ...files, write })
  } catch (error) {
    for (const name of written) await files.delete(name).catch(() => {})
    throw error
  }
}

async function refuseSecondBackup(client: pg.Client) {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [lockKey],
  )
  if (!rows[0]?.taken) throw new BackupRefused('Another backup of this database is running.')
}

async function copyAll(leader: pg.Client, deps: CreateDeps): Promise<Manifest> {
  const { config, connection, files, storages, now } = deps
  const startedAt = now()
  const name = `ajo-${startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const salt = newSalt()
  const key = await openBackupKey(deps.passphrase, salt)
  await leader.query('begin isolation level repeatable read, read only')
  const canary = await findCanary(leader)
  const tables = await listTables(leader)
  // Keeps migrations from changing a table before a worker copies it.
  await leader.query(
    `lock table ${tables.map((table) => table.name).join(', ')} in access share mode`,
  )
  await leader.query(textFormat)
  const { rows } = await leader.query<{ id: string; postgres: string }>(
    `select pg_export_snapshot() as id, current_setting('server_version') as postgres`,
  )
  const snapshot = rows[0]?.id ?? ''
  const schema = await readSchemaVersion(leader)
  const keys = await listFileKeys(leader)
  const copied = await copyTables({ connection, snapshot, tables, files, key, folder: name })
  const sequences = await listSequences(leader)
  const target = (folder: string) => ({ files, key, folder: `${name}/${folder}` })
  const manifest: Manifest = {
    format: 1,
    name,
    product: version,
    postgres: rows[0]?.postgres ?? '',
    startedAt: startedAt.toISOString(),
    ...schema,
    keyIds: [readKeyId(canary)],
    tables: copied,
    sequences,
    images: await copyFiles(storages.images, keys.images, target('images')),
    documents: await copyFiles(storages.documents, keys.documents, target('documents')),
    secrets: await writePart(files, key, {
      name: `${name}/secrets`,
      bytes: formatSecrets(collectSecrets(config, canary)),
    }),
    salt,
    finishedAt: now().toISOString(),
  }
  await writeManifest(files, manifest, key)
  return manifest
}

async function findCanary(client: pg.ClientBase): Promise<Buffer> {
  const { rows } = await client.query<{ sealed: Buffer }>(
    'select key_sealed as sealed from sealing_canary',
  )
  if (!rows[0])
    throw new BackupRefused('This database was never started. There is nothing to back up.')
  return rows[0].sealed
}

async function deleteOldBackups({ files, keepDays, now }: CreateDeps, newest: Manifest) {
  const { name, startedAt } = newest
  const index = [...(await readIndex(files)), { name, startedAt }]
  const oldest = now().getTime() - keepDays * 24 * 3_600_000
  const remaining = index.filter(
    (each) => each.name === name || Date.parse(each.startedAt) >= oldest,
  )
  await writeIndex(files, remaining)
  for (const old of index) if (!remaining.includes(old)) await deleteBackup(files, old.name)
}

/** What is stored about a run with this backup. */
export function toRun({ name, startedAt, finishedAt, tables, ...parts }: Manifest) {
  const all = [...tables.flatMap((table) => table.parts), ...parts.images.stored]
  const stored = [...all, ...parts.documents.stored, parts.secrets]
  return {
    name,
    startedAt: new Date(startedAt),
    finishedAt: new Date(finishedAt),
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  }
}

/** Rows of this length are held in memory, compressed and sealed together. */
const partBytes = 8 * 1024 * 1024
const workers = 2
const compress = promisify(gzip)

type Copy = {
  connection: Connection
  /** Exported by a transaction that stays open. */
  snapshot: string
  tables: Table[]
  files: BackupFiles
  key: BackupKey
  folder: string
}

/** Copies all tables as they were at the snapshot, several at a time. */
async function copyTables(copy: Copy): Promise<TableBackup[]> {
  const waiting = [...copy.tables]
  const copied = new Map<string, TableBackup>()
  const work = async () => {
    const client = await openWorker(copy)
    try {
      for (let table = waiting.shift(); table; table = waiting.shift())
        copied.set(table.name, await copyTable(client, copy, table))
    } finally {
      // Makes the other workers stop when this one failed.
      waiting.length = 0
      await client.end().catch(() => {})
    }
  }
  // None writes any more when this ends.
  const ended = await Promise.allSettled(Array.from({ length: workers }, work))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return copy.tables.flatMap(({ name }) => copied.get(name) ?? [])
}

async function openWorker({ connection, snapshot }: Copy): Promise<pg.Client> {
  const client = await connectClient(connection, (opened) => opened.on('error', () => {}))
  await client.query('begin isolation level repeatable read, read only')
  await client.query(`set transaction snapshot '${snapshot}'`)
  await client.query(textFormat)
  return client
}

async function copyTable(
  client: pg.Client,
  { files, key, folder }: Copy,
  table: Table,
): Promise<TableBackup> {
  const stream = client.query(
    copyTo(`copy (select ${table.columns.join(', ')} from ${table.name}) to stdout`),
  )
  const parts: Part[] = []
  let chunks: Buffer[] = []
  let length = 0
  const flush = async () => {
    const name = `${folder}/tables/${table.name}.${parts.length + 1}`
    parts.push(await writePart(files, key, { name, bytes: await compress(Buffer.concat(chunks)) }))
    chunks = []
    length = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= partBytes) await flush()
  }
  if (length > 0) await flush()
  return { ...table, rows: stream.rowCount, parts }
}
