import { addressChangedMail, emailChangeMail } from '../../mail/account-mail.ts'
import { isDuplicate, type Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { consumeCode, findCode, issueCode, voidCodes } from './action-code.ts'
import type { Context } from './embedded-context.ts'
import {
  confirmSql,
  findAccountByEmail,
  findAccountByUid,
  lockCredentialSql,
} from './embedded-account.ts'
import { checkPassword } from './embedded-password.ts'
import { isRefusal, type Identity, type IdentityAccount, type IdentityRefusal } from './identity.ts'

/** Readings P8: the current password first, then a link to the new address. */
export async function requestEmailChange(
  context: Context,
  uid: string,
  { currentPassword, email }: { currentPassword: string; email: string },
): ReturnType<Identity['requestEmailChange']> {
  const { database, outbox, publicUrl, now } = context
  const refusal = await checkPassword(context, uid, currentPassword)
  if (refusal) return refusal
  return database.transaction(async (queries) => {
    if (await isTaken(queries, email)) return { refused: 'email-already-in-use' }
    const purpose = 'verifyAndChangeEmail'
    const code = await issueCode(queries, { uid, purpose, now: now(), newEmail: email })
    await outbox.enqueue(queries, emailChangeMail(email, { publicUrl, code }))
    return null
  })
}

export async function applyEmailChange(
  { database, outbox, now, publicUrl }: Context,
  code: string,
): ReturnType<Identity['applyEmailChange']> {
  const presented = { code, purpose: 'verifyAndChangeEmail', now: now() } as const
  const change = async (queries: Queries) => {
    const known = await findCode(queries, presented)
    if (isRefusal(known)) return known
    await queries.run(lockCredentialSql(known.uid))
    const used = await consumeCode(queries, presented)
    if (isRefusal(used)) return used
    const { uid, newEmail } = used
    const before = (await findAccountByUid(queries, uid))?.account
    if (!before || before.disabled || newEmail === null)
      return { refused: 'user-disabled' } as const
    if (await isTaken(queries, newEmail)) return { refused: 'email-already-in-use' } as const
    const after = await moveTo(queries, before, newEmail)
    await outbox.enqueue(queries, addressChangedMail(before.email, { publicUrl }))
    return after
  }
  try {
    return await database.transaction(change)
  } catch (error) {
    // Somebody else's change to the same address was quicker.
    if (isDuplicate(error, 'account_email_pkey')) return { refused: 'email-already-in-use' }
    throw error
  }
}

async function isTaken(queries: Queries, email: string) {
  return Boolean((await findAccountByEmail(queries, email))?.account.emailVerified)
}

async function moveTo(
  queries: Queries,
  { uid }: IdentityAccount,
  email: string,
): Promise<IdentityAccount | IdentityRefusal> {
  // Whoever signed up with this address never showed that it is theirs; the mailbox has now spoken for somebody else.
  await queries.run(
    sql`delete from account where not email_verified
      and uid = (select uid from account_email where email = ${email})`,
  )
  await queries.run(sql`update account_email set email = ${email} where uid = ${uid}`)
  await queries.run(sql`update account set email = ${email} where uid = ${uid}`)
  await queries.run(confirmSql(uid))
  // A reset link in the old mailbox must not open the account any more.
  await voidCodes(queries, uid)
  return (await findAccountByUid(queries, uid))?.account ?? { refused: 'user-disabled' }
}
