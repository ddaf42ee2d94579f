import { randomBytes, randomUUID } from 'node:crypto'

import type { Context } from 'hono'
import * as z from 'zod/mini'

import type { Role } from '#shared/account.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Database, Transaction } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { isFromDevelopment } from '../../platform/http/development-request.ts'
import { visitor, type Actor } from '../../platform/policy/actor.ts'
import type { IdentityAccount } from '../../providers/identity/identity.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { createLoader } from '../../platform/database/batcher.ts'
import type { AccountEvents } from './account-events.ts'
import { deviceName } from './device-name.ts'
import { isKnownDevice, newDeviceToken, recordDevice } from './known-devices.ts'
import { sessionCookies, type SessionCookies } from './session-cookies.ts'
import {
  activeSessionRow,
  deleteExpiredSessions,
  deleteSession,
  endSessionsSql,
  hashToken,
  listedSessionRow,
  roleRow,
  selectActiveSessions,
  selectRoles,
  selectSessions,
  updateLastSeen,
  type Ago,
  type ListedSession,
} from './session-rows.ts'

const deviceLifetimeMs = toTermMs(terms.knownDevice)

/** The token is returned once and stored only as its hash. */
export type StartedSession = {
  token: string
  uid: string
  roles: Role[]
  /** Roles that the account has but cannot use before two-factor authentication. */
  inactiveRoles: Role[]
}

export interface Sessions {
  /** Reads the session from the database on every request. Without a valid session the actor is a visitor. */
  getActor: (request: Request, isDevelopmentRequest?: boolean) => Promise<Actor>
  /** Starts a session, sets its cookies, and notifies the owner by mail if the device is new to the account. */
  startForBrowser: (
    c: Context,
    account: IdentityAccount,
    replaced: Actor,
    options?: Pick<StartOptions, 'twoFactor'>,
  ) => Promise<StartedSession>
  /** Always creates a new token and ends the session of `replaced`. */
  start: (
    account: IdentityAccount,
    replaced?: Actor,
    options?: StartOptions,
  ) => Promise<StartedSession>
  end: (sessionId: string) => Promise<void>
  endAll: (uid: string) => Promise<void>
  /** Valid sessions, the most recently used first. */
  list: (uid: string) => Promise<ListedSession[]>
  find: (sessionId: string) => Promise<{ id: string; uid: string } | undefined>
  /** True if the browser has logged in to the account with this address before. */
  isKnownDevice: (request: Request, email: string) => Promise<boolean>
  forgetDevices: (uid: string) => Promise<void>
  /** Deletes expired sessions and devices. Returns the number of sessions. */
  purge: () => Promise<number>
  cookies: SessionCookies
}

type StartOptions = {
  device?: { name: string; token: string }
  /** The login included a code. A replacing session inherits it. */
  twoFactor?: boolean
  /** Accounts of the sample data use their roles without two-factor authentication. */
  isDevelopmentRequest?: boolean
}

export type SessionOptions = {
  database: Database
  publicUrl: string
  events: AccountEvents
  now?: () => Date
}

export function openSessions(options: SessionOptions): Sessions {
  const { database, publicUrl, now = () => new Date() } = options
  const cookies = sessionCookies(publicUrl)
  const ago: Ago = (ms) => new Date(now().getTime() - ms)
  const deps = { ...options, now }

  const openLoader = (skipsForSamples: boolean) =>
    createLoader((hashes) =>
      database.rows(activeSessionRow, selectActiveSessions(hashes, ago, skipsForSamples)),
    )
  const findActive = openLoader(false)
  const findActiveInDevelopment = openLoader(true)

  const sessions: Sessions = {
    cookies,
    async getActor(request, isDevelopmentRequest = false) {
      const token = cookies.getToken(request)
      if (token === undefined) return visitor
      const find = isDevelopmentRequest ? findActiveInDevelopment : findActive
      const session = await find(hashToken(token))
      if (!session) return visitor
      const { isStale, ...user } = session
      // At most one write an hour: a page view should not cost a write.
      if (isStale) await database.run(updateLastSeen(user.sessionId, now()))
      return { kind: 'user', ...user }
    },
    async startForBrowser(c, account, replaced, startOptions) {
      const token = cookies.getDevice(c.req.raw) ?? newDeviceToken()
      const device = { name: deviceName(c.req.header('user-agent')), token }
      const session = await sessions.start(account, replaced, {
        ...startOptions,
        device,
        isDevelopmentRequest: isFromDevelopment(c),
      })
      cookies.writeDevice(c, token)
      cookies.write(c, session)
      return session
    },
    start: (account, replaced, startOptions) =>
      database.transaction((queries) =>
        insertSession(deps, queries, { ...startOptions, account, replaced }),
      ),
    async end(sessionId) {
      await database.run(deleteSession(sessionId))
    },
    async endAll(uid) {
      await database.run(endSessionsSql(uid))
    },
    list: (uid) => database.rows(listedSessionRow, selectSessions(uid, ago)),
    async find(sessionId) {
      const ownerRow = z.object({ id: z.string(), uid: z.string() })
      const id = asUuid(sessionId)
      return database.row(ownerRow, sql`select id, uid from session where id = ${id}::uuid`)
    },
    isKnownDevice: (request, email) => isKnownDevice(database, email, cookies.getDevice(request)),
    async forgetDevices(uid) {
      await database.run(sql`delete from known_device where uid = ${uid}`)
    },
    purge: () => purgeExpired(database, ago),
  }
  return sessions
}

async function purgeExpired(database: Database, ago: Ago): Promise<number> {
  await database.run(sql`delete from known_device where seen_at < ${ago(deviceLifetimeMs)}`)
  return database.run(deleteExpiredSessions(ago))
}

export function sessionTasks(sessions: Pick<Sessions, 'purge'>): Task[] {
  return [
    {
      name: 'purge-sessions',
      lane: 'maintenance',
      cron: '17 2 * * *',
      run: async () => void (await sessions.purge()),
    },
  ]
}

type NewSession = StartOptions & { account: IdentityAccount; replaced?: Actor | undefined }
type SessionDeps = Omit<Required<SessionOptions>, 'database'>

async function insertSession(
  deps: SessionDeps,
  queries: Transaction,
  { account, replaced, device, twoFactor = false, isDevelopmentRequest = false }: NewSession,
): Promise<StartedSession> {
  const { uid, credentialVersion } = account
  const now = deps.now()
  const id = randomUUID()
  const token = randomBytes(32).toString('base64url')
  const replacedId = replaced?.kind === 'user' ? replaced.sessionId : null
  await queries.run(sql`
    insert into session (token_hash, id, uid, credential_version, created_at, seen_at, device,
      two_factor)
    values (decode(${hashToken(token)}, 'hex'), ${id}, ${uid}, ${credentialVersion}, ${now}, ${now},
      ${device?.name ?? ''}, ${twoFactor}
        or exists (select from session where id = ${replacedId} and uid = ${uid} and two_factor))`)
  if (replacedId !== null) await queries.run(deleteSession(replacedId))
  if (device) await recordLogin(deps, queries, { account, token: device.token })
  const granted = await queries.rows(roleRow, selectRoles(id, isDevelopmentRequest))
  const rolesWhere = (active: boolean) =>
    granted.filter(({ isActive }) => isActive === active).map(({ role }) => role)
  return { token, uid, roles: rolesWhere(true), inactiveRoles: rolesWhere(false) }
}

async function recordLogin(
  { events, now }: SessionDeps,
  queries: Transaction,
  { account: { uid }, token }: { account: IdentityAccount; token: string },
) {
  if ((await recordDevice(queries, { uid, token, now: now() })) !== 'new') return
  await events.record(queries, { uid, kind: 'new-device' })
}
