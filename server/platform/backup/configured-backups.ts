import { openBackupFiles } from './backup-files.ts'
import { BackupRefused } from './manifest.ts'
import type { Config } from '../config/config.ts'

/** Where the settings store backups, and with what they are sealed. */
export function configuredBackups({ backup }: Pick<Config, 'backup'>) {
  const { storage, passphrase, keepDays } = backup
  if (!storage || passphrase === undefined)
    throw new BackupRefused('Set BACKUP_TO and BACKUP_PASSPHRASE: see docs/operations/backup.md.')
  return { files: openBackupFiles(storage), passphrase, keepDays }
}
