import * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { sql, type Sql } from '../../database/sql.ts'
import { findTogether } from '../../runtime/batcher.ts'
import type { IdentityAccount } from './identity.ts'

export type AccountRow = {
  account: IdentityAccount
  passwordHash: string | null
  contested: boolean
}

export const findAccountByUid = (queries: Queries, uid: string) =>
  findAccount(queries, sql`account.uid = ${uid}`)

/** For all who ask at the same time. */
export const accountsByUid = (queries: Queries) =>
  findTogether(async (uids) => {
    const rows = await queries.rows(rowSchema, accountsSql(sql`account.uid = any(${uids})`))
    return rows.map(({ account }) => [account.uid, account])
  })

export const findAccountByEmail = (queries: Queries, email: string) =>
  findAccount(queries, sql`account.uid = (select uid from account_email where email = ${email})`)

/** Whoever changes a credential holds its row, so that two changes follow one another. Taken before its codes. */
export const lockCredentialSql = (uid: string) =>
  sql`select from account_credential where uid = ${uid} for update`

/** Sets a password; every session begun before is over. */
export const setPasswordSql = (uid: string, hash: string, { contested }: { contested: boolean }) =>
  sql`
    with newer as (update account set credential_version = credential_version + 1 where uid = ${uid})
    update account_credential set password_hash = ${hash}, contested = ${contested} where uid = ${uid}`

export const forgetPasswordSql = (uid: string) =>
  sql`update account_credential set password_hash = null where uid = ${uid}`

/** The address belongs to whoever has just acted. Sessions begun while that was open are over. */
export const confirmSql = (uid: string) => sql`
  with settled as (update account_credential set contested = false where uid = ${uid})
  update account set email_verified = true, credential_version = credential_version + 1
  where uid = ${uid}`

const findAccount = (queries: Queries, which: Sql): Promise<AccountRow | undefined> =>
  queries.row(rowSchema, accountsSql(which))

const accountsSql = (which: Sql) => sql`
  select account.uid, email, email_verified, disabled, created_at, credential_version,
    password_hash, contested
  from account join account_credential using (uid) where ${which}`

const rowSchema = z.pipe(
  z.object({
    uid: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    disabled: z.boolean(),
    created_at: z.date(),
    credential_version: z.int(),
    password_hash: z.nullable(z.string()),
    contested: z.boolean(),
  }),
  z.transform((row): AccountRow => ({
    account: {
      uid: row.uid,
      email: row.email,
      emailVerified: row.email_verified,
      disabled: row.disabled,
      createdAt: row.created_at,
      credentialVersion: row.credential_version,
    },
    passwordHash: row.password_hash,
    contested: row.contested,
  })),
)
