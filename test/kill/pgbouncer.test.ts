import { afterAll, beforeAll, expect, it } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'
import { startOtherPostgres, type OtherPostgres } from '#test/support/database/other-postgres.ts'
import { hasPgbouncer, openPgbouncer, type Pgbouncer } from '#test/support/database/pgbouncer.ts'
import { query } from '#test/support/database/query.ts'

import { keepDonating } from '../cluster/keep-donating.ts'
import { openDonationDriver } from './donation-driver.ts'
import { createDataDir, createKillableAjo, type KillableAjo } from './killable-ajo.ts'
import { expectAllBooked } from './kill-rounds.ts'

/** `npm run test:long` makes 60. */
const kills = Number(process.env['POOLER_KILLS'] ?? 1)

const opened = new AsyncDisposableStack()
let postgres: OtherPostgres
let pgbouncer: Pgbouncer
const servers: KillableAjo[] = []

beforeAll(async () => {
  if (!hasPgbouncer) return
  postgres = opened.use(await startOtherPostgres())
  await migrate({ connectionString: postgres.url })
  await query({ connectionString: postgres.url }, 'alter role ajo_app login')
  pgbouncer = opened.use(await openPgbouncer(postgres.url))
  await pgbouncer.start()
  const env = {
    DATABASE_URL: pgbouncer.url,
    DIRECT_DATABASE_URL: postgres.url,
    AJO_SECRET: testSecret,
    RECEIPT_KEY: testReceiptKey,
    LOG_KEY: testLogKey,
  }
  const connection = { connectionString: postgres.url }
  for (let count = 0; count < 2; count++) {
    const server = opened.use(await createKillableAjo(createDataDir(), env, { connection }))
    servers.push(server)
    await server.start()
  }
}, 300_000)

afterAll(() => opened.disposeAsync(), 60_000)

it.runIf(hasPgbouncer)(
  `books each acknowledged donation once through PgBouncer in transaction mode in ${kills} kills of a server or of the pooler`,
  async () => {
    const [first, second] = servers
    if (!first || !second) throw new Error('no servers')
    const driver = await openDonationDriver(first)
    const donating = [keepDonating(driver), keepDonating(driver.through(second))]
    const outages: number[] = []
    for (let round = 0; round < kills; round++) {
      const [kill, start] = [
        [pgbouncer.kill, pgbouncer.start],
        [first.killServer, first.start],
        [second.killServer, second.start],
      ][round % 3] as [() => Promise<void>, () => Promise<void>]
      const watched = donating[round % 3 === 2 ? 1 : 0]
      const outage = await watched?.measureOutage(async () => {
        const at = performance.now()
        await kill()
        return { at, repair: start }
      })
      outages.push(outage ?? 0)
    }
    const made = (await Promise.all(donating.map((donors) => donors.stop()))).flat()

    await expectAllBooked(driver, made)
    await using database = openDatabase(
      { connectionString: postgres.url },
      { onIdleError: () => {} },
    )
    const { findings } = await ledgerChecks({ database, now: () => new Date() }).checkLedger()
    expect(findings).toEqual([])
    process.stdout.write(
      `${made.length} donations through ${kills} kills, at most ${Math.max(...outages).toFixed(0)} ms without one\n`,
    )
  },
  120_000 + kills * 60_000,
)
