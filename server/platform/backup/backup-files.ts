import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'
import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'

import type { BackupStorage, Config } from '../config/config.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { openBucket } from '../images/s3-bucket.ts'
import { Outage, StartRefused } from '../runtime/errors.ts'
import { writeDurably } from '../runtime/files.ts'
import { openBackupKey, type BackupKey } from './backup-key.ts'

/** Where backups are stored: named files in a folder or a bucket. */
export interface BackupFiles {
  /** Durable on return. Replaces a file of the same name. */
  write: (name: string, bytes: Uint8Array) => Promise<void>
  read: (name: string) => Promise<Uint8Array | undefined>
  /** Idempotent. */
  delete: (name: string) => Promise<void>
}

class BackupStorageUnavailable extends Outage {
  override name = 'BackupStorageUnavailable'
}

export function openBackupFiles(storage: BackupStorage): BackupFiles {
  return storage.kind === 'folder' ? folderFiles(storage.path) : bucketFiles(storage)
}

function folderFiles(folder: string): BackupFiles {
  return {
    write: (name, bytes) => writeDurably(join(folder, name), bytes, 0o700),
    read: (name) =>
      readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    delete: (name) => rm(join(folder, name), { force: true }),
  }
}

/** A part of a backup takes longer to send than an image. */
const timeoutMs = 120_000
const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }

function bucketFiles({ prefix, ...options }: BackupStorage & { kind: 's3' }): BackupFiles {
  const toError = (message: string) => new BackupStorageUnavailable(message)
  const bucket = openBucket({ timeoutMs, ...options }, { name: 'backup bucket', toError })
  return {
    write: (name, bytes) => bucket.write(`${prefix}${name}`, bytes, headers),
    read: (name) => bucket.read(`${prefix}${name}`),
    delete: (name) => bucket.delete(`${prefix}${name}`),
  }
}

/** A backup cannot be used. The message is one sentence for the person who restores it. */
export class BackupRefused extends StartRefused {
  override name = 'BackupRefused'
}

export const partSchema = z.object({
  name: z.string(),
  /** Of the sealed file. */
  sha256: z.string(),
  bytes: z.int(),
})
export type Part = z.output<typeof partSchema>

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  parts: z.array(partSchema),
})
export type TableBackup = z.output<typeof tableSchema>

const fileSchema = z.object({ ...partSchema.shape, key: z.string() })
const filesSchema = z.object({
  stored: z.array(fileSchema),
  /** Keys that the database names and the storage does not have. */
  missing: z.array(z.string()),
})
export type FilesBackup = z.output<typeof filesSchema>

const bodySchema = z.object({
  format: z.literal(1),
  name: z.string(),
  product: z.string(),
  postgres: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Applied migrations with their checksums, and the newest one of the job queue. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  queueMigration: z.int(),
  keyIds: z.array(z.string()),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  images: filesSchema,
  documents: filesSchema,
  secrets: partSchema,
  salt: z.string(),
})
export type Manifest = z.output<typeof bodySchema>

const manifestSchema = z.object({ manifest: bodySchema, signature: z.string() })
const manifestName = (backup: string) => `${backup}/manifest.json`

export const toSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The last file of a backup. Without it a backup is incomplete and not used. */
export async function writeManifest(files: BackupFiles, manifest: Manifest, key: BackupKey) {
  // A parsed manifest has its fields in the order of the schema, which the signature depends on.
  const body = z.parse(bodySchema, manifest)
  const signature = key.sign(JSON.stringify(body))
  const text = JSON.stringify({ manifest: body, signature }, null, 1)
  await files.write(manifestName(manifest.name), Buffer.from(text))
}

export async function readManifest(files: BackupFiles, name: string, passphrase: string) {
  const { manifest, signature } = await readUnverified(files, name)
  const key = await openBackupKey(passphrase, manifest.salt)
  if (!key.verify(JSON.stringify(manifest), signature))
    throw new BackupRefused(
      `BACKUP_PASSPHRASE does not open the backup ${name}, or its manifest was changed.`,
    )
  return { manifest, key }
}

async function readUnverified(files: BackupFiles, name: string) {
  const bytes = await files.read(manifestName(name))
  if (!bytes) throw new BackupRefused(`There is no complete backup ${name}.`)
  const parsed = z.safeParse(manifestSchema, parseJson(Buffer.from(bytes).toString()))
  if (!parsed.success)
    throw new BackupRefused(
      `The manifest of the backup ${name} is not one that this version reads.`,
    )
  return parsed.data
}

/** Deletes the manifest first, so that a deletion that is stopped leaves nothing that looks complete. Needs no passphrase. */
export async function deleteBackup(files: BackupFiles, name: string): Promise<void> {
  const { manifest } = await readUnverified(files, name)
  const { tables, images, documents, secrets } = manifest
  const parts = [
    ...tables.flatMap((table) => table.parts),
    ...images.stored,
    ...documents.stored,
    secrets,
  ]
  await files.delete(manifestName(name))
  for (const part of parts) if (part.name.startsWith(`${name}/`)) await files.delete(part.name)
}

export async function writePart(
  files: BackupFiles,
  key: BackupKey,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<Part> {
  const sealed = key.seal(name, bytes)
  await files.write(name, sealed)
  return { name, sha256: toSha256(sealed), bytes: sealed.length }
}

export async function readPart(files: BackupFiles, key: BackupKey, part: Part): Promise<Buffer> {
  const sealed = await files.read(part.name)
  if (!sealed) throw new BackupRefused(`The backup lacks its file ${part.name}.`)
  if (toSha256(sealed) !== part.sha256)
    throw new BackupRefused(`The file ${part.name} of the backup was changed or is damaged.`)
  return key.open(part.name, sealed)
}

const indexSchema = z.array(z.object({ name: z.string(), startedAt: z.iso.datetime() }))
/** Complete backups, oldest first. */
export type BackupIndex = z.output<typeof indexSchema>

const indexName = 'backups.json'

export async function readIndex(files: BackupFiles): Promise<BackupIndex> {
  const bytes = await files.read(indexName)
  if (!bytes) return []
  const parsed = z.safeParse(indexSchema, JSON.parse(Buffer.from(bytes).toString()))
  if (!parsed.success) throw new BackupRefused(`The list of backups ${indexName} is damaged.`)
  return parsed.data
}

export async function writeIndex(files: BackupFiles, index: BackupIndex): Promise<void> {
  await files.write(indexName, Buffer.from(`${JSON.stringify(index, null, 1)}\n`))
}

export async function chooseBackup(files: BackupFiles, name?: string): Promise<string> {
  if (name !== undefined) return name
  const newest = (await readIndex(files)).at(-1)
  if (!newest) throw new BackupRefused('There is no backup yet. Make one with npm run backup.')
  return newest.name
}

/** Where the settings store backups, and with what they are sealed. */
export function configuredBackups({ backup }: Pick<Config, 'backup'>) {
  const { storage, passphrase, keepDays } = backup
  if (!storage || passphrase === undefined)
    throw new BackupRefused('Set BACKUP_TO and BACKUP_PASSPHRASE: see docs/operations/backup.md.')
  return { files: openBackupFiles(storage), passphrase, keepDays }
}

export type BackupRun = {
  kind: 'backup' | 'drill' | 'restore'
  /** The backup that was made or restored. */
  name: string
  startedAt: Date
  finishedAt: Date
  bytes: number
  rows: number
}

/** Written by the owner, whose connection the commands use. Only complete runs have a row. */
export async function saveRun(client: pg.ClientBase, run: BackupRun): Promise<void> {
  const { kind, name, startedAt, finishedAt, bytes, rows } = run
  await client.query(
    `insert into backup_run (id, kind, name, started_at, finished_at, bytes, rows)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
    [kind, name, startedAt, finishedAt, bytes, rows],
  )
}

const runSchema = z.object({ kind: z.enum(['backup', 'drill', 'restore']), finishedAt: z.date() })

/** When each kind last succeeded. */
export function listLastRuns(database: Queries) {
  return database.rows(
    runSchema,
    sql`select kind, max(finished_at) as "finishedAt" from backup_run group by kind`,
  )
}
