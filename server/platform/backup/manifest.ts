import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { StartRefused } from '../runtime/errors.ts'
import type { BackupFiles } from './backup-files.ts'
import { openBackupKey, type BackupKey } from './backup-key.ts'

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
  /** Ids of the sealing keys. */
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
  const parsed = z.safeParse(manifestSchema, parseJson(bytes))
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

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
