import * as z from 'zod/mini'

import { roles, type Role } from '#shared/account.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { AccountEvents } from './account-events.ts'
import { endSessionsSql } from './sessions.ts'

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
