import * as z from 'zod/mini'

import { roles, type Role } from '#shared/account.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { recordEvent } from './account-events.ts'

export type RoleChange = { email: string; role: Role; now: Date }
type Refusal = 'unknown' | 'unverified'

/** Whoever gets or loses a role logs in again: what a session may do never changes under it. */
export async function grantRole(
  database: Database,
  { email, role, now }: RoleChange,
): Promise<'granted' | 'had-it' | Refusal> {
  return database.transaction(async (queries) => {
    const account = await queries.row(accountSchema, findSql(email))
    if (!account) return 'unknown'
    // Anybody can sign up with an address that is not theirs.
    if (!account.email_verified) return 'unverified'
    const granted = await queries.run(sql`
      insert into account_role (uid, role, granted_at) values (${account.uid}, ${role}, ${now})
      on conflict do nothing`)
    if (granted === 0) return 'had-it'
    await queries.run(endSessionsSql(account.uid))
    await recordEvent(queries, { uid: account.uid, kind: `${role}-granted`, at: now })
    return 'granted'
  })
}

export async function revokeRole(
  database: Database,
  { email, role }: Omit<RoleChange, 'now'>,
): Promise<'revoked' | 'had-it-not' | 'unknown'> {
  return database.transaction(async (queries) => {
    const account = await queries.row(accountSchema, findSql(email))
    if (!account) return 'unknown'
    const revoked = await queries.run(
      sql`delete from account_role where uid = ${account.uid} and role = ${role}`,
    )
    if (revoked === 0) return 'had-it-not'
    await queries.run(endSessionsSql(account.uid))
    await recordEvent(queries, { uid: account.uid, kind: `${role}-revoked`, at: new Date() })
    return 'revoked'
  })
}

export function listRoles(database: Database) {
  return database.rows(
    z.object({ email: z.string(), role: z.enum(roles) }),
    sql`select email, role from account_role join account using (uid) order by email, role`,
  )
}

const accountSchema = z.object({ uid: z.string(), email_verified: z.boolean() })

const findSql = (email: string) => sql`
  select uid, email_verified from account
  where uid = (select uid from account_email where email = ${email}) for update`

const endSessionsSql = (uid: string) =>
  sql`update account set credential_version = credential_version + 1 where uid = ${uid}`
