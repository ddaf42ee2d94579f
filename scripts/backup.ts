// Makes a backup: npm run backup, with or without a running server. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments.
import { createBackup, toRun } from '#server/platform/backup/create-backup.ts'
import { openDocumentStorage, openImageStorage } from '#server/adapters.ts'
import { configuredBackups } from '#server/platform/backup/backup-files.ts'

import { runOwnerCommand } from './command.ts'

const [...words] = process.argv.slice(2)
await runOwnerCommand(
  'Usage: npm run backup',
  words.length === 0
    ? async ({ connection, config }) => {
        const backups = configuredBackups(config)
        const storages = {
          documents: await openDocumentStorage(config),
          images: await openImageStorage(config),
        }
        const now = () => new Date()
        const deps = { ...backups, config, connection, storages, now }
        const manifest = await createBackup(deps)
        const { rows, bytes } = toRun(manifest)
        const { images, documents } = manifest
        const lines = [
          `${manifest.name}: ${manifest.tables.length} tables with ${rows} rows, ${images.stored.length} images, ${documents.stored.length} documents, ${bytes} bytes.`,
          ...[...images.missing, ...documents.missing].map((key) => `missing: ${key}`),
          ...(config.content.kind === 'sanity'
            ? ['Campaigns at Sanity are not in the backup.']
            : []),
        ]
        return { message: lines.join('\n'), isDone: true }
      }
    : undefined,
)
