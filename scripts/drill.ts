// Restores the newest backup into a scratch database and checks it: npm run drill, or npm run drill -- <name of the backup>.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chooseBackup, saveRun, configuredBackups } from '#server/platform/backup/backup-files.ts'
import { toRun } from '#server/platform/backup/create-backup.ts'
import { runDrill } from '#server/platform/backup/restore-backup.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'
import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { connectClient } from '#server/platform/database/primary.ts'

import { runOwnerCommand } from './command.ts'

const [name, ...others] = process.argv.slice(2)
await runOwnerCommand(
  'Usage: npm run drill [-- <name of the backup>]',
  others.length === 0
    ? async ({ connection, config }) => {
        const { files, passphrase } = configuredBackups(config)
        const chosen = await chooseBackup(files, name)
        const startedAt = new Date()
        const report = await drillInScratch({ files, passphrase }, chosen)
        const { findings, manifest, tookMs } = report
        if (findings.length === 0) {
          const client = await connectClient(connection, (each) => each.on('error', () => {}))
          const run = {
            ...toRun(manifest),
            kind: 'drill',
            startedAt,
            finishedAt: new Date(),
          } as const
          await saveRun(client, run)
          await client.end()
        }
        const summary = `${chosen}: restored ${toRun(manifest).rows} rows in ${tookMs} ms, ${report.ledgerChecks} ledger checks, ${findings.length} findings.`
        return { message: [...findings, summary].join('\n'), isDone: findings.length === 0 }
      }
    : undefined,
)

/** The scratch database is always an embedded one, because a backup moves between both kinds. */
async function drillInScratch(
  backups: Pick<ReturnType<typeof configuredBackups>, 'files' | 'passphrase'>,
  backup: string,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-drill-'))
  try {
    await using postgres = await openEmbeddedPostgres({ dataDir, durable: false })
    const { connection } = postgres
    const config = { dataDir, secrets: [], receiptKeys: [], logKeys: [] }
    const storages = {
      images: diskImageStorage(join(dataDir, 'images')),
      documents: diskImageStorage(join(dataDir, 'documents')),
    }
    const deps = { ...backups, config, connection, storages, now: () => new Date() }
    return await runDrill(deps, backup)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
