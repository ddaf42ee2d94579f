import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { ClusterLocation } from './cluster-location.ts'

/** Where completed segments of the write-ahead log are copied, below the folder of the setting WAL_ARCHIVE. */
export const toWalFolder = (archive: string) => join(archive, 'wal')

/** PostgreSQL's account writes and reads the segments. */
export function prepareWalArchive(archive: string, { account }: Pick<ClusterLocation, 'account'>) {
  const folder = toWalFolder(archive)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account) {
    chmodSync(archive, 0o711)
    chownSync(folder, account.uid, account.gid)
  }
}

/**
 * Settings of PostgreSQL. A segment appears under its name only when all of it is on the disk. One that is there already with the same content
 * counts as archived, because PostgreSQL repeats the command after a crash; one with other content is never replaced.
 */
export function archiveSettings(archive: string): string[] {
  const target = `${toWalFolder(archive)}/%f`
  const copy = `cp %p ${target}.part && sync ${target}.part && mv ${target}.part ${target}`
  return [
    'archive_mode=on',
    `archive_command=if test -f ${target}; then cmp -s %p ${target}; else ${copy}; fi`,
    // A quiet installation loses at most this much.
    'archive_timeout=60s',
  ]
}
