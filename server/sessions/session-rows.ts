import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { roles } from '#shared/account.ts'

import { sql } from '../database/sql.ts'
import type { User } from '../policy/actor.ts'

const hourMs = 3_600_000
const idleMs = 14 * 24 * hourMs
const absoluteMs = 30 * 24 * hourMs

export type ListedSession = { id: string; device: string; createdAt: Date; seenAt: Date }

export type Ago = (ms: number) => Date

export const sessionRow = z.pipe(
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

export function findSession(tokenHash: Buffer, ago: Ago) {
  return sql`
    select session.id, uid, email, email_verified, seen_at,
      array(select role from account_role where account_role.uid = account.uid order by role) as roles
    from session join account using (uid)
    where token_hash = ${tokenHash} and not disabled
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

export const roleRow = z.object({ role: z.enum(roles) })
export const rolesOf = (uid: string) =>
  sql`select role from account_role where uid = ${uid} order by role`

export const touch = (sessionId: string, now: Date) =>
  sql`update session set seen_at = ${now} where id = ${sessionId}`

export const remove = (sessionId: string) => sql`delete from session where id = ${sessionId}`

export const removeDead = (ago: Ago) => sql`
  delete from session using account
  where account.uid = session.uid
    and (session.credential_version <> account.credential_version
      or session.created_at <= ${ago(absoluteMs)} or session.seen_at <= ${ago(idleMs)})`

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
