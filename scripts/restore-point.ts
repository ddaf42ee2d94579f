// Restores the embedded database as it was at a time: npm run ajo -- restore-point [2026-11-25T09:30:00Z]. Stop the server first.
import { restorePoint } from '#server/platform/backup/restore-point.ts'
import { configuredArchive } from '#server/platform/backup/configured-backups.ts'

import { runWithConfig } from './command.ts'

const [time, ...others] = process.argv.slice(2)
const isTime =
  time === undefined || (/T.*(Z|[+-]\d\d:\d\d)$/.test(time) && !Number.isNaN(Date.parse(time)))
await runWithConfig(
  'Usage: npm run ajo -- restore-point [<time with its zone, such as 2026-11-25T09:30:00Z>]',
  isTime && others.length === 0
    ? async (config) => {
        const at = time === undefined ? undefined : new Date(time)
        const base = await restorePoint(configuredArchive(config), at)
        return {
          message: `Restored from the base backup ${base.name}${at ? ` as of ${at.toISOString()}` : ' as far as the archived log goes'}. Mails that waited are listed under Admin, Mail. Start the server, make a base backup, then run npm run doctor and npm run check:ledger.`,
          isDone: true,
        }
      }
    : undefined,
)
