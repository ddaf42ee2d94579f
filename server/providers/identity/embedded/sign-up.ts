import { randomUUID } from 'node:crypto'

import { isDuplicate, type Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { voidCodes } from './action-codes.ts'
import { isCommonPassword } from '../common-password.ts'
import type { EmbeddedIdentityDeps } from './deps.ts'
import {
  findAccountByEmail,
  findAccountByUid,
  lockCredentialSql,
  setPasswordSql,
  type AccountRow,
} from '../account-rows.ts'
import { queueFull } from './hash-queue.ts'
import type { Credential, Identity, IdentityAccount, IdentityRefusal } from '../identity.ts'
import { hashPassword, dummyHash, verifyPassword } from './password-hash.ts'

type NewCredential = { email: string; hash: string; now: Date; unchanged: AccountRow | undefined }

/** Creates one account per address, even for simultaneous sign-ups. */
export async function signUp(
  { database, now, hashQueue }: EmbeddedIdentityDeps,
  { email, password }: Credential,
): ReturnType<Identity['createAccount']> {
  if (isCommonPassword(password, email)) return { refused: 'weak-password', isCommon: true }
  const found = await findAccountByEmail(database, email)
  if (found?.account.emailVerified) return { refused: 'email-already-in-use' }
  const hashed = await hashQueue(email, async () => ({
    hash: await hashPassword(password),
    isSame: await isPasswordUnchanged(found, password),
  }))
  if (hashed === queueFull) return { refused: 'busy' }

  const unchanged = hashed.isSame ? found : undefined
  for (let attempt = 1; ; attempt++)
    try {
      return await database.transaction((queries) =>
        writeAccount(queries, { email, hash: hashed.hash, now: now(), unchanged }),
      )
    } catch (error) {
      // A simultaneous sign-up created the account: the next attempt finds it.
      if (attempt >= 3 || !isDuplicate(error, 'account_email_pkey')) throw error
    }
}

/** Takes the same time for an unknown address, so that the response does not reveal accounts. */
const isPasswordUnchanged = (found: AccountRow | undefined, password: string) =>
  verifyPassword(found?.passwordHash ?? dummyHash, password)

async function writeAccount(
  queries: Transaction,
  credential: NewCredential,
): Promise<IdentityAccount | IdentityRefusal> {
  const found = await findAccountByEmail(queries, credential.email)
  return found
    ? replaceCredential(queries, found.account.uid, credential)
    : insertAccount(queries, credential)
}

async function insertAccount(queries: Transaction, { email, hash, now }: NewCredential) {
  const uid = randomUUID()
  await queries.run(
    sql`insert into account (uid, email, created_at) values (${uid}, ${email}, ${now})`,
  )
  await queries.run(sql`insert into account_email (email, uid) values (${email}, ${uid})`)
  await queries.run(
    sql`insert into account_credential (uid, password_hash) values (${uid}, ${hash})`,
  )
  return {
    uid,
    email,
    emailVerified: false,
    disabled: false,
    createdAt: now,
    credentialVersion: 1,
  }
}

/**
 * An unconfirmed account does not keep others from signing up with the address. The same password means the same person;
 * with another password, the account is marked as contested until the address is confirmed.
 */
async function replaceCredential(
  queries: Transaction,
  uid: string,
  { hash, unchanged }: NewCredential,
): Promise<IdentityAccount | IdentityRefusal> {
  await queries.run(lockCredentialSql(uid))
  const current = await findAccountByUid(queries, uid)
  if (!current || current.account.emailVerified) return { refused: 'email-already-in-use' }
  if (current.account.disabled) return { refused: 'user-disabled' }
  const isSamePerson = unchanged?.passwordHash === current.passwordHash
  await queries.run(setPasswordSql(uid, hash, { contested: current.contested || !isSamePerson }))
  await voidCodes(queries, uid)
  return {
    ...current.account,
    credentialVersion: current.account.credentialVersion + 1,
  }
}
