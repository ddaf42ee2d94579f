import * as z from 'zod/mini'

import { roles, type Role } from '#shared/account.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { secureAccountToken, type AccountEvents, type SecureAccountLink } from './account-events.ts'
import { endSessionsSql } from './sessions.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Identity } from '../../providers/identity/identity.ts'

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
