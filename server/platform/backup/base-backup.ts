import { chownSync, constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'
import * as z from 'zod/mini'

import type { ClusterLocation } from '../database/embedded/cluster-location.ts'
import { toWalFolder } from '../database/embedded/wal-archive.ts'
import { connectClient, type Connection } from '../database/primary.ts'
import { openBackupFiles } from './backup-files.ts'
import { newSalt, openBackupKey } from './backup-key.ts'
import { BackupRefused, partSchema, writePart } from './manifest.ts'
import { collectSecrets, formatSecrets, type BackupSecretsConfig } from './secrets.ts'

export type ArchiveDeps = {
  config: BackupSecretsConfig
  /** The folder of WAL_ARCHIVE. */
  archive: string
  passphrase: string
  location: ClusterLocation
  now: () => Date
}
type CreateDeps = ArchiveDeps & { connection: Connection; keepDays: number }

export const baseSchema = z.object({
  name: z.string(),
  postgres: z.string(),
  startedAt: z.iso.datetime(),
  /** The earliest moment to which it can be restored. */
  finishedAt: z.iso.datetime(),
  /** The first segment of the write-ahead log that it needs. */
  firstSegment: z.string(),
  salt: z.string(),
  secrets: partSchema,
})
export type BaseBackup = z.output<typeof baseSchema>

/** Their contents belong to the running server, and PostgreSQL wants the folders themselves. */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const omitted = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Copies the files of the running embedded database by PostgreSQL's low-level interface. Together with the archived log it can be restored to
 * any moment after its end. The files are as readable as those of the database; only the keys are sealed.
 */
export async function createBaseBackup(deps: CreateDeps): Promise<BaseBackup> {
  const { archive, location, connection, now } = deps
  const startedAt = now()
  const name = startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const draft = join(archive, 'base', `${name}.part`)
  const client = await connectClient(connection, (opened) => opened.on('error', () => {}))
  try {
    await client.query(`select pg_backup_start($1, true)`, [name])
    await copyFolder(location.data, join(draft, 'data'))
    const stopped = await stopBackup(client)
    await writeFile(join(draft, 'data/backup_label'), stopped.label, { flush: true })
    const base = await describe(client, deps, { name, startedAt, label: stopped.label })
    await writeFile(join(draft, 'base.json'), JSON.stringify(base, null, 2), { flush: true })
    await rename(draft, join(archive, 'base', name))
    await prune(deps, base)
    return base
  } finally {
    await client.end().catch(() => {})
    await rm(draft, { recursive: true, force: true })
  }
}

/** Waits until the last segment that the backup needs is archived. */
async function stopBackup(client: pg.Client): Promise<{ label: string }> {
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(true)',
  )
  if (!rows[0]) throw new Error('PostgreSQL did not end the backup')
  return rows[0]
}

async function describe(
  client: pg.Client,
  { config, archive, passphrase, now }: CreateDeps,
  { name, startedAt, label }: { name: string; startedAt: Date; label: string },
): Promise<BaseBackup> {
  const { rows } = await client.query<{ sealed: Buffer; postgres: string }>(
    `select key_sealed as sealed, current_setting('server_version') as postgres from sealing_canary`,
  )
  const [row] = rows
  if (!row) throw new BackupRefused('This database was never started. There is nothing to back up.')
  const salt = newSalt()
  const key = await openBackupKey(passphrase, salt)
  const password = await readFile(join(config.dataDir, 'postgres-password'), 'utf8')
  const secrets = formatSecrets(collectSecrets(config, row.sealed)).toString()
  const bytes = Buffer.from(JSON.stringify({ secrets, password }))
  const files = openBackupFiles({ kind: 'folder', path: archive })
  return {
    name,
    postgres: row.postgres,
    startedAt: startedAt.toISOString(),
    finishedAt: now().toISOString(),
    firstSegment: /\(file (\w{24})\)/.exec(label)?.[1] ?? '',
    salt,
    secrets: await writePart(files, key, { name: `base/${name}.secrets`, bytes }),
  }
}

/** Files may vanish or change while they are copied: the log repairs that. The copies belong to `owner`. */
export async function copyFolder(from: string, to: string, owner?: ClusterLocation['account']) {
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  await mkdir(to, { recursive: true, mode: 0o700 })
  own(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (omitted.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (!entry.isDirectory()) {
      if (await copyExisting(source, target)) own(target)
    } else if (emptied.test(entry.name)) {
      await mkdir(target, { mode: 0o700 })
      own(target)
    } else await copyFolder(source, target, owner)
  }
}

/** False if there is no such file any more. */
async function copyExisting(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

export async function listBaseBackups(archive: string): Promise<BaseBackup[]> {
  const folder = join(archive, 'base')
  const names = await readdir(folder).catch(() => [])
  const complete = names.filter((name) => /^\w+Z$/.test(name)).toSorted()
  return Promise.all(
    complete.map(async (name) => {
      const text = await readFile(join(folder, name, 'base.json'), 'utf8')
      return z.parse(baseSchema, JSON.parse(text))
    }),
  )
}

/** Deletes base backups that are too old, but never the newest, and the segments that none of the others needs. */
async function prune({ archive, keepDays, now }: CreateDeps, newest: BaseBackup) {
  const oldest = now().getTime() - keepDays * 24 * 3_600_000
  const all = await listBaseBackups(archive)
  const remaining = all.filter(
    ({ name, finishedAt }) => name === newest.name || Date.parse(finishedAt) >= oldest,
  )
  for (const { name } of all.filter((each) => !remaining.includes(each)))
    for (const path of [name, `${name}.secrets`])
      await rm(join(archive, 'base', path), { recursive: true, force: true })
  const first = remaining.map(({ firstSegment }) => toPosition(firstSegment)).toSorted()[0] ?? ''
  for (const name of await readdir(toWalFolder(archive)))
    if (/^\w{24}(\.\w+\.backup)?$/.test(name) && toPosition(name) < first)
      await rm(join(toWalFolder(archive), name), { force: true })
}

/** Without the timeline, which a segment before a restore shares with no segment after it. */
const toPosition = (segment: string) => segment.slice(8, 24)
