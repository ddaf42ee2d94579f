import * as z from 'zod/mini'

import { emailChangeMail } from '../../../platform/mail/account-mail.ts'
import { findLanguage } from '../../../platform/mail/reader-language.ts'
import { isDuplicate, type Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { consumeCode, findCode, issueCode, voidCodes } from './action-codes.ts'
import type { EmbeddedIdentityDeps } from './deps.ts'
import {
  confirmSql,
  findAccountByEmail,
  findAccountByUid,
  lockCredentialSql,
} from '../account-rows.ts'
import { checkPassword } from './password.ts'
import {
  isRefusal,
  type Identity,
  type IdentityAccount,
  type IdentityRefusal,
} from '../identity.ts'

/** Readings P8: a new address needs the current password and a link mailed to it. */
export async function requestEmailChange(
  deps: EmbeddedIdentityDeps,
  uid: string,
  { currentPassword, email }: { currentPassword: string; email: string },
): ReturnType<Identity['requestEmailChange']> {
  const { database, outbox, publicUrl, now } = deps
  const refusal = await checkPassword(deps, uid, currentPassword)
  if (refusal) return refusal
  return database.transaction(async (queries) => {
    if (await isTaken(queries, email)) return { refused: 'email-already-in-use' }
    const purpose = 'verifyAndChangeEmail'
    const code = await issueCode(queries, { uid, purpose, now: now(), newEmail: email })
    const language = await findLanguage(queries, uid)
    await outbox.enqueue(queries, emailChangeMail(email, language, { publicUrl, code }))
    return null
  })
}

export async function applyEmailChange(
  deps: EmbeddedIdentityDeps,
  code: string,
): ReturnType<Identity['applyEmailChange']> {
  const { database, recordChange, now } = deps
  const presented = { code, purpose: 'verifyAndChangeEmail', now: now() } as const
  const change = async (queries: Transaction) => {
    const found = await findCode(queries, presented)
    if (isRefusal(found)) return found
    await queries.run(lockCredentialSql(found.uid))
    const used = await consumeCode(queries, presented)
    if (isRefusal(used)) return used
    const { uid, newEmail } = used
    const before = (await findAccountByUid(queries, uid))?.account
    if (!before || before.disabled || newEmail === null)
      return { refused: 'user-disabled' } as const
    if (await isTaken(queries, newEmail)) return { refused: 'email-already-in-use' } as const
    const after = await changeAddress(deps, queries, { uid, email: newEmail })
    if (!isRefusal(after))
      await recordChange(queries, { uid, kind: 'address-changed', formerEmail: before.email })
    return after
  }
  try {
    return await database.transaction(change)
  } catch (error) {
    // Another account took the address at the same time.
    if (isDuplicate(error, 'account_email_pkey')) return { refused: 'email-already-in-use' }
    throw error
  }
}

async function isTaken(queries: Transaction, email: string) {
  return Boolean((await findAccountByEmail(queries, email))?.account.emailVerified)
}

const uidRow = z.object({ uid: z.string() })

async function changeAddress(
  { onDisplaced }: EmbeddedIdentityDeps,
  queries: Transaction,
  { uid, email }: Pick<IdentityAccount, 'uid' | 'email'>,
): Promise<IdentityAccount | IdentityRefusal> {
  // An account that never confirmed this address gives way to the one that just did.
  const displaced = await queries.row(
    uidRow,
    sql`delete from account where not email_verified
      and uid = (select uid from account_email where email = ${email}) returning uid`,
  )
  if (displaced) await onDisplaced(queries, displaced.uid)
  await queries.run(sql`update account_email set email = ${email} where uid = ${uid}`)
  await queries.run(sql`update account set email = ${email} where uid = ${uid}`)
  await queries.run(confirmSql(uid))
  // A reset link in the old mailbox must no longer open the account.
  await voidCodes(queries, uid)
  return (await findAccountByUid(queries, uid))?.account ?? { refused: 'user-disabled' }
}
