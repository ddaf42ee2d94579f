// What accounts cost: node bench/accounts.ts. Every figure stands beside a reference that was measured in the same run, in turns, on the same
// cores and the same PostgreSQL.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Hono } from 'hono'

import { openDatabase, type Database } from '#server/database/database.ts'
import { openEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from '#server/database/sql.ts'
import { outbox } from '#server/mail/outbox.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { hashPassword, verifyPassword } from '#server/providers/identity/passwords.ts'
import { openSessions } from '#server/sessions/sessions.ts'
import { createPerson, ada, testOrigin } from '#test/people.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const rounds = 3
const password = 'mango rain 47'
const onIdleError = () => {}

const dataDir = mkdtempSync(join(tmpdir(), 'ajo-bench-'))
// Below a folder of root's, PostgreSQL's own account has to get through.
chmodSync(dataDir, 0o711)
try {
  await using postgres = await openEmbeddedPostgres({ dataDir })
  await migrate(postgres.connection)
  await using database = openDatabase(postgres.connection, { onIdleError })
  const person = await createPerson(database, ada, { password })
  await sessionReads(database, person.cookie)
  await signIns(database)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** One query by primary key stands behind each: who is asking. */
async function sessionReads(database: Database, cookie: string) {
  const sessions = openSessions({ database, publicUrl: testOrigin, outbox })
  const bare = new Hono().get('/', (c) => c.text('user'))
  const asking = new Hono().get('/', async (c) => c.text((await sessions.actorOf(c.req.raw)).kind))
  const init = { headers: { cookie } }
  const read = async (app: Hono) => {
    const text = await (await app.request('/', init)).text()
    if (text !== 'user') throw new Error(`answered ${text}`)
  }
  const query = () => database.run(sql`select from account where uid = ${ada.uid}`)
  const [handler, smallest, session] = await inTurns(8, [
    () => read(bare),
    () => query(),
    () => read(asking),
  ])
  if (!handler || !smallest || !session) return
  print('a bare Hono handler', handler)
  print('the smallest query by key', smallest)
  print('a session read', session)
  console.log(
    `  ratio: ${(session.perSecond / smallest.perSecond).toFixed(2)} of the smallest query; ` +
      `CPU of this process ${(session.cpuUs / handler.cpuUs).toFixed(1)} times a bare handler, ` +
      `${(session.cpuUs / smallest.cpuUs).toFixed(2)} times the smallest query`,
  )
}

/** Two at once, as the queue lets through. Goal: at least 0.9 of the comparison alone. */
async function signIns(database: Database) {
  const identity = embeddedIdentity({ database, outbox, publicUrl: testOrigin })
  const hash = await hashPassword(password)
  const [alone, whole] = await inTurns(2, [
    async () => {
      if (!(await verifyPassword(hash, password))) throw new Error('not the same')
    },
    async () => {
      const answer = await identity.signIn({ email: ada.email, password })
      if ('refused' in answer) throw new Error(answer.refused)
    },
  ])
  if (!alone || !whole) return
  print('argon2id alone', alone)
  print('a sign-in', whole)
  console.log(`  ratio: ${(whole.perSecond / alone.perSecond).toFixed(2)} (goal 0.90)`)
}

type Rate = { perSecond: number; cpuUs: number }

/** Each work for some seconds, again and again in turns: the machine is shared, and its mood changes. Medians. */
async function inTurns(lanes: number, works: (() => Promise<unknown>)[]): Promise<Rate[]> {
  for (const work of works) await rateOf(lanes, work, 300)
  const rates: Rate[][] = works.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries())
      rates[index]?.push(await rateOf(lanes, work, seconds * 1_000))
  return rates.map((measured) => ({
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    cpuUs: median(measured.map(({ cpuUs }) => cpuUs)),
  }))
}

async function rateOf(lanes: number, work: () => Promise<unknown>, ms: number): Promise<Rate> {
  const begun = performance.now()
  const cpu = process.cpuUsage()
  let done = 0
  const lane = async () => {
    while (performance.now() - begun < ms) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSecond: done / ((performance.now() - begun) / 1_000),
    cpuUs: (user + system) / done,
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

function print(name: string, { perSecond, cpuUs }: Rate) {
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(8)}/s ${cpuUs.toFixed(0).padStart(8)} µs CPU each`,
  )
}
