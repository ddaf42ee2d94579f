import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { ledgerProof } from '#server/ledger/reconciliation/ledger-check.ts'

import { openGiving, sumOf, type Gift, type Giving } from './donating.ts'
import { killableAjo, killableData, type KillableAjo } from './killable-ajo.ts'
import { points, type Point } from './points.ts'
import { statementProxy, type StatementProxy } from './statement-proxy.ts'

const victims = ['the server', 'PostgreSQL', 'both the server and PostgreSQL'] as const
/** `npm run test:long` goes through all points with all victims, so often. */
const turns = Number(process.env.POINT_TURNS ?? 0)
const { giving: quick, claimed, takingBack } = points
const rounds =
  turns === 0
    ? quick.map(roundOf)
    : Array.from({ length: turns * victims.length }, (_, turn) =>
        [...quick, ...claimed, ...takingBack].map((point, index) => roundOf(point, index + turn)),
      ).flat()
type Round = (typeof rounds)[number]

function roundOf(point: Point, index: number) {
  return { ...point, victim: victims[index % victims.length] ?? 'the server' }
}

let postgres: ChildProcess
let proxy: StatementProxy
let ajo: KillableAjo
let giving: Giving
const kept: Gift[] = []
const takenBack: Gift[] = []

beforeAll(async () => {
  const dataDir = killableData()
  postgres = fork('test/hold-postgres.ts', [dataDir, 'durable'], { stdio: 'ignore' })
  const connection = await connectionOf(postgres)
  proxy = await statementProxy(connection)
  const { user, password, database } = connection
  const DATABASE_URL = `postgres://${user}:${String(password)}@127.0.0.1:${proxy.port}/${database}`
  ajo = await killableAjo(dataDir, { DATABASE_URL })
  await ajo.start()
  giving = await openGiving(ajo)
}, 120_000)

afterAll(async () => {
  await ajo.killServer()
  await proxy[Symbol.asyncDispose]()
  postgres.kill('SIGTERM')
  await once(postgres, 'exit')
  await ajo[Symbol.asyncDispose]()
}, 30_000)

it.each(rounds)(
  'goes on where $victim is killed $name',
  async (round) => {
    const given = round.does === 'take back' ? await giveUntilCounted() : undefined
    const isReached = killAt(round)
    const done = given ? takeBack(given) : give()
    await isReached
    await revive(round.victim)
    await expect(done).resolves.toBeUndefined()
  },
  120_000,
)

it(`has lost, doubled and forgotten nothing after ${rounds.length} kills, and nobody had to repair anything`, async () => {
  const { inDatabase, untilStatus, untilRaised, untilTrue } = giving
  await untilRaised(sumOf(kept))
  for (const gift of kept) await untilStatus(gift, 'success')
  for (const gift of takenBack) await untilStatus(gift, 'refunded')
  await untilTrue(async () => (await inDatabase(unfinished)) === undefined)

  expect(await inDatabase(counts)).toEqual({
    charges: kept.length + takenBack.length,
    refunds: takenBack.length,
    refundsOfProvider: takenBack.length,
  })
  const proof = await inDatabase((database) =>
    ledgerProof({ database, now: () => new Date() }).proveBooks(),
  )
  expect(proof.findings).toEqual([])
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

async function give() {
  kept.push(await giveUntilCounted())
}

async function takeBack(gift: Gift) {
  takenBack.push(gift)
  await giving.takeBack(gift)
}

async function giveUntilCounted(): Promise<Gift> {
  const gift = await giving.give()
  await giving.untilTold(gift)
  await giving.untilStatus(gift, 'success')
  return gift
}

async function revive(victim: Round['victim']) {
  await giving.untilTrue(() => giving.inDatabase(async ({ run }) => (await run(sql`select`)) === 1))
  if (victim === 'PostgreSQL') await ajo.untilReady()
  else await ajo.start()
}

function unfinished({ row }: Database) {
  return row(
    z.object({ id: z.string() }),
    sql`select id from webhook_inbox where state in ('received', 'processing', 'failed')
        union all select id from refund_request where state = 'waiting'`,
  )
}

function counts({ row }: Database) {
  return row(
    z.object({ charges: z.int(), refunds: z.int(), refundsOfProvider: z.int() }),
    sql`select count(*) filter (where kind = 'charge')::integer as charges,
          count(*) filter (where kind = 'refund')::integer as refunds,
          (select count(*)::integer from sandbox.refund) as "refundsOfProvider"
        from ledger_entry`,
  )
}

async function connectionOf(child: ChildProcess): Promise<pg.PoolConfig> {
  for (;;) {
    const [message] = (await once(child, 'message')) as [{ connection?: pg.PoolConfig }]
    if (message.connection) return message.connection
  }
}
