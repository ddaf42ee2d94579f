import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'

import {
  openDonationDriver,
  sumDonations,
  type MadeDonation,
  type DonationDriver,
} from './donation-driver.ts'
import { createKillableAjo, createDataDir, type KillableAjo } from './killable-ajo.ts'
import { killPoints, type KillPoint } from './kill-points.ts'
import { shareSeed, takeShare } from '../support/cases/take-share.ts'
import { statementProxy, type StatementProxy } from './statement-proxy.ts'

const victims = ['the server', 'PostgreSQL', 'both the server and PostgreSQL'] as const
/** `npm run test:long` runs all points with all victims this many times; 0 runs a sixth of the donation points once. */
const repetitions = Number(process.env.POINT_TURNS ?? 0)
const { donating, claimed, refunding } = killPoints
const rounds =
  repetitions === 0
    ? takeShare(donating.map(toRound), 6)
    : Array.from({ length: repetitions * victims.length }, (_, repetition) =>
        [...donating, ...claimed, ...refunding].map((point, index) =>
          toRound(point, index + repetition),
        ),
      ).flat()
type Round = (typeof rounds)[number]

function toRound(point: KillPoint, index: number) {
  return { ...point, victim: victims[index % victims.length] ?? 'the server' }
}

let postgres: ChildProcess
let proxy: StatementProxy
let ajo: KillableAjo
let driver: DonationDriver
const donations: MadeDonation[] = []
const refunded: MadeDonation[] = []

beforeAll(async () => {
  const dataDir = createDataDir()
  postgres = fork('test/support/database/hold-postgres.ts', [dataDir, 'durable'], {
    stdio: 'ignore',
  })
  const connection = await receiveConnection(postgres)
  proxy = await statementProxy(connection)
  const { user, password, database } = connection
  const DATABASE_URL = `postgres://${user}:${String(password)}@127.0.0.1:${proxy.port}/${database}`
  ajo = await createKillableAjo(dataDir, { DATABASE_URL, REFUND_DOUBT_SECONDS: '10' })
  await ajo.start()
  driver = await openDonationDriver(ajo)
}, 120_000)

afterAll(async () => {
  await ajo.killServer()
  await proxy[Symbol.asyncDispose]()
  postgres.kill('SIGTERM')
  await once(postgres, 'exit')
  await ajo[Symbol.asyncDispose]()
}, 30_000)

it.each(rounds)(
  'recovers when $victim is killed $name',
  async (round) => {
    const donation = round.action === 'refund' ? await donateUntilSuccess() : undefined
    const isReached = killAt(round)
    const completion = donation ? refund(donation) : donate()
    await isReached
    await revive(round.victim)
    await expect(completion).resolves.toBeUndefined()
  },
  120_000,
)

it(`recovers from ${rounds.length} kills without losing, doubling or forgetting a donation or refund (seed ${shareSeed})`, async () => {
  const { inDatabase, untilStatus, untilRaised, untilTrue } = driver
  await untilRaised(sumDonations(donations))
  for (const donation of donations) await untilStatus(donation, 'success')
  for (const donation of refunded) await untilStatus(donation, 'partially refunded')
  await untilTrue(async () => (await inDatabase(findUnfinished)) === undefined)

  expect(await inDatabase(countEntries)).toEqual({
    charges: donations.length + refunded.length,
    refunds: refunded.length,
    providerRefunds: refunded.length,
  })
  const check = await inDatabase((database) =>
    ledgerChecks({ database, now: () => new Date() }).checkLedger(),
  )
  expect(check.findings).toEqual([])
}, 240_000)

function killAt({ victim, ...moment }: Round): Promise<void> {
  return new Promise((resolve) =>
    proxy.arm(moment, () => {
      if (victim !== 'PostgreSQL') void ajo.killServer()
      if (victim !== 'the server') ajo.killPostgres()
      resolve()
    }),
  )
}

async function donate() {
  donations.push(await donateUntilSuccess())
}

async function refund(donation: MadeDonation) {
  refunded.push(donation)
  await driver.requestRefund(donation)
}

async function donateUntilSuccess(): Promise<MadeDonation> {
  const donation = await driver.donate()
  await driver.untilAcknowledged(donation)
  await driver.untilStatus(donation, 'success')
  return donation
}

async function revive(victim: Round['victim']) {
  await driver.untilTrue(() => driver.inDatabase(async ({ run }) => (await run(sql`select`)) === 1))
  if (victim === 'PostgreSQL') await ajo.waitUntilReady()
  else await ajo.start()
}

function findUnfinished({ row }: Database) {
  return row(
    z.object({ id: z.string() }),
    sql`select id from webhook_inbox where state in ('received', 'processing', 'failed')
        union all select id from refund where state <> 'processed'`,
  )
}

function countEntries({ row }: Database) {
  return row(
    z.object({ charges: z.int(), refunds: z.int(), providerRefunds: z.int() }),
    sql`select count(*) filter (where kind = 'charge')::integer as charges,
          count(*) filter (where kind = 'refund')::integer as refunds,
          (select count(*)::integer from sandbox.refund) as "providerRefunds"
        from ledger_entry`,
  )
}

async function receiveConnection(child: ChildProcess): Promise<pg.PoolConfig> {
  for (;;) {
    const [message] = (await once(child, 'message')) as [{ connection?: pg.PoolConfig }]
    if (message.connection) return message.connection
  }
}
