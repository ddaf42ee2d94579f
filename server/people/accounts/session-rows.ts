import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import { roles } from '#shared/account.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import { sql } from '../../platform/database/sql.ts'
import type { User } from '../../platform/policy/actor.ts'

const hourMs = 3_600_000
const idleMs = toTermMs(terms.sessionIdle)
const absoluteMs = toTermMs(terms.session)

export type ListedSession = z.output<typeof listedSessionRow>

/** The time so many milliseconds ago. */
export type Ago = (ms: number) => Date

/** `isStale`: the stored time of last use is more than an hour old. */
type ActiveSession = Omit<User, 'kind'> & { isStale: boolean }

/** An entry of a map from the token's hash. */
export const activeSessionRow = z.pipe(
  z.object({
    tokenHash: z.string(),
    sessionId: z.string(),
    uid: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    createdAt: z.date(),
    roles: z.array(z.enum(roles)),
    inactiveRoles: z.array(z.enum(roles)),
    isStale: z.boolean(),
  }),
  z.transform(({ tokenHash, inactiveRoles, ...row }): [string, ActiveSession] => [
    tokenHash,
    { ...row, ...(inactiveRoles.length > 0 && { inactiveRoles }) },
  ]),
)

/** With `skipsForSamples`, accounts of the sample data use their roles without two-factor authentication. */
export function selectActiveSessions(
  tokenHashes: readonly string[],
  ago: Ago,
  skipsForSamples: boolean,
) {
  const hashes = tokenHashes.map((tokenHash) => Buffer.from(tokenHash, 'hex'))
  const granted = sql`select role from account_role where account_role.uid = account.uid`
  const isActive = isRoleActive(skipsForSamples)
  return sql`
    select encode(token_hash, 'hex') as "tokenHash", session.id as "sessionId", uid, email,
      email_verified as "emailVerified", account.created_at as "createdAt",
      seen_at < ${ago(hourMs)} as "isStale",
      array(${granted} and ${isActive} order by role) as roles,
      array(${granted} and not ${isActive} order by role) as "inactiveRoles"
    from session join account using (uid)
    where token_hash = any(${hashes}) and not disabled
      and session.credential_version = account.credential_version
      and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}`
}

export const listedSessionRow = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.date(),
  seenAt: z.date(),
})

export const selectSessions = (uid: string, ago: Ago) => sql`
  select session.id, device, session.created_at as "createdAt", seen_at as "seenAt"
  from session join account using (uid)
  where uid = ${uid} and session.credential_version = account.credential_version
    and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}
  order by seen_at desc, session.id limit 100`

export const roleRow = z.object({ role: z.enum(roles), isActive: z.boolean() })

export const selectRoles = (sessionId: string, skipsForSamples: boolean) => sql`
  select role, ${isRoleActive(skipsForSamples)} as "isActive"
  from account_role join session using (uid) where session.id = ${sessionId} order by role`

const isRoleActive = (skipsForSamples: boolean) =>
  sql`(session.two_factor or (${skipsForSamples} and not requires_two_factor))`

export const updateLastSeen = (sessionId: string, now: Date) =>
  sql`update session set seen_at = ${now} where id = ${sessionId}`

export const deleteSession = (sessionId: string) => sql`delete from session where id = ${sessionId}`

/** Sessions are valid only for the account's current credential version. */
export const endSessionsSql = (uid: string) =>
  sql`update account set credential_version = credential_version + 1 where uid = ${uid}`

export const deleteExpiredSessions = (ago: Ago) => sql`
  delete from session using account
  where account.uid = session.uid
    and (session.credential_version <> account.credential_version
      or session.created_at <= ${ago(absoluteMs)} or session.seen_at <= ${ago(idleMs)})`

export const hashToken = (token: string) => hash('sha256', token, 'hex')
