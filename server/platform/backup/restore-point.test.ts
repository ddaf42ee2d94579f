import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { testSecret } from '#test/support/servers/app.ts'
import { query } from '#test/support/database/query.ts'

import { locateCluster } from '../database/embedded/cluster-location.ts'
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../database/embedded/embedded-postgres.ts'
import { toWalFolder } from '../database/embedded/wal-archive.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/database.ts'
import { openSealing } from '../keys/open-sealing.ts'
import { createBaseBackup } from './base-backup.ts'
import { restorePoint } from './restore-point.ts'

const passphrase = 'seven calabashes of palm wine 41'
let home: string
let archive: string
let running: EmbeddedPostgres

const toConfig = (name: string) => ({
  dataDir: join(home, name),
  secrets: [testSecret],
  receiptKeys: [],
  logKeys: [],
})
const toDeps = (name: string, now = () => new Date()) => {
  const config = toConfig(name)
  return { config, archive, passphrase, location: locateCluster(config.dataDir), now }
}

const add = (name: string) => query(running.connection, `insert into well values ('${name}')`)
const readTime = async () => {
  const [row] = await query(running.connection, 'select clock_timestamp() as at')
  return row?.['at'] as Date
}
/** Archives what was written so far. */
async function archiveNow() {
  await query(running.connection, 'select pg_switch_wal()')
  const [row] = await query(
    running.connection,
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  await expect
    .poll(() =>
      readdirSync(toWalFolder(archive))
        .filter((name) => /^\w{24}$/.test(name))
        .at(-1),
    )
    .toBe(previous(String(row?.['name'])))
}
/** The segment before: the last eight digits count segments. */
const previous = (segment: string) =>
  segment.slice(0, 16) +
  (Number.parseInt(segment.slice(16), 16) - 1).toString(16).toUpperCase().padStart(8, '0')

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'ajo-point-'))
  chmodSync(home, 0o711)
  archive = join(home, 'archive')
  running = await openEmbeddedPostgres({
    dataDir: join(home, 'first'),
    walArchive: archive,
    durable: false,
  })
  await migrate(running.connection)
  await using database = openDatabase(running.connection, { onIdleError: () => {} })
  await openSealing({ secrets: [testSecret], dataDir: '' }, database)
  await query(running.connection, 'create table well (name text)')
}, 60_000)

afterEach(async () => {
  await running[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
})

const backUp = (keepDays = 35, now?: () => Date) =>
  createBaseBackup({ ...toDeps('first', now), connection: running.connection, keepDays })

async function readRestored(name: string) {
  await using restored = await openEmbeddedPostgres({ dataDir: join(home, name) })
  return (await query(restored.connection, 'select name from well')).map((row) => row['name'])
}

describe('the embedded database with WAL_ARCHIVE', { timeout: 120_000 }, () => {
  it('is restored as it was at a time, and as far as the archived log goes', async () => {
    await add('before')
    await backUp()
    await add('after')
    await pause(50)
    const at = await readTime()
    await pause(50)
    await add('too late')
    await archiveNow()

    await restorePoint(toDeps('second'), at)
    expect(await readRestored('second')).toEqual(['before', 'after'])
    await restorePoint(toDeps('third'), undefined)
    expect(await readRestored('third')).toEqual(['before', 'after', 'too late'])
  })

  it('is refused to be restored over other data, to a time without a base backup, after the log, and with another passphrase', async () => {
    const early = await readTime()
    await expect(restorePoint(toDeps('second'), early)).rejects.toThrow('There is no base backup')
    const { finishedAt } = await backUp()
    await archiveNow()
    await expect(restorePoint(toDeps('second'), early)).rejects.toThrow(
      `The earliest possible time is ${finishedAt}.`,
    )
    await expect(restorePoint(toDeps('first'), undefined)).rejects.toThrow(
      'Restore into another DATA_DIR',
    )
    const later = new Date(Date.now() + 3_600_000)
    await expect(restorePoint(toDeps('second'), later)).rejects.toThrow(
      'The archived log ends before that time',
    )
    const wrong = { ...toDeps('fourth'), passphrase: 'another long passphrase 1' }
    await expect(restorePoint(wrong, undefined)).rejects.toThrow('BACKUP_PASSPHRASE does not open')
  })

  it('deletes base backups that are too old with their segments, and never a segment that is needed', async () => {
    const first = await backUp()
    await add('before')
    await archiveNow()
    const second = await backUp(1, () => new Date(Date.now() + 3 * 86_400_000))
    const segments = readdirSync(toWalFolder(archive)).filter((name) => /^\w{24}$/.test(name))
    expect(segments).not.toContain(first.firstSegment)
    expect(segments).toContain(second.firstSegment)
    expect(existsSync(join(archive, 'base', first.name))).toBe(false)
    await restorePoint(toDeps('second'), undefined)
    expect(await readRestored('second')).toEqual(['before'])
  })
})
