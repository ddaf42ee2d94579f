import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openSealing } from '#server/platform/keys/open-sealing.ts'
import { testSecret } from '#test/support/servers/app.ts'
import { openCommand } from '#test/support/servers/commands.ts'
import { ada } from '#test/support/people/people.ts'
import { processEnv } from '#test/support/servers/process-env.ts'

const at = await openCommand('backup.ts')
const home = mkdtempSync(join(tmpdir(), 'ajo-backup-command-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const backups = {
  BACKUP_TO: join(home, 'backups'),
  BACKUP_PASSPHRASE: 'seven calabashes of palm wine 41',
}
const env = { ...at.env, ...backups, AJO_SECRET: testSecret, DATA_DIR: join(home, 'data') }

it('backs up a database, drills the backup on an embedded one, and records both', async () => {
  await openSealing({ secrets: [testSecret], dataDir: '' }, at.database)
  await at.createPerson(ada)
  const made = await at.run([], env)
  expect(made.output).toMatch(
    /^ajo-\w+: \d+ tables with \d+ rows, 0 images, 0 documents, \d+ bytes\.$/,
  )
  expect(made.code).toBe(0)
  const drilled = await run('drill.ts', env)
  expect(drilled.output).toMatch(/: restored \d+ rows in \d+ ms, \d+ ledger checks, 0 findings\.$/)
  expect(drilled.code).toBe(0)

  expect(listOpened(home)).toEqual([])

  const runs = await at.database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from backup_run order by finished_at`,
  )
  expect(runs.map(({ kind }) => kind)).toEqual(['backup', 'drill'])
}, 240_000)

/** Files and folders that other users of the machine may read, by their modes and as such a user tells. */
function listOpened(folder: string): string[] {
  chmodSync(folder, 0o711)
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = found.map(({ parentPath, name }) => join(parentPath, name))
  expect(paths.filter((path) => path.startsWith(backups.BACKUP_TO)).length).toBeGreaterThan(2)
  const asOther = { uid: 65_534, gid: 65_534, encoding: 'utf8' } as const
  const read = process.getuid?.() === 0 ? spawnSync('cat', paths, asOther).stdout : ''
  const opened = paths.filter((path) => {
    const status = statSync(path)
    return (status.mode & 0o777) !== (status.isDirectory() ? 0o700 : 0o600)
  })
  return read === '' ? opened : [...opened, 'another user']
}

const run = (script: string, settings: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((done) => {
    const given = { env: { ...processEnv, ...settings } }
    execFile(process.execPath, [join('scripts', script)], given, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), output: (out + err).trim() }),
    )
  })
