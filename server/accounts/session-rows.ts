import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import { roles } from '#shared/account.ts'

import { sql } from '../database/sql.ts'
import type { User } from '../policy/actor.ts'

const hourMs = 3_600_000
const idleMs = 14 * 24 * hourMs
const absoluteMs = 30 * 24 * hourMs

export type ListedSession = { id: string; device: string; createdAt: Date; seenAt: Date }

export type Ago = (ms: number) => Date

/** By the hash of its token. */
export const sessionRow = z.pipe(
  z.object({
    token_hash: z.string(),
    id: z.string(),
    uid: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    created_at: z.date(),
    roles: z.array(z.enum(roles)),
    dormant_roles: z.array(z.enum(roles)),
    is_stale: z.boolean(),
  }),
  z.transform(
    ({
      token_hash,
      id,
      email_verified,
      created_at,
      dormant_roles,
      is_stale,
      ...row
    }): [string, Found] => [
      token_hash,
      {
        ...row,
        isStale: is_stale,
        sessionId: id,
        emailVerified: email_verified,
        createdAt: created_at,
        ...(dormant_roles.length > 0 && { dormantRoles: dormant_roles }),
      },
    ],
  ),
)

/** `isStale`: for more than an hour nobody has written down that it is in use. */
type Found = Omit<User, 'kind'> & { isStale: boolean }

/** `waived`: people of the sample data do without the second factor. */
export function listRunning(tokenHashes: readonly string[], ago: Ago, waived: boolean) {
  const hashes = tokenHashes.map((tokenHash) => Buffer.from(tokenHash, 'hex'))
  const granted = sql`select role from account_role where account_role.uid = account.uid`
  const isAwake = sql`(session.second_factor or (${waived} and not needs_second_factor))`
  return sql`
    select encode(token_hash, 'hex') as token_hash, session.id, uid, email, email_verified,
      account.created_at,
      seen_at < ${ago(hourMs)} as is_stale,
      array(${granted} and ${isAwake} order by role) as roles,
      array(${granted} and not ${isAwake} order by role) as dormant_roles
    from session join account using (uid)
    where token_hash = any(${hashes}) and not disabled
      and session.credential_version = account.credential_version
      and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}`
}

export const listedRow = z.pipe(
  z.object({ id: z.string(), device: z.string(), created_at: z.date(), seen_at: z.date() }),
  z.transform(({ id, device, created_at, seen_at }): ListedSession => ({
    id,
    device,
    createdAt: created_at,
    seenAt: seen_at,
  })),
)

export const listSessions = (uid: string, ago: Ago) => sql`
  select session.id, device, session.created_at, seen_at
  from session join account using (uid)
  where uid = ${uid} and session.credential_version = account.credential_version
    and session.created_at > ${ago(absoluteMs)} and seen_at > ${ago(idleMs)}
  order by seen_at desc, session.id limit 100`

export const roleRow = z.object({ role: z.enum(roles), is_awake: z.boolean() })
export const rolesOf = (sessionId: string, waived: boolean) => sql`
  select role, session.second_factor or (${waived} and not needs_second_factor) as is_awake
  from account_role join session using (uid) where session.id = ${sessionId} order by role`

export const touch = (sessionId: string, now: Date) =>
  sql`update session set seen_at = ${now} where id = ${sessionId}`

export const remove = (sessionId: string) => sql`delete from session where id = ${sessionId}`

export const removeDead = (ago: Ago) => sql`
  delete from session using account
  where account.uid = session.uid
    and (session.credential_version <> account.credential_version
      or session.created_at <= ${ago(absoluteMs)} or session.seen_at <= ${ago(idleMs)})`

export const hashOf = (token: string) => hash('sha256', token, 'hex')
