import type { ArchiveDeps } from './base-backup.ts'
import { openBackupFiles } from './backup-files.ts'
import { BackupRefused } from './manifest.ts'
import type { Config } from '../config/config.ts'
import { locateCluster } from '../database/embedded/cluster-location.ts'

/** Where the settings store backups, and with what they are sealed. */
export function configuredBackups({ backup }: Pick<Config, 'backup'>) {
  const { storage, passphrase, keepDays } = backup
  if (!storage || passphrase === undefined)
    throw new BackupRefused('Set BACKUP_TO and BACKUP_PASSPHRASE: see docs/operations/backup.md.')
  return { files: openBackupFiles(storage), passphrase, keepDays }
}

/** The archive for recovery to a point in time, which only the embedded database has. */
export function configuredArchive(config: Config): ArchiveDeps {
  const { walArchive: archive, passphrase } = config.backup
  if (config.database.kind === 'url')
    throw new BackupRefused(
      'DATABASE_URL names another PostgreSQL: use its own base backups and log archive.',
    )
  if (archive === undefined || passphrase === undefined)
    throw new BackupRefused('Set WAL_ARCHIVE and BACKUP_PASSPHRASE: see docs/operations/backup.md.')
  const location = locateCluster(config.dataDir)
  return { config, archive, passphrase, location, now: () => new Date() }
}
