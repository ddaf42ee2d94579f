import { randomBytes, randomUUID } from 'node:crypto'

import type { Context } from 'hono'
import * as z from 'zod/mini'

import type { Role } from '#shared/account.ts'

import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { findTogether } from '../runtime/batcher.ts'
import type { Task } from '../queue/queue.ts'
import { newDeviceMail } from '../mail/account-mail.ts'
import type { Outbox } from '../mail/mail.ts'
import { visitor, type Actor } from '../policy/actor.ts'
import type { IdentityAccount } from '../providers/identity/identity.ts'
import { recordEvent } from './account-events.ts'
import { deviceName } from './device-name.ts'
import { meetDevice, newDeviceToken } from './known-devices.ts'
import {
  hashOf,
  listedRow,
  listRunning,
  listSessions,
  remove,
  removeDead,
  roleRow,
  rolesOf,
  sessionRow,
  touch,
  type Ago,
  type ListedSession,
} from './session-rows.ts'
import { sessionCookies, type SessionCookies } from './session-cookies.ts'

const hourMs = 3_600_000
const deviceLifeMs = 400 * 24 * hourMs

/** A session as the browser holds it. The token is shown once and stored only as its hash. */
export type StartedSession = {
  token: string
  uid: string
  roles: Role[]
  /** Held, and not to be used before a second factor was shown. */
  dormantRoles: Role[]
}

export interface Sessions {
  /** Who sent the request: asked of the database each time, and a visitor whenever anything about the session is not as it should be. */
  actorOf: (request: Request) => Promise<Actor>
  /** Signs the browser in: a new session in the place of the one it had, and a mail where this account does not know it. */
  begin: (
    c: Context,
    account: IdentityAccount,
    replaced: Actor,
    manner?: Pick<Manner, 'secondFactor'>,
  ) => Promise<StartedSession>
  /** Always a new token; `replaced` is the session that the browser had before. */
  start: (account: IdentityAccount, replaced?: Actor, manner?: Manner) => Promise<StartedSession>
  end: (sessionId: string) => Promise<void>
  endAll: (uid: string) => Promise<void>
  /** The sessions of a person that still work, the one used last first. */
  list: (uid: string) => Promise<ListedSession[]>
  find: (sessionId: string) => Promise<{ id: string; uid: string } | undefined>
  forgetDevices: (uid: string) => Promise<void>
  /** Forgets what can no longer be used. */
  purge: () => Promise<number>
  cookies: SessionCookies
}

/** `secondFactor` where it was shown; a session that takes another's place inherits that from it. */
type Manner = { device?: { name: string; token: string }; secondFactor?: boolean }

export type SessionOptions = {
  database: Database
  publicUrl: string
  outbox: Outbox
  now?: () => Date
  /** On a machine of one's own, people of the sample data use their roles without a second factor. */
  waivesSamples?: boolean
}

export function openSessions(options: SessionOptions): Sessions {
  const { database, publicUrl, outbox, now = () => new Date(), waivesSamples = false } = options
  const cookies = sessionCookies(publicUrl)
  const ago: Ago = (ms) => new Date(now().getTime() - ms)
  const context = { publicUrl, outbox, now, waivesSamples }

  const findRunning = findTogether((hashes) =>
    database.rows(sessionRow, listRunning(hashes, ago, waivesSamples)),
  )

  const sessions: Sessions = {
    cookies,
    async actorOf(request) {
      const token = cookies.tokenOf(request)
      if (token === undefined) return visitor
      const found = await findRunning(hashOf(token))
      if (!found) return visitor
      const { isStale, ...user } = found
      // Written at most hourly: a page view should not cost a write.
      if (isStale) await database.run(touch(user.sessionId, now()))
      return { kind: 'user', ...user }
    },
    async begin(c, account, replaced, manner) {
      const token = cookies.deviceOf(c.req.raw) ?? newDeviceToken()
      const device = { name: deviceName(c.req.header('user-agent')), token }
      const session = await sessions.start(account, replaced, { ...manner, device })
      cookies.writeDevice(c, token)
      cookies.write(c, session)
      return session
    },
    start: (account, replaced, manner) =>
      database.transaction((queries) =>
        startIn(context, queries, { ...manner, account, replaced }),
      ),
    async end(sessionId) {
      await database.run(remove(sessionId))
    },
    async endAll(uid) {
      await database.run(
        sql`update account set credential_version = credential_version + 1 where uid = ${uid}`,
      )
    },
    list: (uid) => database.rows(listedRow, listSessions(uid, ago)),
    async find(sessionId) {
      if (!/^[0-9a-f-]{36}$/.test(sessionId)) return undefined
      const ownerRow = z.object({ id: z.string(), uid: z.string() })
      return database.row(ownerRow, sql`select id, uid from session where id = ${sessionId}`)
    },
    async forgetDevices(uid) {
      await database.run(sql`delete from known_device where uid = ${uid}`)
    },
    async purge() {
      await database.run(sql`delete from known_device where seen_at < ${ago(deviceLifeMs)}`)
      return database.run(removeDead(ago))
    },
  }
  return sessions
}

/** Forgets every night what nobody can use any more. */
export function sessionTasks(sessions: Pick<Sessions, 'purge'>): Task[] {
  return [
    { name: 'purge-sessions', cron: '17 2 * * *', run: async () => void (await sessions.purge()) },
  ]
}

type Beginning = Manner & { account: IdentityAccount; replaced?: Actor | undefined }
type Parts = Omit<Required<SessionOptions>, 'database'>

async function startIn(
  parts: Parts,
  queries: Queries,
  { account, replaced, device, secondFactor = false }: Beginning,
): Promise<StartedSession> {
  const { uid, credentialVersion } = account
  const now = parts.now()
  const id = randomUUID()
  const token = randomBytes(32).toString('base64url')
  const before = replaced?.kind === 'user' ? replaced.sessionId : null
  await queries.run(sql`
    insert into session (token_hash, id, uid, credential_version, created_at, seen_at, device,
      second_factor)
    values (decode(${hashOf(token)}, 'hex'), ${id}, ${uid}, ${credentialVersion}, ${now}, ${now},
      ${device?.name ?? ''}, ${secondFactor}
        or exists (select from session where id = ${before} and uid = ${uid} and second_factor))`)
  if (before !== null) await queries.run(remove(before))
  if (device) await meet(parts, queries, { account, token: device.token })
  const held = await queries.rows(roleRow, rolesOf(id, parts.waivesSamples))
  const rolesThat = (awake: boolean) =>
    held.filter(({ is_awake }) => is_awake === awake).map(({ role }) => role)
  return { token, uid, roles: rolesThat(true), dormantRoles: rolesThat(false) }
}

/** A device that the account was not used from before is told of by mail. */
async function meet(
  { publicUrl, outbox, now }: Parts,
  queries: Queries,
  { account: { uid, email }, token }: { account: IdentityAccount; token: string },
) {
  if ((await meetDevice(queries, { uid, token, now: now() })) !== 'new') return
  await recordEvent(queries, { uid, byUid: uid, kind: 'new-device', at: now() })
  await outbox.enqueue(queries, newDeviceMail(email, { publicUrl }))
}
