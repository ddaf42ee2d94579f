import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { visitor, type User } from '#server/platform/policy/actor.ts'
import { hashPassword } from '#server/providers/identity/embedded/password-hash.ts'
import { openAccountEvents } from '#server/people/accounts/account-events.ts'
import { openSessions } from '#server/people/accounts/sessions.ts'
import type { Role } from '#shared/account.ts'
import { testOutbox } from '#test/support/mail/mails.ts'
import { testSealing, testSecret } from '#test/support/servers/sealing.ts'

export { testSecret, visitor }

/** Owns the campaigns in tests. */
export const ada = newUser('ada')
/** Signed in, without campaigns or roles. */
export const bola = newUser('bola')
/** A reviewer. */
export const chidi = newUser('chidi', ['reviewer'])
/** An admin. */
export const dada = newUser('dada', ['admin'])

export const unverified = (user: User): User => ({ ...user, emailVerified: false })

/** The origin of test requests. */
export const testOrigin = 'http://localhost'

/** Account events and their mails, for tests without the whole app. */
export const testEvents = openAccountEvents({
  outbox: testOutbox,
  sealing: testSealing,
  publicUrl: testOrigin,
  supportEmail: 'support@ajo.example',
  now: () => new Date(),
})

/** A person with an account, a user document, roles and a running session in a database. */
export type Person = User & { firstname: string; lastname: string; cookie: string }

/** Inserts the person and starts a session. Without a password, only `signInAgain` starts another one. */
export async function createPerson(
  database: Database,
  user: User,
  { password, now = () => new Date() }: { password?: string; now?: () => Date } = {},
): Promise<Person> {
  const firstname = user.email.replace(/^./, (letter) => letter.toUpperCase()).replace(/@.*/, '')
  const lastname = 'Okafor'
  const hash = password === undefined ? null : await hashOnce(password)
  await database.transaction(async ({ run }) => {
    await run(sql`insert into account (uid, email, email_verified, created_at)
      values (${user.uid}, ${user.email}, ${user.emailVerified}, ${now()})`)
    await run(sql`insert into account_email (email, uid) values (${user.email}, ${user.uid})`)
    await run(
      sql`insert into account_credential (uid, password_hash) values (${user.uid}, ${hash})`,
    )
    for (const role of user.roles)
      await run(
        sql`insert into account_role (uid, role, granted_at) values (${user.uid}, ${role}, ${now()})`,
      )
    await run(sql`
      insert into user_document (id, uid, firstname, lastname, email, gender, terms, email_verified)
      values (${randomUUID()}, ${user.uid}, ${firstname}, ${lastname}, ${user.email}, 'Female', true,
        ${user.emailVerified})`)
  })
  return signInAgain(database, { ...user, firstname, lastname, cookie: '' }, now)
}

const hashes = new Map<string, Promise<string>>()

/** Hashing takes longer than inserting a person, and most people of a file have the same password. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Another session of the same person, as on a second device. */
export async function signInAgain(
  database: Database,
  person: Person,
  now: () => Date = () => new Date(),
): Promise<Person> {
  const sessions = openSessions({ database, publicUrl: testOrigin, events: testEvents, now })
  const stored = await database.row(
    z.object({ version: z.int() }),
    sql`select credential_version as version from account where uid = ${person.uid}`,
  )
  const credentialVersion = stored?.version ?? 1
  const account = { ...person, disabled: false, createdAt: now(), credentialVersion }
  const { token } = await sessions.start(account, undefined, { twoFactor: true })
  const cookie = `session=${token}`
  const actor = await sessions.getActor(new Request(testOrigin, { headers: { cookie } }))
  if (actor.kind !== 'user') throw new Error(`${person.email} could not be signed in`)
  return { ...person, createdAt: actor.createdAt, sessionId: actor.sessionId, cookie }
}

type App = { request: (path: string, init?: RequestInit) => Response | Promise<Response> }
type RequestOptions = { method?: string; body?: unknown; headers?: Record<string, string> }

/** Sends requests like a browser on Ajo's pages: `as(app, person)('/api/draft', { method: 'PUT', body })`. */
export function as(app: App, who: { cookie: string } | typeof visitor) {
  return async (path: string, { method = 'GET', body, headers = {} }: RequestOptions = {}) =>
    app.request(path, {
      method,
      headers: {
        ...('cookie' in who && { cookie: who.cookie }),
        ...(method !== 'GET' && { origin: testOrigin, 'sec-fetch-site': 'same-origin' }),
        ...(isJson(body) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isJson(body) ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>),
      }),
    })
}

function isJson(body: unknown): boolean {
  return body !== undefined && !(body instanceof FormData || body instanceof Uint8Array)
}

export function newUser(name: string, roles: Role[] = []): User {
  return {
    kind: 'user',
    uid: `00000000-0000-4000-8000-${Buffer.from(name.padEnd(6, '-')).toString('hex')}`,
    email: `${name}@example.com`,
    emailVerified: true,
    createdAt: new Date(0),
    roles,
    sessionId: randomUUID(),
  }
}
