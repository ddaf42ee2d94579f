import { passwordChangedMail } from '../../mail/templates.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { consumeCode, findCode, voidCodes } from './action-code.ts'
import { isCommonPassword } from './common-password.ts'
import type { Context } from './embedded-context.ts'
import {
  confirmSql,
  findAccountByEmail,
  findAccountByUid,
  lockCredentialSql,
  setPasswordSql,
} from './embedded-account.ts'
import { full } from './hash-queue.ts'
import { isRefusal, type Identity } from './identity.ts'
import { hashPassword, isOutdated, nobodysHash, verifyPassword } from './passwords.ts'

/** An unknown address and a wrong password cost one comparison each and are answered alike (readings P7). */
export async function signIn(
  context: Context,
  { email, password }: { email: string; password: string },
): ReturnType<Identity['signIn']> {
  const found = await findAccountByEmail(context.database, email)
  const hash = found?.passwordHash ?? nobodysHash
  const isRight = await context.hashQueue(() => verifyPassword(hash, password))
  if (isRight === full) return { refused: 'busy' }
  if (!found || !isRight) return { refused: 'invalid-credential' }
  if (found.account.disabled) return { refused: 'user-disabled' }
  if (isOutdated(hash)) await rehash(context, found.account.uid, { hash, password })
  return found.account
}

export async function applyReset(
  context: Context,
  code: string,
  newPassword: string,
): ReturnType<Identity['applyReset']> {
  const { database, now, hashQueue } = context
  const presented = { code, purpose: 'resetPassword', now: now() } as const
  // Asked before hashing, which only a good code is worth; used up below.
  const known = await findCode(database, presented)
  if (isRefusal(known)) return known
  const found = await findAccountByUid(database, known.uid)
  if (!found || found.account.disabled) return { refused: 'user-disabled' }
  if (isCommonPassword(newPassword, found.account.email)) return { refused: 'weak-password' }
  const hash = await hashQueue(() => hashPassword(newPassword))
  if (hash === full) return { refused: 'busy' }

  return database.transaction(async (queries) => {
    await queries.run(lockCredentialSql(known.uid))
    const used = await consumeCode(queries, presented)
    if (isRefusal(used)) return used
    await writePassword(context, queries, { uid: used.uid, hash })
    // The code came from the mailbox: the address is theirs.
    await queries.run(confirmSql(used.uid))
    return (await findAccountByUid(queries, used.uid))?.account ?? { refused: 'user-disabled' }
  })
}

export async function checkPassword(
  { database, hashQueue }: Context,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['checkPassword']> {
  const found = await findAccountByUid(database, uid)
  const hash = found?.passwordHash ?? nobodysHash
  const isRight = await hashQueue(() => verifyPassword(hash, currentPassword))
  if (isRight === full) return { refused: 'busy' }
  return found && isRight ? null : { refused: 'wrong-password' }
}

export async function changePassword(
  context: Context,
  uid: string,
  { currentPassword, password }: { currentPassword: string; password: string },
): ReturnType<Identity['changePassword']> {
  const found = await findAccountByUid(context.database, uid)
  const currentHash = found?.passwordHash ?? nobodysHash
  const isRight = await context.hashQueue(() => verifyPassword(currentHash, currentPassword))
  if (isRight === full) return { refused: 'busy' }
  if (!found || !isRight) return { refused: 'wrong-password' }
  if (isCommonPassword(password, found.account.email)) return { refused: 'weak-password' }
  const hash = await context.hashQueue(() => hashPassword(password))
  if (hash === full) return { refused: 'busy' }

  return context.database.transaction(async (queries) => {
    await queries.run(lockCredentialSql(uid))
    const now = await findAccountByUid(queries, uid)
    // Somebody changed it while we were comparing.
    if (now?.passwordHash !== currentHash) return { refused: 'wrong-password' }
    await writePassword(context, queries, { uid, hash })
    return null
  })
}

/** Every session ends, every mailed code is void, and the owner of the mailbox hears of it. */
async function writePassword(
  { outbox, publicUrl }: Context,
  queries: Queries,
  { uid, hash }: { uid: string; hash: string },
) {
  await queries.run(setPasswordSql(uid, hash, { contested: false }))
  await voidCodes(queries, uid)
  const changed = await findAccountByUid(queries, uid)
  if (changed)
    await outbox.enqueue(queries, passwordChangedMail(changed.account.email, { publicUrl }))
}

/** The strength was raised since: the sign-in has just shown the password. Left for the next time when the queue is full. */
async function rehash(
  { database, hashQueue }: Context,
  uid: string,
  { hash, password }: { hash: string; password: string },
) {
  const stronger = await hashQueue(() => hashPassword(password))
  if (stronger !== full)
    await database.run(
      sql`update account_credential set password_hash = ${stronger}
        where uid = ${uid} and password_hash = ${hash}`,
    )
}
