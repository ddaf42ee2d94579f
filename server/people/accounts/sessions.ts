import { randomBytes, randomUUID, hash, createHash } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import * as z from 'zod/mini'

import { listedSessionSchema, roles, type Role } from '#shared/account.ts'
import { browserStorage } from '#shared/browser-storage.ts'
import { memberRoles } from '#shared/member-role.ts'
import { toSeconds } from '#shared/duration.ts'
import { policyVersions } from '#shared/policy-versions.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import { selectMemberships } from '../../campaigns/members/members.ts'
import { createLoader } from '../../platform/database/batcher.ts'
import type { Database, Transaction, Queries } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { isFromDevelopment } from '../../platform/http/request-checks.ts'
import { visitor, type Actor, type User } from '../../platform/policy/actor.ts'
import { type Task, enqueueJob } from '../../platform/queue/queue.ts'
import type { IdentityAccount, Identity } from '../../providers/identity/identity.ts'
import { type AccountEvents, secureAccountToken, type SecureAccountLink } from './account-events.ts'
import type { Foundation } from '../../providers/foundation.ts'

const deviceLifetimeMs = toTermMs(terms.knownDevice)

/** The token is returned once and stored only as its hash. */
type StartedSession = {
  token: string
  uid: string
  roles: Role[]
  /** Roles that the account has but cannot use before two-factor authentication. */
  inactiveRoles: Role[]
}

type Sessions = ReturnType<typeof openSessions>

type StartOptions = {
  device?: { name: string; token: string }
  /** The login included a code. A replacing session inherits it. */
  twoFactor?: boolean
  /** Accounts of the sample data use their roles without two-factor authentication. */
  isDevelopmentRequest?: boolean
}

type SessionOptions = {
  database: Database
  publicUrl: string
  events: AccountEvents
  now?: () => Date
}

export function openSessions(options: SessionOptions) {
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

  const sessions = {
    cookies,
    /** Reads the session from the database on every request. Without a valid session the actor is a visitor. */
    getActor: async (request: Request, isDevelopmentRequest = false): Promise<Actor> => {
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
    /** Starts a session, sets its cookies, and notifies the owner by mail if the device is new to the account. */
    async startForBrowser(
      c: Context,
      account: IdentityAccount,
      replaced: Actor,
      startOptions?: Pick<StartOptions, 'twoFactor'>,
    ) {
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
    /** Always creates a new token and ends the session of `replaced`. */
    start: (account: IdentityAccount, replaced?: Actor, startOptions?: StartOptions) =>
      database.transaction((queries) =>
        insertSession(deps, queries, { ...startOptions, account, replaced }),
      ),
    async end(sessionId: string) {
      await database.run(deleteSession(sessionId))
    },
    async endAll(uid: string) {
      await database.run(endSessionsSql(uid))
    },
    /** Valid sessions, the most recently used first. */
    list: (uid: string) => database.rows(listedSessionSchema, selectSessions(uid, ago)),
    find: async (sessionId: string) => {
      const ownerRow = z.object({ id: z.string(), uid: z.string() })
      const id = asUuid(sessionId)
      return database.row(ownerRow, sql`select id, uid from session where id = ${id}::uuid`)
    },
    /** True if the browser has logged in to the account with this address before. */
    isKnownDevice: (request: Request, email: string) =>
      isKnownDevice(database, email, cookies.getDevice(request)),
    async forgetDevices(uid: string) {
      await database.run(sql`delete from known_device where uid = ${uid}`)
    },
    /** Deletes expired sessions and devices. Returns the number of sessions. */
    async purge(): Promise<number> {
      await database.run(sql`delete from known_device where seen_at < ${ago(deviceLifetimeMs)}`)
      return database.run(deleteExpiredSessions(ago))
    },
  }
  return sessions
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

const hourMs = 3_600_000
const idleMs = toTermMs(terms.sessionIdle)
const absoluteMs = toTermMs(terms.session)

/** The time so many milliseconds ago. */
type Ago = (ms: number) => Date

/** `isStale`: the stored time of last use is more than an hour old. */
type ActiveSession = Omit<User, 'kind'> & { isStale: boolean }

/** An entry of a map from the token's hash. */
const activeSessionRow = z.pipe(
  z.object({
    tokenHash: z.string(),
    sessionId: z.string(),
    uid: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    createdAt: z.date(),
    roles: z.array(z.enum(roles)),
    inactiveRoles: z.array(z.enum(roles)),
    memberships: z.record(z.string(), z.enum(memberRoles)),
    isStale: z.boolean(),
  }),
  z.transform(({ tokenHash, inactiveRoles, memberships, ...row }): [string, ActiveSession] => [
    tokenHash,
    {
      ...row,
      ...(inactiveRoles.length > 0 && { inactiveRoles }),
      ...(Object.keys(memberships).length > 0 && { memberships }),
    },
  ]),
)

/** With `skipsForSamples`, accounts of the sample data use their roles without two-factor authentication. */
function selectActiveSessions(tokenHashes: readonly string[], ago: Ago, skipsForSamples: boolean) {
  const hashes = tokenHashes.map((tokenHash) => Buffer.from(tokenHash, 'hex'))
  const granted = sql`select role from account_role where account_role.uid = account.uid`
  const isActive = isRoleActive(skipsForSamples)
  return sql`
    select encode(token_hash, 'hex') as "tokenHash", session.id as "sessionId", uid, email,
      email_verified as "emailVerified", account.created_at as "createdAt",
      seen_at < ${ago(hourMs)} as "isStale",
      array(${granted} and ${isActive} order by role) as roles,
      array(${granted} and not ${isActive} order by role) as "inactiveRoles",
      ${selectMemberships(sql`account.uid`)} as memberships
    from session join account using (uid)
    where token_hash = any(${hashes}) and not disabled
      and session.credential_version = account.credential_version
      and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}`
}

const selectSessions = (uid: string, ago: Ago) => sql`
  select session.id, device, session.created_at as "createdAt", seen_at as "seenAt"
  from session join account using (uid)
  where uid = ${uid} and session.credential_version = account.credential_version
    and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}
  order by seen_at desc, session.id limit 100`

const roleRow = z.object({ role: z.enum(roles), isActive: z.boolean() })

const selectRoles = (sessionId: string, skipsForSamples: boolean) => sql`
  select role, ${isRoleActive(skipsForSamples)} as "isActive"
  from account_role join session using (uid) where session.id = ${sessionId} order by role`

const isRoleActive = (skipsForSamples: boolean) =>
  sql`(session.two_factor or (${skipsForSamples} and not requires_two_factor))`

const updateLastSeen = (sessionId: string, now: Date) =>
  sql`update session set seen_at = ${now} where id = ${sessionId}`

const deleteSession = (sessionId: string) => sql`delete from session where id = ${sessionId}`

/** Sessions are valid only for the account's current credential version. */
const endSessionsSql = (uid: string) =>
  sql`update account set credential_version = credential_version + 1 where uid = ${uid}`

const deleteExpiredSessions = (ago: Ago) => sql`
  delete from session using account
  where account.uid = session.uid
    and (session.credential_version <> account.credential_version
      or session.created_at <= ${ago(absoluteMs)} or session.seen_at <= ${ago(idleMs)})`

const hashToken = (token: string) => hash('sha256', token, 'hex')

const newDeviceToken = () => randomBytes(32).toString('base64url')

/** `first`: the account had no login before, so its owner needs no notice. */
type DeviceStatus = 'first' | 'new' | 'known'

async function isKnownDevice(queries: Queries, email: string, token: string | undefined) {
  if (token === undefined) return false
  return queries.exists(sql`
    select from known_device join account using (uid)
    where account.email = ${email} and device_hash = ${toHash(token)}`)
}

/** Stores the browser's login to the account and returns what was known before. */
async function recordDevice(
  queries: Transaction,
  { uid, token, now }: { uid: string; token: string; now: Date },
): Promise<DeviceStatus> {
  const areThis = await queries.values(
    z.boolean(),
    sql`select device_hash = ${toHash(token)} from known_device where uid = ${uid}`,
  )
  await queries.run(sql`
    insert into known_device (uid, device_hash, seen_at) values (${uid}, ${toHash(token)}, ${now})
    on conflict (uid, device_hash) do update set seen_at = excluded.seen_at`)
  if (areThis.length === 0) return 'first'
  return areThis.includes(true) ? 'known' : 'new'
}

function toHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPX|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system, such as 'Chrome on Android'. Empty if unknown. The rest of the user agent is not stored. */
export function deviceName(userAgent = ''): string {
  const start = userAgent.slice(0, 400)
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(start))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}

const { session, device, uid: uidEntry, donation } = browserStorage
const sessionMaxAge = toSeconds(session.term)

/** Scripts cannot read the token's cookie. The server writes `uid` but never reads it (readings A4). */
export function sessionCookies(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:'
  // With the prefix, browsers refuse a cookie of this name from a sibling host or over plain HTTP.
  const toName = (name: string) => (secure ? `__Host-${name}` : name)
  const tokenCookie = toName(session.name)
  const deviceCookie = toName(device.name)
  const attributes = { path: '/', sameSite: 'Lax', secure } as const

  const read = (request: Request, name: string) => {
    const token = parse(request.headers.get('cookie') ?? '', name)[name]
    return token && /^[\w-]{43}$/.test(token) ? token : undefined
  }

  /** What another person typed without script must not be shown. */
  const forgetTyped = (c: Context) => void deleteCookie(c, donation.name, { path: '/' })

  return {
    getToken: (request: Request) => read(request, tokenCookie),
    /** Identifies a browser that has logged in before. It grants no access. */
    getDevice: (request: Request) => read(request, deviceCookie),
    writeDevice(c: Context, token: string) {
      setCookie(c, deviceCookie, token, {
        ...attributes,
        httpOnly: true,
        maxAge: toSeconds(device.term),
      })
    },
    write(c: Context, { token, uid }: { token: string; uid: string }) {
      setCookie(c, tokenCookie, token, { ...attributes, httpOnly: true, maxAge: sessionMaxAge })
      setCookie(c, uidEntry.name, uid, { ...attributes, maxAge: sessionMaxAge })
      forgetTyped(c)
    },
    remove(c: Context) {
      deleteCookie(c, tokenCookie, { ...attributes, httpOnly: true })
      deleteCookie(c, uidEntry.name, attributes)
      forgetTyped(c)
    },
  }
}

const current = policyVersions.terms.version

export async function acceptTerms(queries: Queries, uid: string, at: Date): Promise<void> {
  await queries.run(sql`
    insert into terms_acceptance (uid, version, accepted_at) values (${uid}, ${current}, ${at})
    on conflict do nothing`)
}

export async function hasAcceptedTerms(queries: Queries, uid: string): Promise<boolean> {
  return queries.exists(
    sql`select from terms_acceptance where uid = ${uid} and version = ${current}`,
  )
}

type Deps = Pick<Foundation, 'database' | 'sealing' | 'identity' | 'now'> & {
  events: AccountEvents
}

const mailResetTask = 'mail-reset-of-secured-account'
const payloadSchema = z.object({ uid: z.string() })

/** What 'This wasn’t me' in a notice does: all sessions end, and the owner gets a link to choose a new password. */
export function openSecureAccount({ database, sealing, identity, events, now }: Deps) {
  return {
    findLink: async (token: string) => secureAccountToken.open(sealing, token),

    /** False if the link is older than 7 days or was used before. */
    async secure({ uid, eventId, isFormerAddress, expiresAt }: SecureAccountLink) {
      if (expiresAt <= now().getTime()) return false
      return database.transaction(async (queries) => {
        const event = { id: eventId, uid, kind: 'secured-by-owner' } as const
        if (!(await events.record(queries, event))) return false
        await queries.run(endSessionsSql(uid))
        await identity.voidEmailChange(queries, uid)
        // The link would go to the new address, which the owner did not choose.
        if (!isFormerAddress)
          await enqueueJob(queries, { task: mailResetTask, payload: { uid }, attempts: 5 })
        return true
      })
    },

    /** Mails the reset to the address that the account has now. */
    task: {
      name: mailResetTask,
      lane: 'mail',
      run: async (payload) => {
        const account = await identity.findAccount(z.parse(payloadSchema, payload).uid)
        if (account) await identity.sendReset(account.email)
      },
    } satisfies Task,
  }
}

type RoleChange = { email: string; role: Role; now: Date }

type RoleDeps = { database: Database; events: AccountEvents }

/** Ends the account's sessions: the rights of a session never change while it lasts. */
export async function grantRole(
  { database, events }: RoleDeps,
  { email, role, now }: RoleChange,
): Promise<'granted' | 'already-granted' | 'unknown' | 'unverified'> {
  return database.transaction(async (queries) => {
    const account = await queries.row(accountRow, selectAccount(email))
    if (!account) return 'unknown'
    // Anyone can sign up with an address that is not theirs.
    if (!account.emailVerified) return 'unverified'
    const granted = await queries.run(sql`
      insert into account_role (uid, role, granted_at) values (${account.uid}, ${role}, ${now})
      on conflict do nothing`)
    if (granted === 0) return 'already-granted'
    await queries.run(endSessionsSql(account.uid))
    const event = { uid: account.uid, kind: `${role}-granted`, byCommand: true } as const
    await events.record(queries, event)
    return 'granted'
  })
}

export async function revokeRole(
  { database, events }: RoleDeps,
  { email, role }: RoleChange,
): Promise<'revoked' | 'not-granted' | 'unknown'> {
  return database.transaction(async (queries) => {
    const account = await queries.row(accountRow, selectAccount(email))
    if (!account) return 'unknown'
    const revoked = await queries.run(
      sql`delete from account_role where uid = ${account.uid} and role = ${role}`,
    )
    if (revoked === 0) return 'not-granted'
    await queries.run(endSessionsSql(account.uid))
    const event = { uid: account.uid, kind: `${role}-revoked`, byCommand: true } as const
    await events.record(queries, event)
    return 'revoked'
  })
}

export function listRoles(database: Database) {
  return database.rows(
    z.object({ email: z.string(), role: z.enum(roles) }),
    sql`select email, role from account_role join account using (uid) order by email, role`,
  )
}

const accountRow = z.object({ uid: z.string(), emailVerified: z.boolean() })

const selectAccount = (email: string) => sql`
  select uid, email_verified as "emailVerified" from account
  where uid = (select uid from account_email where email = ${email}) for update`

type AccountStatusDeps = {
  database: Database
  identity: Pick<Identity, 'setDisabled' | 'findAccount'>
  events: AccountEvents
}

/** Disables or enables an account. Both end all its sessions; its donations and campaigns stay. */
export async function setAccountDisabled(
  { database, identity, events }: AccountStatusDeps,
  email: string,
  disabled: boolean,
): Promise<'done' | 'unchanged' | 'unknown'> {
  const account = await database.row(
    z.object({ uid: z.string(), disabled: z.boolean() }),
    sql`select uid, disabled from account
      where uid = (select uid from account_email where email = ${email})`,
  )
  if (!account) return 'unknown'
  const { uid } = account
  if (account.disabled === disabled) return 'unchanged'
  await identity.setDisabled(uid, disabled)
  const updated = await identity.findAccount(uid)
  if (updated?.disabled !== disabled) return 'unknown'
  await events.record(database, { uid, kind: disabled ? 'disabled' : 'enabled', byCommand: true })
  return 'done'
}
