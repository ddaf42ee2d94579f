import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { insertPaidDonations } from '#test/support/money/insert-donations.ts'
import { donationBy } from '#test/ledger.ts'
import { openMoneyApp } from '#test/money-app.ts'
import { processEnv } from '#test/support/servers/process-env.ts'
import { query } from '#test/support/database/query.ts'

import { applicationRole } from '../database/application-role.ts'
import { openDatabase } from '../database/database.ts'
import { locateCluster } from '../database/embedded/cluster-location.ts'
import { openEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { readMajor } from '../database/embedded/major-version.ts'
import { toWalFolder } from '../database/embedded/wal-archive.ts'
import { migrate } from '../database/migrate.ts'
import { ledgerChecks } from '../../money/ledger/ledger-check.ts'
import { changeMajor, type Direction } from './change-major.ts'
import { listDifferences } from './compare-databases.ts'

const donations = Number(process.env.MAJOR_DONATIONS ?? 320)
const kills = Number(process.env.MAJOR_KILLS ?? 1)
const perCampaign = 16
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 })

/** A stopped installation, of which each test gets a copy. */
const template = toFolder('ajo-major-template-')
let dataDir = template

beforeAll(() =>
  withDatabase(async ({ connection, owner }) => {
    await migrate(connection)
    await insertPaidDonations(owner.pool, donations, perCampaign)
  }),
)
beforeEach(() => {
  dataDir = toFolder('ajo-major-')
  // Keeps the files those of PostgreSQL's account.
  spawnSync('cp', ['-a', `${template}/.`, dataDir])
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
afterAll(() => rmSync(template, { recursive: true, force: true }))

function toFolder(prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  return folder
}

/** Starts the embedded database as a server does. */
async function withDatabase<Result>(
  work: (opened: {
    connection: Awaited<ReturnType<typeof openEmbeddedPostgres>>['connection']
    database: ReturnType<typeof openDatabase>
    owner: ReturnType<typeof openDatabase>
  }) => Promise<Result>,
) {
  await using postgres = await openEmbeddedPostgres({ dataDir })
  const { connection } = postgres
  const onIdleError = () => {}
  await using owner = openDatabase(connection, { max: 2, onIdleError })
  await using database = openDatabase(connection, { role: applicationRole, onIdleError })
  return await work({ connection, database, owner })
}

/** What is there: the version, the number of donations and the violations of the ledger. */
const describeData = () =>
  withDatabase(async ({ connection, database }) => {
    const [row = {}] = await query(
      connection,
      `select current_setting('server_version_num')::integer / 10000 as major,
         (select count(*)::integer from ledger_entry where kind = 'charge') as charges`,
    )
    const check = await ledgerChecks({ database, now: () => new Date() }).checkLedger()
    return { ...row, findings: check.findings }
  })

/** A donation that is paid and acknowledged by the running application. */
const donate = () =>
  withDatabase(async ({ database, owner }) => {
    const at = await openMoneyApp({ database, owner, env: { DATA_DIR: dataDir } })
    await at.donations.startDonation(donationBy('ola@example.com'))
    const reference = at.provider.lastReference()
    at.provider.pay(reference)
    await at.donations.verifyPayment(reference, 'webhook')
    return reference
  })

const listUnfinished = () =>
  readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('unfinished'))

const change = (direction: Direction, walArchive?: string) =>
  changeMajor(direction, { dataDir, walArchive, now: () => new Date(), report: () => {} })

it('moves to the next major version and back, with the donations made since', async () => {
  const up = await change('upgrade')
  expect(up).toMatchObject({ from: 17, to: 18, left: join(dataDir, 'postgres/data') })
  // An older version of Ajo, which would go on with the old cluster, cannot start it.
  expect(readdirSync(join(up.left, 'global'))).toContain('pg_control.old')
  expect(readdirSync(join(up.left, 'global'))).not.toContain('pg_control')
  expect(await describeData()).toEqual({ major: 18, charges: donations, findings: [] })
  expect(listUnfinished()).toEqual([])
  await donate()

  const down = await change('downgrade')

  expect(down).toMatchObject({ from: 18, to: 17 })
  expect(await describeData()).toEqual({ major: 17, charges: donations + 1, findings: [] })
  process.stdout.write(
    `${donations} donations, ${up.rows} rows: ${up.tookMs} ms from 17 to 18, ${down.tookMs} ms back\n`,
  )
})

describe('a command that is killed', () => {
  const stages = ['Preparing', 'Copying', 'Comparing', 'Switching']

  it('leaves a database that starts with every donation, and can be repeated', async () => {
    for (let round = 0; round < kills; round++) {
      await killAt(stages[round % stages.length] ?? '', Math.random() * (round < 4 ? 20 : 400))

      const { major, ...data }: Record<string, unknown> = await describeData()

      expect(data).toEqual({ charges: donations, findings: [] })
      if (major === 18) await change('downgrade')
    }

    await change('upgrade')
    expect(await describeData()).toEqual({ major: 18, charges: donations, findings: [] })
    expect(listUnfinished()).toEqual([])
  })

  /** Runs the command, and kills it some time after it has reported the stage. */
  async function killAt(stage: string, delayMs: number) {
    const child = spawn(process.execPath, ['scripts/postgres.ts', 'upgrade'], {
      env: { ...processEnv, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (output.includes(stage)) break
    }
    setTimeout(() => child.kill('SIGKILL'), delayMs)
    await exited
    expect(output).toContain(stage)
  }
})

describe('a change of the major version is refused', () => {
  it('while a server runs, and leaves a cluster alone that is about to be named', async () => {
    const folder = join(dataDir, 'postgres/data-18-20260101T000000Z/global')
    await withDatabase(async () => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'pg_control'), '')
      await expect(change('upgrade')).rejects.toThrow(`Another Ajo is running on ${dataDir}.`)
    })
    expect(readdirSync(folder)).toEqual(['pg_control'])
  })

  it('with an archive that has the log of the other cluster', async () => {
    const archive = join(dataDir, 'archive')
    mkdirSync(toWalFolder(archive), { recursive: true })
    writeFileSync(join(toWalFolder(archive), '000000010000000000000001'), '')

    await expect(change('upgrade', archive)).rejects.toThrow(
      /^WAL_ARCHIVE .* Set it to a new folder/,
    )
  })

  it('where no such version is known', async () => {
    await expect(change('downgrade')).rejects.toThrow(
      'The embedded database is of PostgreSQL 17, and this version of Ajo knows no older one.',
    )
  })

  it('for tables of another version', async () => {
    await withDatabase(({ connection }) =>
      query(connection, `insert into migration (name, checksum) values ('9999_later.sql', 'x')`),
    )

    await expect(change('upgrade')).rejects.toThrow('last used by another version of Ajo')
    expect(readMajor(locateCluster(dataDir).data)).toBe(17)
  })
})

it('refuses to start on a cluster that an upgrade leaves at the same time', async () => {
  const opening = withDatabase(() => Promise.resolve())
  // The start has read which cluster is in use, and has not locked it.
  writeFileSync(join(dataDir, 'postgres/current'), 'data-18-20260101T000000Z\n')

  await expect(opening).rejects.toThrow(`The database of ${dataDir} was just upgraded.`)
  expect(readdirSync(join(dataDir, 'postgres/data'))).not.toContain('postmaster.pid')
})

it('says what to do with a database of a version without programs', async () => {
  const file = join(dataDir, 'postgres/data/PG_VERSION')
  expect(readFileSync(file, 'utf8')).toBe('17\n')
  writeFileSync(file, '16\n')

  await expect(describeData()).rejects.toThrow(
    'The embedded database needs PostgreSQL 16, and this version of Ajo knows 17 and 18. Start the version of Ajo that made it, and see docs/operations/postgres.md.',
  )
})

it('names each table, sequence and finding that differs', () => {
  const summary = {
    tables: [{ name: 'public.donation', rows: 2, digest: '1-2' }],
    sequences: [{ name: 'public.entry', value: '7' }],
    findings: [],
  }

  expect(listDifferences(summary, summary)).toEqual([])
  expect(
    listDifferences(summary, {
      tables: [{ name: 'public.donation', rows: 2, digest: '1-3' }],
      sequences: [{ name: 'public.entry', value: '8' }],
      findings: ['{}'],
    }),
  ).toHaveLength(5)
})
