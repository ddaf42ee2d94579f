import { join } from 'node:path'

import type { ArchiveDeps } from '../platform/backup/base-backup.ts'
import { openBackupFiles } from '../platform/backup/backup-files.ts'
import type { FileStorages } from '../platform/backup/copy-files.ts'
import { BackupRefused } from '../platform/backup/manifest.ts'
import type { Config } from '../platform/config/config.ts'
import { locateCluster } from '../platform/database/embedded/cluster-location.ts'
import { diskImageStorage } from '../platform/images/disk-storage.ts'
import { configuredDocumentStorage, configuredImageStorage } from './content-adapters.ts'

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

/** The images and documents of this installation. */
export async function configuredFileStorages(config: Config): Promise<FileStorages> {
  return {
    documents: await configuredDocumentStorage(config),
    images: await configuredImageStorage(config.images, join(config.dataDir, 'images')),
  }
}

/** Files of a drill, in a folder of its own. */
export function scratchStorages(folder: string): FileStorages {
  return {
    images: diskImageStorage(join(folder, 'images')),
    documents: diskImageStorage(join(folder, 'documents')),
  }
}
