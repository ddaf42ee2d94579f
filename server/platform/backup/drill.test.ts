import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { openDatabase } from '#server/platform/database/database.ts'
import type { Connection } from '#server/platform/database/primary.ts'
import { sql } from '#server/platform/database/sql.ts'
import { emptyTestDatabase, testDatabase } from '#test/support/database/database.ts'
import { openFakeS3 } from '#test/support/providers/s3.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { ada, testSecret } from '#test/support/people/people.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'

import {
  openBackupFiles,
  type BackupFiles,
  chooseBackup,
  readIndex,
  partSchema,
  readManifest,
  readPart,
  type Manifest,
} from './backup-files.ts'
import { createBackup } from './create-backup.ts'
import { runDrill, restoreBackup } from './restore-backup.ts'

// Each restore runs all migrations.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const { database, owner, connection } = await testDatabase()
const home = mkdtempSync(join(tmpdir(), 'ajo-backup-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const passphrase = 'seven calabashes of palm wine 41'
const dataDir = join(home, 'data')
const at = await openMoneyApp({ database, owner, env: { DATA_DIR: dataDir } })
const files = openBackupFiles({ kind: 'folder', path: join(home, 'backups') })
const toStorages = (folder: string) => ({
  images: diskImageStorage(join(folder, 'images')),
  documents: diskImageStorage(join(folder, 'documents')),
})
let clock = Date.parse('2026-05-01T09:00:00Z')
const shared = {
  connection,
  config: at.config,
  storages: toStorages(dataDir),
  passphrase,
  keepDays: 35,
  now: () => new Date((clock += 1_000)),
}
const backup = (to: BackupFiles = files) => createBackup({ ...shared, files: to })

/** An empty installation. Keys are taken from the backup unless the settings name some. */
async function emptyInstallation(settings: { secrets?: string[]; passphrase?: string } = {}) {
  const folder = mkdtempSync(join(home, 'restored-'))
  const target: Connection = await emptyTestDatabase()
  const config = { dataDir: folder, secrets: [], receiptKeys: [], logKeys: [], ...settings }
  const storages = toStorages(folder)
  const { now } = shared
  return { passphrase, ...settings, config, connection: target, files, storages, now, folder }
}

async function query<Row extends Record<string, unknown>>(target: Connection, text: string) {
  await using opened = openDatabase(target, { max: 1, onIdleError: () => {} })
  const { rows } = await opened.pool.query<Row>(text)
  return rows
}

async function donate() {
  return at.donate(`donor-${randomUUID()}@example.com`)
}

const references = z.object({ reference: z.string() })
let acknowledged: string[]
let manifest: Manifest
let donationsDuring: number

beforeAll(async () => {
  await at.images.add(ada.uid, await jpeg())
  acknowledged = []
  for (let count = 0; count < 5; count++) acknowledged.push(await donate())
  await owner.run(sql`
    insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, cause, amount_kobo, reason, state,
      next_attempt_at, created_at)
    select campaign_id, gen_random_uuid(), id, mode, sha256('a'), sha256('b'), 'owner', 'request', 100, '', 'requested', now(), now()
    from donation where reference = ${acknowledged[0]}`)
  let isCopied = false
  const during = (async () => {
    let made = 0
    for (; !isCopied || made < 5; made++) await donate()
    return made
  })()
  manifest = await backup().finally(() => (isCopied = true))
  donationsDuring = await during
})

describe('a backup that fails', () => {
  it('leaves no part behind when the storage fails at part 15', async () => {
    const folder = mkdtempSync(join(home, 'full-'))
    const full = openBackupFiles({ kind: 'folder', path: folder })
    let parts = 0
    const write = async (name: string, bytes: Uint8Array) => {
      if (++parts === 15) throw new Error('no space left')
      return full.write(name, bytes)
    }
    await expect(backup({ ...full, write })).rejects.toThrow('no space left')

    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })
})

describe('a drill', () => {
  it('restores a backup taken during donations without findings, with every earlier donation', async () => {
    const target = await emptyInstallation()
    expect(donationsDuring).toBeGreaterThan(0)

    const report = await runDrill(target, await chooseBackup(files))

    expect(report.findings).toEqual([])
    expect(report.ledgerChecks).toBeGreaterThan(20)
    expect(report.manifest.images.stored).toHaveLength(1)
    const restored = await query<{ reference: string }>(
      target.connection,
      'select reference from donation join provider_payment on donation_id = donation.id',
    )
    expect(restored.map(({ reference }) => reference)).toEqual(expect.arrayContaining(acknowledged))
    const all = await database.rows(references, sql`select reference from donation`)
    expect(restored.length).toBeLessThan(all.length)
    expect(readFileSync(join(target.folder, 'secret'), 'utf8').trim()).toBe(testSecret)

    // Both may have been sent after the backup.
    const [mails] = await query<{ waiting: number }>(
      target.connection,
      'select count(*) as waiting from mail_outbox where sent_at is null and failed_at is null',
    )
    expect(mails?.waiting).toBe(0)
    expect(await query(target.connection, 'select attempts from refund')).toEqual([{ attempts: 1 }])
  })
})

describe('a restore', () => {
  it('is refused for a wrong passphrase, a foreign secret, and an installation with data', async () => {
    const wrong = await emptyInstallation({ passphrase: 'another passphrase, also long' })
    await expect(restoreBackup(wrong, manifest.name)).rejects.toThrow(
      /^BACKUP_PASSPHRASE does not open the backup ajo-\w+, or its manifest was changed\.$/,
    )
    const foreign = await emptyInstallation({ secrets: [`${testSecret} of another`] })
    await expect(restoreBackup(foreign, manifest.name)).rejects.toThrow(
      /^AJO_SECRET is that of another installation/,
    )
    const withOtherKey = await emptyInstallation()
    writeFileSync(join(withOtherKey.folder, 'secret'), 'another secret')
    await expect(restoreBackup(withOtherKey, manifest.name)).rejects.toThrow(
      /secret is the key of another installation\./,
    )
    for (const { connection: untouched } of [wrong, foreign, withOtherKey])
      expect(await query(untouched, "select from pg_tables where schemaname = 'public'")).toEqual(
        [],
      )
    const filled = { ...(await emptyInstallation()), connection }
    await expect(restoreBackup(filled, manifest.name)).rejects.toThrow(
      /^The database is not empty\. A backup is restored into an empty database/,
    )
    expect(existsSync(join(filled.folder, 'secret'))).toBe(false)
  })

  it('is refused for a schema that this version does not know', async () => {
    const later = '0071_of_a_later_version.sql'
    await owner.run(sql`insert into migration (name, checksum) values (${later}, 'x')`)
    const newer = await backup()
    await owner.run(sql`delete from migration where name = ${later}`)
    await expect(restoreBackup(await emptyInstallation(), newer.name)).rejects.toThrow(
      /has the migration 0071_of_a_later_version\.sql, which this version of Ajo does not know/,
    )
  })

  it('changes nothing when a part is damaged, and succeeds when it is repeated', async () => {
    const part = manifest.tables.find(({ name }) => name === 'public.donation')?.parts[0]
    const damaging: BackupFiles = {
      ...files,
      async read(name) {
        const bytes = await files.read(name)
        if (name === part?.name && bytes) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
        return bytes
      },
    }
    const target = await emptyInstallation()
    await expect(restoreBackup({ ...target, files: damaging }, manifest.name)).rejects.toThrow(
      /public\.donation\.1 of the backup was changed or is damaged/,
    )
    expect(await query(target.connection, 'select from account')).toEqual([])
    expect(await query(target.connection, 'select from sealing_canary')).toEqual([])

    await restoreBackup(target, manifest.name)
    expect(await query(target.connection, 'select from sealing_canary')).toHaveLength(1)
  })
})

describe('a backup', () => {
  it('holds no address in readable form', async () => {
    const folder = join(home, 'backups', manifest.name)
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    const all = names
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    expect(all.length).toBeGreaterThan(10)
    for (const content of all) expect(content).not.toMatch(/example\.com|harmattan/)
  })

  it('is refused while another one of the same database runs', async () => {
    const waiting = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow: BackupFiles = {
      ...files,
      async write(name, bytes) {
        begun.resolve()
        await waiting.promise
        await files.write(name, bytes)
      },
    }
    const first = backup(slow)
    await begun.promise
    await expect(backup()).rejects.toThrow('Another backup of this database is running.')
    waiting.resolve()
    await expect(first).resolves.toBeDefined()
  })

  it('goes to a bucket, and deletes those that are older than the term', async () => {
    const s3 = await openFakeS3()
    const bucket = openBackupFiles({ kind: 's3', prefix: 'lagos/', ...s3.options })
    const old = await backup(bucket)
    expect(s3.objects.has(`lagos/${old.name}/manifest.json`)).toBe(true)
    const { key, manifest: read } = await readManifest(bucket, old.name, passphrase)
    const donations = read.tables.find(({ name }) => name === 'public.donation')
    expect(await readPart(bucket, key, z.parse(partSchema, donations?.parts[0]))).toBeDefined()

    clock += 36 * 24 * 3_600_000
    const next = await backup(bucket)
    expect((await readIndex(bucket)).map(({ name }) => name)).toEqual([next.name])
    expect([...s3.objects.keys()].filter((key) => key.includes(old.name))).toEqual([])
    await s3.close()
  })
})
