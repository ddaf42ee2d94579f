import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'
import * as z from 'zod/mini'

import { describeCluster } from '../database/embedded/embedded-postgres.ts'
import { readLogTail, spawnPostmaster, stopPostmaster } from '../database/embedded/postmaster.ts'
import { prepareWalArchive, toWalFolder } from '../database/embedded/wal-archive.ts'
import { connectClient } from '../database/primary.ts'
import { openBackupFiles } from './backup-files.ts'
import { openBackupKey } from './backup-key.ts'
import { copyFolder, listBaseBackups, type ArchiveDeps, type BaseBackup } from './base-backup.ts'
import { BackupRefused, readPart } from './manifest.ts'
import { pauseEffects } from './pause-effects.ts'
import { parseSecrets, refuseForeignSecrets, writeKeyFiles } from './secrets.ts'

const secretsSchema = z.object({ secrets: z.string(), password: z.string() })

/**
 * Restores the embedded database into an empty DATA_DIR as it was at `at`, or as far as the archived log goes. Images and documents are not part
 * of it. Returns the base backup that it began with.
 */
export async function restorePoint(deps: ArchiveDeps, at: Date | undefined): Promise<BaseBackup> {
  const { config, archive, passphrase, location } = deps
  if (existsSync(location.data))
    throw new BackupRefused(`${location.data} exists. Restore into another DATA_DIR.`)
  const base = await chooseBase(archive, at)
  const files = openBackupFiles({ kind: 'folder', path: archive })
  const key = await openBackupKey(passphrase, base.salt)
  const opened = await openSecrets(() => readPart(files, key, base.secrets))
  const secrets = parseSecrets(Buffer.from(opened.secrets))
  refuseForeignSecrets(secrets, config)

  prepareWalArchive(archive, location)
  await copyFolder(join(archive, 'base', base.name, 'data'), location.data, location.account)
  await startRecovery(deps, at)
  writeKeyFiles(secrets, config)
  writeFileSync(join(config.dataDir, 'postgres-password'), opened.password, { mode: 0o600 })
  await recover(config.dataDir)
  return base
}

async function chooseBase(archive: string, at: Date | undefined): Promise<BaseBackup> {
  const all = await listBaseBackups(archive)
  const base = all.findLast(({ finishedAt }) => at === undefined || new Date(finishedAt) <= at)
  if (base) return base
  const [first] = all
  throw new BackupRefused(
    first
      ? `No base backup was complete at that time. The earliest possible time is ${first.finishedAt}.`
      : `There is no base backup in ${archive}. Run npm run ajo -- base-backup first.`,
  )
}

async function openSecrets(read: () => Promise<Buffer>) {
  const bytes = await read().catch((error: unknown) => {
    if (error instanceof BackupRefused) throw error
    throw new BackupRefused('BACKUP_PASSPHRASE does not open the keys of the base backup.')
  })
  return z.parse(secretsSchema, JSON.parse(bytes.toString()))
}

const target = 'recovery_target_time'

async function startRecovery({ archive, location }: ArchiveDeps, at: Date | undefined) {
  const lines = [
    `restore_command = 'cp ${toWalFolder(archive)}/%f %p'`,
    `recovery_target_action = 'promote'`,
    ...(at ? [`${target} = '${at.toISOString().replace('T', ' ').replace('Z', '+00')}'`] : []),
  ]
  await appendFile(join(location.data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  const signal = join(location.data, 'recovery.signal')
  writeFileSync(signal, '')
  if (location.account) chownSync(signal, location.account.uid, location.account.gid)
}

/** Replays the log, which may take as long as PostgreSQL runs, and stops it again. */
async function recover(dataDir: string) {
  const { postgres, flags, location, connection } = describeCluster({ dataDir })
  const ended = new AbortController()
  void spawnPostmaster(postgres, flags, location).ended.then(() => ended.abort())
  try {
    const client = await untilWritable(connection, ended.signal)
    if (!client) throw explainEnd(readLogTail(location))
    for (const setting of ['restore_command', 'recovery_target_action', target])
      await client.query(`alter system reset ${setting}`)
    await pauseEffects(client)
    await client.end()
  } finally {
    await stopPostmaster(location)
  }
}

function explainEnd(log: string): Error {
  return log.includes('before configured recovery target')
    ? new BackupRefused(
        'The archived log ends before that time. Restore to an earlier time, or without a time as far as it goes.',
      )
    : new Error(`PostgreSQL ended while it replayed the log:\n${log}`)
}

/** Undefined if PostgreSQL ends before it accepts writes. */
async function untilWritable(
  connection: pg.ClientConfig,
  ended: AbortSignal,
): Promise<pg.Client | undefined> {
  while (!ended.aborted)
    try {
      return await connectClient(connection, (opened) => opened.on('error', () => {}))
    } catch {
      await pause(100)
    }
  return undefined
}
