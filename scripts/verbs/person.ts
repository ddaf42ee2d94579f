import * as z from 'zod/mini'

import { recordAction } from '#server/staff/admin/audit-log.ts'
import {
  setAccountDisabled,
  grantRole,
  listRoles,
  revokeRole,
} from '#server/people/accounts/sessions.ts'
import { sql } from '#server/platform/database/sql.ts'
import { accountDeletedMail } from '#server/platform/mail/account-mail.ts'
import { findLanguage } from '#server/platform/mail/reader-language.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { erasePerson, exportPersonalData } from '#server/people/privacy/personal-data.ts'
import type { Services } from '#server/services.ts'
import { roles, type Role } from '#shared/account.ts'

import { record, type Noun, type Verb } from './verb.ts'

const accountRow = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  createdAt: z.date(),
  roles: z.array(z.enum(roles)),
})

export const findAccount = ({ database }: Services, email = '') =>
  database.row(
    accountRow,
    sql`select uid, email, email_verified as "emailVerified", disabled, created_at as "createdAt",
        array(select role from account_role role where role.uid = account.uid order by role) as roles
      from account where uid = (select uid from account_email where email = ${email.trim().toLowerCase()})`,
  )

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>
type Find = (
  services: Services,
  account: Account,
  words: readonly string[],
) => ReturnType<Verb['find']>

const about = (find: Find, ...more: string[]): Verb => ({
  words: [...more, 'email'],
  async find(services, words) {
    const email = words.at(-1)
    const account = await findAccount(services, email)
    return account ? find(services, account, words) : `There is no account for ${email}.`
  },
})

const show: Verb = about(async ({ sessions }, account) => {
  const open = await sessions.list(account.uid)
  const state = account.disabled ? 'disabled' : 'enabled'
  const verified = account.emailVerified ? 'confirmed' : 'not confirmed'
  return {
    text: `${account.email}: ${state}, address ${verified}, roles: ${account.roles.join(', ') || 'none'}, ${open.length} sessions.`,
    data: { ...account, sessions: open.length },
  }
})

const endSessions: Verb = about(async (services, { uid, email }) => {
  const { sessions } = services
  const open = await sessions.list(uid)
  return {
    text: `${open.length} sessions of ${email} would end.`,
    async apply(by) {
      await sessions.endAll(uid)
      await record(services, { ...by, action: 'end-sessions', subject: 'account' })
      return `${open.length} sessions of ${email} ended.`
    },
  }
})

/** The person as the routes know them who are signed in. */
const toUser = ({ uid, email, emailVerified, roles: own, createdAt }: Account): User => ({
  kind: 'user',
  uid,
  email,
  emailVerified,
  createdAt,
  roles: own,
  sessionId: '',
})

/** What the person's own deletion of the account does, for a person who asked in another way. */
const erase: Verb = about(async (services, account) => {
  const { database, identity, outbox, sessions, now } = services
  const { uid, email } = account
  return {
    text: `The account and the data of ${email} would be deleted. Amounts of donations stay in the ledger without a name.`,
    async decide(admin, reason) {
      // The language is gone with the account.
      const mail = accountDeletedMail({ to: email, language: await findLanguage(database, uid) })
      await erasePerson(services, toUser(account))
      await sessions.endAll(uid)
      await identity.deleteAsAdmin(uid)
      await database.transaction(async (queries) => {
        await outbox.enqueue(queries, mail)
        const action = { uid: admin.uid, action: 'erase-person', subject: uid } as const
        await recordAction(queries, { ...action, reason, at: now() })
      })
      return `The account and the data of ${email} are deleted. Backups lose them with their term.`
    },
  }
})

/** The data of the person, as they download it themselves. */
const exportData: Verb = about(async (services, account) => {
  const { email } = account
  const user = toUser(account)
  const data = await exportPersonalData(services, user)
  return {
    text: `The data of ${email} would be printed.`,
    async apply(by) {
      await record(services, { ...by, action: 'export-data', subject: 'account' })
      return JSON.stringify(data, null, 2)
    },
  }
})

const setDisabled = (disabled: boolean): Verb =>
  about(async ({ database, identity, accountEvents: events }, account) => {
    const state = disabled ? 'disabled' : 'enabled'
    if (account.disabled === disabled) return `${account.email} is already ${state}.`
    return {
      text: `${account.email} would be ${state} and logged out on all devices.`,
      async apply() {
        await setAccountDisabled({ database, identity, events }, account.email, disabled)
        return `${account.email} is ${state} and logged out on all devices.`
      },
    }
  })

const isRole = (word = ''): word is Role => roles.some((role) => role === word)

const changeRole = (kind: 'grant' | 'revoke'): Verb =>
  about(
    async (
      { database, accountEvents: events, now },
      { email, roles: own, emailVerified },
      [role],
    ) => {
      if (!isRole(role)) return `The roles are ${roles.join(' and ')}.`
      const has = own.includes(role)
      if (has === (kind === 'grant')) return `${email} is ${has ? 'already' : 'not'} ${role}.`
      if (kind === 'grant' && !emailVerified)
        return `${email} must confirm their email address first.`
      const change = { email, role, now: now() }
      return {
        text: `${email} would ${kind === 'grant' ? 'become' : 'no longer be'} ${role} and be logged out.`,
        async apply() {
          if (kind === 'grant') await grantRole({ database, events }, change)
          else await revokeRole({ database, events }, change)
          return kind === 'grant'
            ? `${email} is now ${role} and must log in again.`
            : `${email} is no longer ${role} and was logged out.`
        },
      }
    },
    'role',
  )

const staff: Verb = {
  words: [],
  async find({ database }) {
    const found = await listRoles(database)
    const lines = found.map(({ email, role }) => `${role}\t${email}`)
    return { text: lines.join('\n') || 'No roles have been granted.', data: found }
  },
}

export const person: Noun = {
  show,
  staff,
  grant: changeRole('grant'),
  revoke: changeRole('revoke'),
  disable: setDisabled(true),
  enable: setDisabled(false),
  'end-sessions': endSessions,
  export: exportData,
  erase,
}
