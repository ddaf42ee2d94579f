import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { createLoader } from '../../platform/database/batcher.ts'
import type { IdentityAccount } from './identity.ts'

export type AccountRow = {
  account: IdentityAccount
  passwordHash: string | null
  contested: boolean
}

export const findAccountByUid = (queries: Queries, uid: string) =>
  findAccount(queries, sql`account.uid = ${uid}`)

/** One query serves all lookups that are made at the same time. */
export const batchedFindByUid = (queries: Queries) =>
  createLoader(async (uids) => {
    const rows = await queries.rows(rowSchema, selectAccounts(sql`account.uid = any(${uids})`))
    return rows.map(({ account }) => [account.uid, account])
  })

export const findAccountByEmail = (queries: Queries, email: string) =>
  findAccount(queries, sql`account.uid = (select uid from account_email where email = ${email})`)

/** Serialises changes of a credential. Must be locked before its action codes, to avoid deadlocks. */
export const lockCredentialSql = (uid: string) =>
  sql`select from account_credential where uid = ${uid} for update`

/** Sets a password and ends all sessions. `contested`: two people signed up with this address. */
export const setPasswordSql = (uid: string, hash: string, { contested }: { contested: boolean }) =>
  sql`
    with ended as (update account set credential_version = credential_version + 1 where uid = ${uid})
    update account_credential set password_hash = ${hash}, contested = ${contested} where uid = ${uid}`

export const forgetPasswordSql = (uid: string) =>
  sql`update account_credential set password_hash = null where uid = ${uid}`

/** Confirms the address and ends the sessions from before the confirmation. */
export const confirmSql = (uid: string) => sql`
  with confirmed as (update account_credential set contested = false where uid = ${uid})
  update account set email_verified = true, credential_version = credential_version + 1
  where uid = ${uid}`

const findAccount = (queries: Queries, where: Sql): Promise<AccountRow | undefined> =>
  queries.row(rowSchema, selectAccounts(where))

const selectAccounts = (where: Sql) => sql`
  select account.uid, email, email_verified as "emailVerified", disabled,
    created_at as "createdAt", credential_version as "credentialVersion",
    password_hash as "passwordHash", contested
  from account join account_credential using (uid) where ${where}`

const rowSchema = z.pipe(
  z.object({
    uid: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    disabled: z.boolean(),
    createdAt: z.date(),
    credentialVersion: z.int(),
    passwordHash: z.nullable(z.string()),
    contested: z.boolean(),
  }),
  z.transform(({ passwordHash, contested, ...account }): AccountRow => ({
    account,
    passwordHash,
    contested,
  })),
)
