import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { consumeCode, findCode, voidCodes } from './action-codes.ts'
import { isCommonPassword } from '../common-password.ts'
import type { EmbeddedIdentityDeps } from './deps.ts'
import {
  confirmSql,
  findAccountByEmail,
  findAccountByUid,
  lockCredentialSql,
  setPasswordSql,
} from '../account-rows.ts'
import { queueFull } from './hash-queue.ts'
import { isRefusal, type Identity } from '../identity.ts'
import { hashPassword, isOutdated, dummyHash, verifyPassword } from './password-hash.ts'

/** An unknown address and a wrong password take the same time and get the same refusal (readings P7). */
export async function signIn(
  deps: EmbeddedIdentityDeps,
  { email, password }: { email: string; password: string },
): ReturnType<Identity['signIn']> {
  const found = await findAccountByEmail(deps.database, email)
  const hash = found?.passwordHash ?? dummyHash
  const isRight = await deps.hashQueue(email, () => verifyPassword(hash, password))
  if (isRight === queueFull) return { refused: 'busy' }
  if (!found || !isRight) return { refused: 'invalid-credential' }
  if (found.account.disabled) return { refused: 'user-disabled' }
  if (isOutdated(hash)) await rehash(deps, found.account.uid, { hash, password })
  return found.account
}

export async function applyReset(
  deps: EmbeddedIdentityDeps,
  code: string,
  newPassword: string,
): ReturnType<Identity['applyReset']> {
  const { database, now, hashQueue } = deps
  const presented = { code, purpose: 'resetPassword', now: now() } as const
  // Checked before the expensive hashing; used below.
  const known = await findCode(database, presented)
  if (isRefusal(known)) return known
  const found = await findAccountByUid(database, known.uid)
  if (!found || found.account.disabled) return { refused: 'user-disabled' }
  if (isCommonPassword(newPassword, found.account.email))
    return { refused: 'weak-password', isCommon: true }
  const hash = await hashQueue(found.account.email, () => hashPassword(newPassword))
  if (hash === queueFull) return { refused: 'busy' }

  return database.transaction(async (queries) => {
    await queries.run(lockCredentialSql(known.uid))
    const used = await consumeCode(queries, presented)
    if (isRefusal(used)) return used
    await writePassword(deps, queries, { uid: used.uid, hash, kind: 'password-reset' })
    // The code was read in the mailbox, so the address is confirmed, too.
    await queries.run(confirmSql(used.uid))
    return (await findAccountByUid(queries, used.uid))?.account ?? { refused: 'user-disabled' }
  })
}

export async function checkPassword(
  { database, hashQueue }: EmbeddedIdentityDeps,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['checkPassword']> {
  const found = await findAccountByUid(database, uid)
  const hash = found?.passwordHash ?? dummyHash
  const isRight = await hashQueue(found?.account.email ?? uid, () =>
    verifyPassword(hash, currentPassword),
  )
  if (isRight === queueFull) return { refused: 'busy' }
  return found && isRight ? null : { refused: 'wrong-password' }
}

export async function changePassword(
  deps: EmbeddedIdentityDeps,
  uid: string,
  { currentPassword, password }: { currentPassword: string; password: string },
): ReturnType<Identity['changePassword']> {
  const found = await findAccountByUid(deps.database, uid)
  const currentHash = found?.passwordHash ?? dummyHash
  const key = found?.account.email ?? uid
  const isRight = await deps.hashQueue(key, () => verifyPassword(currentHash, currentPassword))
  if (isRight === queueFull) return { refused: 'busy' }
  if (!found || !isRight) return { refused: 'wrong-password' }
  if (isCommonPassword(password, found.account.email))
    return { refused: 'weak-password', isCommon: true }
  const hash = await deps.hashQueue(key, () => hashPassword(password))
  if (hash === queueFull) return { refused: 'busy' }

  return deps.database.transaction(async (queries) => {
    await queries.run(lockCredentialSql(uid))
    const current = await findAccountByUid(queries, uid)
    // The password was changed during the comparison.
    if (current?.passwordHash !== currentHash) return { refused: 'wrong-password' }
    await writePassword(deps, queries, { uid, hash, kind: 'password-changed' })
    return null
  })
}

/** Ends all sessions, voids mailed codes and records the change. */
async function writePassword(
  { recordChange }: EmbeddedIdentityDeps,
  queries: Transaction,
  { uid, hash, kind }: { uid: string; hash: string; kind: 'password-changed' | 'password-reset' },
) {
  await queries.run(setPasswordSql(uid, hash, { contested: false }))
  await voidCodes(queries, uid)
  await recordChange(queries, { uid, kind })
}

/** Hashes the password of this sign-in again with the current strength. Waits for the next sign-in if the queue is full. */
async function rehash(
  { database, hashQueue }: EmbeddedIdentityDeps,
  uid: string,
  { hash, password }: { hash: string; password: string },
) {
  const stronger = await hashQueue(uid, () => hashPassword(password))
  if (stronger !== queueFull)
    await database.run(
      sql`update account_credential set password_hash = ${stronger}
        where uid = ${uid} and password_hash = ${hash}`,
    )
}
