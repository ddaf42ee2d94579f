// Copies the files of the embedded database for recovery to a point in time: npm run ajo -- base-backup. Works beside a running server.
import { createBaseBackup } from '#server/platform/backup/base-backup.ts'
import { configuredArchive } from '#server/platform/backup/configured-backups.ts'

import { runOwnerCommand } from './command.ts'

const [...words] = process.argv.slice(2)
await runOwnerCommand(
  'Usage: npm run ajo -- base-backup',
  words.length === 0
    ? async ({ connection, config }) => {
        const { keepDays } = config.backup
        const base = await createBaseBackup({ ...configuredArchive(config), connection, keepDays })
        return {
          message: `${base.name}: the database can be restored to any time from ${base.finishedAt} on.`,
          isDone: true,
        }
      }
    : undefined,
)
