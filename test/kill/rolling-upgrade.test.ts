import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'

import { openDonationDriver, type DonationDriver, type MadeDonation } from './donation-driver.ts'
import { createDataDir, createKillableAjo, type KillableAjo } from './killable-ajo.ts'
import { expectAllBooked } from './kill-rounds.ts'

/** `npm run test:long` makes 1,000. */
const count = Number(process.env['UPGRADE_DONATIONS'] ?? 32)
const atOnce = 4

let url: string
/** A copy of the sources, to which migrations are added. */
let newer: string
const servers: KillableAjo[] = []

beforeAll(async () => {
  url = await testDatabaseUrl()
  newer = mkdtempSync(join(tmpdir(), 'ajo-newer-'))
  for (const name of [
    'dev',
    'docs',
    'scripts',
    'server',
    'shared',
    'web',
    'NOTICE.md',
    'package.json',
  ])
    cpSync(name, join(newer, name), { recursive: true })
  for (const name of ['dist', 'node_modules', 'packages'])
    if (existsSync(name)) symlinkSync(resolve(name), join(newer, name))
}, 60_000)

afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]()
  rmSync(newer, { recursive: true, force: true })
}, 60_000)

const addMigration = (name: string, text: string) =>
  writeFileSync(join(newer, 'server/platform/database/migrations', name), text)

const metricsToken = 'the token of the metrics'

async function createServer(folder?: string) {
  const env = {
    DATABASE_URL: url,
    AJO_SECRET: testSecret,
    RECEIPT_KEY: testReceiptKey,
    LOG_KEY: testLogKey,
    METRICS_TOKEN: metricsToken,
  }
  const version = { ...(folder !== undefined && { folder }), connection: { connectionString: url } }
  const server = await createKillableAjo(createDataDir(), env, version)
  servers.push(server)
  return server
}

async function readReadiness(server: KillableAjo) {
  const response = await fetch(`${server.url}/readyz`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  return { code: response.status, body: await response.text() }
}

/** Donations through the given servers in turn; the webhook of each goes to the other server. */
async function donateThrough(drivers: readonly DonationDriver[], made: MadeDonation[]) {
  for (let done = 0; done < count / 4; done += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const own = drivers[(done + index) % drivers.length]
        const other = drivers[(done + index + 1) % drivers.length]
        if (!own || !other) throw new Error('no driver')
        const donation = await own.donate()
        made.push(donation)
        await other.untilAcknowledged(donation)
      }),
    )
}

it(
  `books all of ${count} donations once while a newer version takes over, which the older one refuses only after a contraction`,
  async () => {
    const made: MadeDonation[] = []
    const older = await createServer()
    await older.start()
    const driver = await openDonationDriver(older)

    addMigration(
      '9998_expand.sql',
      'alter table donation add column donor_note text; create table later_addition (id uuid primary key);',
    )
    const newerServer = await createServer(newer)
    await Promise.all([newerServer.start(), donateThrough([driver], made)])
    expect((await readReadiness(older)).code).toBe(200)

    const both = [driver, driver.through(newerServer)]
    await donateThrough(both, made)
    await older.stop()
    await older.start()
    await donateThrough(both, made)

    addMigration(
      '9999_contract.sql',
      '-- Contract: no version since 9998 reads the note.\nalter table donation drop column donor_note;',
    )
    await newerServer.stop()
    await newerServer.start()
    expect(await readReadiness(older)).toMatchObject({ code: 503 })
    expect((await readReadiness(older)).body).toContain('newer-version')
    await older.stop()
    await expect(older.start()).rejects.toThrow(
      '9999_contract.sql, which this version of Ajo does not know',
    )

    const last = driver.through(newerServer)
    await donateThrough([last], made)
    expect(made.length).toBeGreaterThanOrEqual(count)
    await expectAllBooked(last, made)
    await using database = openDatabase({ connectionString: url }, { onIdleError: () => {} })
    expect(
      (await ledgerChecks({ database, now: () => new Date() }).checkLedger()).findings,
    ).toEqual([])
  },
  120_000 + count * 2_000,
)
