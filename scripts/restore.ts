// Restores a backup into an empty installation: npm run restore, or npm run restore -- <name of the backup>. Stop the server first.
import { chooseBackup, configuredBackups } from '#server/platform/backup/backup-files.ts'
import { toRun } from '#server/platform/backup/create-backup.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { openDocumentStorage, openImageStorage } from '#server/adapters.ts'
import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { toConnection } from '#server/platform/database/primary.ts'

import { runWithConfig } from './command.ts'

const [name, ...others] = process.argv.slice(2)
await runWithConfig(
  'Usage: npm run restore [-- <name of the backup>]',
  others.length === 0
    ? async (config, opened) => {
        const { files, passphrase } = configuredBackups(config)
        const chosen = await chooseBackup(files, name)
        const { database, dataDir } = config
        const connection =
          database.kind === 'url'
            ? toConnection(database.directUrls)
            : opened.use(await openEmbeddedPostgres({ dataDir })).connection
        const storages = {
          documents: await openDocumentStorage(config),
          images: await openImageStorage(config),
        }
        const now = () => new Date()
        const deps = { config, connection, files, storages, passphrase, now }
        const manifest = await restoreBackup(deps, chosen)
        const message = `Restored ${chosen}: ${manifest.tables.length} tables with ${toRun(manifest).rows} rows. Mails that waited are listed under Admin, Mail. Start the server, then run npm run doctor and npm run check:ledger.`
        return { message, isDone: true }
      }
    : undefined,
)
