// What accounts cost: node bench/accounts.ts. Every figure stands beside a reference that was measured in the same run, in turns, on the same
// cores and the same PostgreSQL.
import { Hono } from 'hono'

import { openDatabase, type Database } from '#server/database/database.ts'
import { outbox } from '#server/mail/outbox.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { hashPassword, verifyPassword } from '#server/providers/identity/passwords.ts'
import { firebaseIdentity } from '#server/providers/identity/firebase.ts'
import { isRefusal } from '#server/providers/identity/identity.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { openSessions } from '#server/accounts/sessions.ts'
import { startAuthEmulator, type AuthEmulator } from '#test/emulators/auth-emulator.ts'
import { createPerson, ada, testOrigin } from '#test/people.ts'

import { besideEmulator } from './accounts-beside-emulator.ts'
import { benchPostgres } from './bench-postgres.ts'
import { inTurns, print } from './cpu-rates.ts'

const password = 'mango rain 47'
const onIdleError = () => {}

await using emulator = await startAuthEmulator()
{
  await using postgres = await benchPostgres()
  await using database = openDatabase(postgres.connection, { onIdleError })
  const person = await createPerson(database, ada, { password })
  await sessionReads(database, person.cookie)
  await hostedReads(database, emulator)
  await signIns(database)
}
await besideEmulator(emulator)

/**
 * One query by primary key is the least that any handler with a database costs. Sessions are looked up by one as well, for all who ask at
 * the same time.
 */
async function sessionReads(database: Database, cookie: string) {
  const sessions = openSessions({ database, publicUrl: testOrigin, outbox })
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
  const asking = new Hono().get('/', async (c) => c.text((await sessions.actorOf(c.req.raw)).kind))
  const init = { headers: { cookie } }
  const read = async (app: Hono) => {
    const text = await (await app.request('/', init)).text()
    if (text !== 'user') throw new Error(`answered ${text}`)
  }
  const apps = [bare, reading, asking]
  const [handler, reader, session] = await inTurns(
    8,
    apps.map((app) => ({ run: () => read(app) })),
  )
  if (!handler || !reader || !session) return
  print('a bare Hono handler', handler)
  print('one that reads a row by its key', reader)
  print('a session read', session)
  console.log(
    `  CPU: ${(session.cpuUs / handler.cpuUs).toFixed(1)} times a bare handler, ` +
      `${(session.cpuUs / reader.cpuUs).toFixed(2)} times one that reads a row; ` +
      `${(session.perSecond / reader.perSecond).toFixed(2)} of its rate`,
  )
}

/** Between two looks at Google, five minutes apart, an account over there is our copy of it. */
async function hostedReads(database: Database, { identityToolkitUrl, ...there }: AuthEmulator) {
  const parts = { database, outbox, publicUrl: testOrigin }
  const embedded = embeddedIdentity(parts)
  const hosted = firebaseIdentity({
    ...parts,
    identityToolkitUrl,
    secureTokenUrl: there.secureTokenUrl,
    projectId: there.projectId,
    apiKey: 'any-key-will-do',
    adminToken: async () => 'owner',
    sealing: sealingWith('a secret of the bench, long enough to be one'),
  })
  const account = await hosted.createAccount({ email: 'kemi@example.com', password })
  if (isRefusal(account)) throw new Error(account.refused)
  const [own, copy] = await inTurns(
    8,
    [embedded, hosted].map(({ findAccount }) => ({ run: () => findAccount(account.uid) })),
  )
  if (!own || !copy) return
  print('an account of ours', own)
  print('our copy of an account at Google', copy)
  console.log(`  CPU: ${(copy.cpuUs / own.cpuUs).toFixed(2)} times one of ours`)
}

/** Two at once, as the queue lets through. Goal: at least 0.9 of the comparison alone. */
async function signIns(database: Database) {
  const identity = embeddedIdentity({ database, outbox, publicUrl: testOrigin })
  const hash = await hashPassword(password)
  const compare = async () => {
    if (!(await verifyPassword(hash, password))) throw new Error('not the same')
  }
  const signIn = async () => {
    const answer = await identity.signIn({ email: ada.email, password })
    if ('refused' in answer) throw new Error(answer.refused)
  }
  const [alone, whole] = await inTurns(2, [{ run: compare }, { run: signIn }])
  if (!alone || !whole) return
  print('argon2id alone', alone)
  print('a sign-in', whole)
  console.log(`  ratio: ${(whole.perSecond / alone.perSecond).toFixed(2)} (goal 0.90)`)
}
