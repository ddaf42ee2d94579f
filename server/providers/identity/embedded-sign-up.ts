import { randomUUID } from 'node:crypto'

import { isDuplicate, type Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { voidCodes } from './action-code.ts'
import { isCommonPassword } from './common-password.ts'
import type { Context } from './embedded-context.ts'
import {
  findAccountByEmail,
  findAccountByUid,
  lockCredentialSql,
  setPasswordSql,
  type AccountRow,
} from './embedded-account.ts'
import { full } from './hash-queue.ts'
import type { Identity, IdentityAccount, IdentityRefusal } from './identity.ts'
import { hashPassword, nobodysHash, verifyPassword } from './passwords.ts'

type Credential = { email: string; password: string }
type NewCredential = { email: string; hash: string; now: Date; sameAs: AccountRow | undefined }

/** One account per address, however many sign up at once. */
export async function signUp(
  { database, now, hashQueue }: Context,
  { email, password }: Credential,
): ReturnType<Identity['createAccount']> {
  if (isCommonPassword(password, email)) return { refused: 'weak-password' }
  const found = await findAccountByEmail(database, email)
  if (found?.account.emailVerified) return { refused: 'email-already-in-use' }
  const hashed = await hashQueue(async () => ({
    hash: await hashPassword(password),
    isSame: await isPasswordOf(found, password),
  }))
  if (hashed === full) return { refused: 'busy' }

  const sameAs = hashed.isSame ? found : undefined
  for (let attempt = 1; ; attempt++)
    try {
      return await database.transaction((queries) =>
        writeAccount(queries, { email, hash: hashed.hash, now: now(), sameAs }),
      )
    } catch (error) {
      // Somebody signed up with this address in between: now there is an account to find.
      if (attempt >= 3 || !isDuplicate(error, 'account_email_pkey')) throw error
    }
}

/** Of an unknown address it takes as long: what is not confirmed is nobody's business either. */
const isPasswordOf = (found: AccountRow | undefined, password: string) =>
  verifyPassword(found?.passwordHash ?? nobodysHash, password)

async function writeAccount(
  queries: Queries,
  credential: NewCredential,
): Promise<IdentityAccount | IdentityRefusal> {
  const found = await findAccountByEmail(queries, credential.email)
  return found
    ? replaceCredential(queries, found.account.uid, credential)
    : insertAccount(queries, credential)
}

async function insertAccount(queries: Queries, { email, hash, now }: NewCredential) {
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
 * Nobody has shown yet that the address is theirs, so nobody can be kept out by having been first. Whether it is the same person
 * trying again is told by the password; if it is another one, that is remembered until the address is confirmed.
 */
async function replaceCredential(
  queries: Queries,
  uid: string,
  { hash, sameAs }: NewCredential,
): Promise<IdentityAccount | IdentityRefusal> {
  await queries.run(lockCredentialSql(uid))
  const current = await findAccountByUid(queries, uid)
  if (!current || current.account.emailVerified) return { refused: 'email-already-in-use' }
  if (current.account.disabled) return { refused: 'user-disabled' }
  const isSamePerson = sameAs?.passwordHash === current.passwordHash
  await queries.run(setPasswordSql(uid, hash, { contested: current.contested || !isSamePerson }))
  await voidCodes(queries, uid)
  return {
    ...current.account,
    credentialVersion: current.account.credentialVersion + 1,
  }
}
