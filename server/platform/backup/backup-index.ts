import * as z from 'zod/mini'

import type { BackupFiles } from './backup-files.ts'
import { BackupRefused } from './manifest.ts'

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

/** The newest backup, or the one with this name. */
export async function chooseBackup(files: BackupFiles, name?: string): Promise<string> {
  if (name !== undefined) return name
  const newest = (await readIndex(files)).at(-1)
  if (!newest) throw new BackupRefused('There is no backup yet. Make one with npm run backup.')
  return newest.name
}
