// Cost of accounts and sessions: node bench/accounts.ts. Each reference is measured in the same run, alternating, on the same
// cores and PostgreSQL.
import { Hono } from 'hono'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded/embedded-identity.ts'
import { hashPassword, verifyPassword } from '#server/providers/identity/embedded/password-hash.ts'
import { firebaseIdentity } from '#server/providers/identity/firebase/firebase-identity.ts'
import { isRefusal } from '#server/providers/identity/identity.ts'
import { sealingWith } from '#server/platform/runtime/sealing.ts'
import { openSessions } from '#server/people/accounts/sessions.ts'
import {
  startAuthEmulator,
  type AuthEmulator,
} from '#test/support/providers/firebase-emulator/auth-emulator.ts'
import { testOutbox as outbox } from '#test/support/mail/mails.ts'
import { createPerson, ada, testOrigin, testEvents } from '#test/support/people/people.ts'

import { benchPostgres } from './bench-postgres.ts'
import { benchSeconds, median } from './rates.ts'

type CpuRate = { perSecond: number; cpuUs: number }
type Work = () => Promise<unknown>

const password = 'mango rain 47'
const onIdleError = () => {}

await using emulator = await startAuthEmulator()
await using postgres = await benchPostgres()
await using database = openDatabase(postgres.connection, { onIdleError })
const person = await createPerson(database, ada, { password })
await sessionReads(database, person.cookie)
await hostedReads(database, emulator)
await signIns(database)

/** The reference is a handler that reads one row by its key. Simultaneous session lookups share one query. */
async function sessionReads(database: Database, cookie: string) {
  const sessions = openSessions({ database, publicUrl: testOrigin, events: testEvents })
  const byKey = {
    name: 'by-key',
    text: 'select uid from account where uid = $1',
    values: [ada.uid],
  }
  const bare = new Hono().get('/', (c) => c.text('user'))
  const reading = new Hono().get('/', async (c) => {
    const { rowCount } = await database.pool.query(byKey)
    return c.text(rowCount === 1 ? 'user' : 'nobody')
  })
  const asking = new Hono().get('/', async (c) => c.text((await sessions.getActor(c.req.raw)).kind))
  const init = { headers: { cookie } }
  const read = async (app: Hono) => {
    const text = await (await app.request('/', init)).text()
    if (text !== 'user') throw new Error(`answered ${text}`)
  }
  const apps = [bare, reading, asking]
  const [handler, reader, session] = await measureCpuRates(
    8,
    apps.map((app) => () => read(app)),
  )
  if (!handler || !reader || !session) return
  printCpuRate('a bare Hono handler', handler)
  printCpuRate('a handler that reads a row by key', reader)
  printCpuRate('a session read', session)
  console.log(
    `  CPU: ${(session.cpuUs / handler.cpuUs).toFixed(1)} times a bare handler, ` +
      `${(session.cpuUs / reader.cpuUs).toFixed(2)} times one that reads a row; ` +
      `${(session.perSecond / reader.perSecond).toFixed(2)} of its rate`,
  )
}

/** A Google account is read from our copy, which is refreshed every five minutes. */
async function hostedReads(database: Database, { identityToolkitUrl, ...there }: AuthEmulator) {
  const deps = { database, outbox, recordChange: testEvents.record, publicUrl: testOrigin }
  const embedded = embeddedIdentity(deps)
  const hosted = firebaseIdentity({
    ...deps,
    identityToolkitUrl,
    secureTokenUrl: there.secureTokenUrl,
    projectId: there.projectId,
    apiKey: 'any-key-will-do',
    adminToken: async () => 'owner',
    sealing: sealingWith('a secret of the bench, long enough to be one'),
  })
  const account = await hosted.createAccount({ email: 'kemi@example.com', password })
  if (isRefusal(account)) throw new Error(account.refused)
  const [own, copy] = await measureCpuRates(
    8,
    [embedded, hosted].map(
      ({ findAccount }) =>
        () =>
          findAccount(account.uid),
    ),
  )
  if (!own || !copy) return
  printCpuRate('an embedded account', own)
  printCpuRate('our copy of a Google account', copy)
  console.log(`  CPU: ${(copy.cpuUs / own.cpuUs).toFixed(2)} times an embedded account`)
}

/** Two at a time, like the sign-in queue. Goal: at least 0.9 of the rate of argon2id alone. */
async function signIns(database: Database) {
  const identity = embeddedIdentity({
    database,
    outbox,
    recordChange: testEvents.record,
    publicUrl: testOrigin,
  })
  const hash = await hashPassword(password)
  const compare = async () => {
    if (!(await verifyPassword(hash, password))) throw new Error('the password did not match')
  }
  const signIn = async () => {
    const response = await identity.signIn({ email: ada.email, password })
    if ('refused' in response) throw new Error(response.refused)
  }
  const [alone, whole] = await measureCpuRates(2, [compare, signIn])
  if (!alone || !whole) return
  printCpuRate('argon2id alone', alone)
  printCpuRate('a sign-in', whole)
  console.log(`  ratio: ${(whole.perSecond / alone.perSecond).toFixed(2)} (goal 0.90)`)
}

/** Medians of three rounds. The works alternate, because other load on the machine changes over time. */
async function measureCpuRates(concurrency: number, works: readonly Work[]): Promise<CpuRate[]> {
  for (const work of works) await measureCpuRate(concurrency, work, 300)
  const rates: CpuRate[][] = works.map(() => [])
  for (let round = 0; round < 3; round++)
    for (const [index, work] of works.entries())
      rates[index]?.push(await measureCpuRate(concurrency, work, benchSeconds * 1_000))
  return rates.map((measured) => ({
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    cpuUs: median(measured.map(({ cpuUs }) => cpuUs)),
  }))
}

async function measureCpuRate(concurrency: number, work: Work, ms: number): Promise<CpuRate> {
  const begun = performance.now()
  const before = getOwnCpuUs()
  let done = 0
  const lane = async () => {
    while (performance.now() - begun < ms) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return {
    perSecond: done / ((performance.now() - begun) / 1_000),
    cpuUs: (getOwnCpuUs() - before) / done,
  }
}

function getOwnCpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function printCpuRate(name: string, { perSecond, cpuUs }: CpuRate) {
  console.log(
    `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(8)}/s ${cpuUs.toFixed(0).padStart(8)} µs CPU each`,
  )
}
