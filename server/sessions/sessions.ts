import { createHash, randomBytes, randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { roles, type Role } from '#shared/account.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Task } from '../jobs/jobs.ts'
import { visitor, type Actor, type User } from '../policy/actor.ts'
import type { IdentityAccount } from '../providers/identity/identity.ts'
import { sessionCookies, type SessionCookies } from './session-cookies.ts'

const hourMs = 3_600_000
const idleMs = 14 * 24 * hourMs
const absoluteMs = 30 * 24 * hourMs

/** A session as the browser holds it. The token is shown once and stored only as its hash. */
export type StartedSession = { token: string; uid: string; roles: Role[] }

export interface Sessions {
  /** Who sent the request: one query, and a visitor whenever anything about the session is not as it should be. */
  actorOf: (request: Request) => Promise<Actor>
  /** Always a new token; `replaced` is the session that the browser had before. */
  start: (account: IdentityAccount, replaced?: Actor) => Promise<StartedSession>
  end: (sessionId: string) => Promise<void>
  endAll: (uid: string) => Promise<void>
  /** Forgets what can no longer be used. */
  purge: () => Promise<number>
  cookies: SessionCookies
}

export type SessionOptions = { database: Database; publicUrl: string; now?: () => Date }

export function openSessions({ database, publicUrl, now = () => new Date() }: SessionOptions) {
  const cookies = sessionCookies(publicUrl)
  const ago = (ms: number) => new Date(now().getTime() - ms)

  const sessions: Sessions = {
    cookies,
    async actorOf(request) {
      const token = cookies.tokenOf(request)
      if (token === undefined) return visitor
      const found = await database.row(sessionRow, findSession(hashOf(token), ago))
      if (!found) return visitor
      const { seen_at, ...user } = found
      // Written at most hourly: a page view should not cost a write.
      if (seen_at < ago(hourMs)) await database.run(touch(user.sessionId, now()))
      return { kind: 'user', ...user }
    },
    async start(account, replaced) {
      const token = randomBytes(32).toString('base64url')
      return database.transaction(async (queries) => {
        if (replaced?.kind === 'user') await queries.run(remove(replaced.sessionId))
        await queries.run(sql`
          insert into session (token_hash, id, uid, credential_version, created_at, seen_at)
          values (${hashOf(token)}, ${randomUUID()}, ${account.uid}, ${account.credentialVersion},
            ${now()}, ${now()})`)
        const granted = await queries.rows(roleRow, rolesOf(account.uid))
        return { token, uid: account.uid, roles: granted.map(({ role }) => role) }
      })
    },
    async end(sessionId) {
      await database.run(remove(sessionId))
    },
    async endAll(uid) {
      await database.run(
        sql`update account set credential_version = credential_version + 1 where uid = ${uid}`,
      )
    },
    purge: () => database.run(removeDead(ago)),
  }
  return sessions
}

/** Forgets every night what nobody can use any more. */
export function sessionTasks(sessions: Pick<Sessions, 'purge'>): Task[] {
  return [
    { name: 'purge-sessions', cron: '17 2 * * *', run: async () => void (await sessions.purge()) },
  ]
}

const sessionRow = z.pipe(
  z.object({
    id: z.string(),
    uid: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    roles: z.array(z.enum(roles)),
    seen_at: z.date(),
  }),
  z.transform(({ id, email_verified, ...row }): Omit<User, 'kind'> & { seen_at: Date } => ({
    ...row,
    sessionId: id,
    emailVerified: email_verified,
  })),
)

function findSession(tokenHash: Buffer, ago: (ms: number) => Date) {
  return sql`
    select session.id, uid, email, email_verified, seen_at,
      array(select role from account_role where account_role.uid = account.uid order by role) as roles
    from session join account using (uid)
    where token_hash = ${tokenHash} and not disabled
      and session.credential_version = account.credential_version
      and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}`
}

const roleRow = z.object({ role: z.enum(roles) })
const rolesOf = (uid: string) => sql`select role from account_role where uid = ${uid} order by role`

const touch = (sessionId: string, now: Date) =>
  sql`update session set seen_at = ${now} where id = ${sessionId}`

const remove = (sessionId: string) => sql`delete from session where id = ${sessionId}`

const removeDead = (ago: (ms: number) => Date) => sql`
  delete from session using account
  where account.uid = session.uid
    and (session.credential_version <> account.credential_version
      or session.created_at <= ${ago(absoluteMs)} or session.seen_at <= ${ago(idleMs)})`

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
