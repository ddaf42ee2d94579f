import { emailChangeMail, resetMail, verificationMail } from '../../../mail/account-mail.ts'
import { findLanguage, findLanguageByEmail } from '../../../mail/reader-language.ts'
import { findAccountByUid } from '../account-rows.ts'
import { IdentityUnavailable, isRefusal, type IdentityRefusal } from '../identity.ts'
import type { FirebaseIdentityDeps } from './accounts.ts'
import { timeouts } from './identity-toolkit.ts'
import { toIdentityRefusal } from './users.ts'

/** Google makes the codes, and Ajo mails them: in its own words and the reader's language, and from a quota ten times as large. */
export async function mailVerification(
  { toolkit, database, outbox, publicUrl }: FirebaseIdentityDeps,
  uid: string,
): Promise<IdentityRefusal | null> {
  const row = await findAccountByUid(database, uid)
  if (!row || row.account.emailVerified || row.account.disabled) return null
  const { email } = row.account
  const issued = await toolkit.getCode({ requestType: 'VERIFY_EMAIL', email })
  if (isRefusal(issued)) return toIdentityRefusal(issued)
  const { oobCode: code } = issued
  if (code === undefined) return { refused: 'requires-recent-login' }
  await database.transaction(async (queries) => {
    const language = await findLanguage(queries, uid)
    await outbox.enqueue(queries, verificationMail(email, language, { publicUrl, code }))
  })
  return null
}

/** Runs in a job. */
export async function mailReset(
  { toolkit, database, outbox, publicUrl, onNoResetMail }: FirebaseIdentityDeps,
  email: string,
): Promise<void> {
  const issued = await toolkit.getCode({ requestType: 'PASSWORD_RESET', email }, timeouts.long)
  // An unknown address is not an error. The job is retried when Google limits the requests.
  if (isRefusal(issued) && issued.refused === 'too-many-requests')
    throw new IdentityUnavailable('the identity provider limits its codes')
  const code = isRefusal(issued) ? undefined : issued.oobCode
  if (code === undefined) return onNoResetMail()
  await database.transaction(async (queries) => {
    const language = await findLanguageByEmail(queries, email)
    await outbox.enqueue(queries, resetMail(email, language, { publicUrl, code }))
  })
}

/** To the new address. */
export async function mailEmailChange(
  { toolkit, database, outbox, publicUrl }: FirebaseIdentityDeps,
  { uid, email, newEmail }: { uid: string; email: string; newEmail: string },
): Promise<IdentityRefusal | null> {
  const issued = await toolkit.getCode({
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    email,
    newEmail,
  })
  if (isRefusal(issued)) return toIdentityRefusal(issued)
  const { oobCode: code } = issued
  if (code === undefined) return { refused: 'email-already-in-use' }
  await database.transaction(async (queries) => {
    const language = await findLanguage(queries, uid)
    await outbox.enqueue(queries, emailChangeMail(newEmail, language, { publicUrl, code }))
  })
  return null
}
