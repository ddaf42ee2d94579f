import {
  emailChangeMail,
  resetMail,
  verificationMail,
} from '../../../platform/mail/account-mail.ts'
import { findLanguage, findLanguageByEmail } from '../../../platform/mail/reader-language.ts'
import { findAccountByUid } from '../account-rows.ts'
import { enqueueJob } from '../../../platform/queue/queue.ts'
import type { QuotaName } from '../../quotas/published-quotas.ts'
import {
  IdentityMisconfigured,
  IdentityUnavailable,
  isRefusal,
  type IdentityRefusal,
} from '../identity.ts'
import type { FirebaseIdentityDeps } from './accounts.ts'
import { timeouts, type IdentityToolkit } from './identity-toolkit.ts'
import { toIdentityRefusal } from './users.ts'

export const mailResetTask = 'mail-reset'
export const mailVerificationTask = 'mail-verification'

/** Undefined if today's codes are used up, by our own count or by Google's. */
async function fetchCode(
  { toolkit, quotas }: FirebaseIdentityDeps,
  quota: QuotaName,
  [request, timeoutMs]: Parameters<IdentityToolkit['getCode']>,
) {
  if (!(await quotas.take(quota))) return undefined
  try {
    return await toolkit.getCode(request, timeoutMs)
  } catch (error) {
    if (error instanceof IdentityMisconfigured && error.fault === 'quota-exhausted')
      return undefined
    throw error
  }
}

/**
 * Google makes the codes, and Ajo mails them: in its own words and the reader's language, and from a quota ten times as large. When that is
 * used up, a job mails the link on the next day.
 */
export async function mailVerification(
  deps: FirebaseIdentityDeps,
  uid: string,
): Promise<IdentityRefusal | null> {
  const { database, outbox, publicUrl, quotas } = deps
  const row = await findAccountByUid(database, uid)
  if (!row || row.account.emailVerified || row.account.disabled) return null
  const { email } = row.account
  const request = { requestType: 'VERIFY_EMAIL', email } as const
  const issued = await fetchCode(deps, 'identity-verification-codes', [request])
  if (issued === undefined) {
    const job = { task: mailVerificationTask, payload: { uid }, key: `verification ${uid}` }
    await enqueueJob(database, { ...job, runAt: quotas.nextPeriod() })
    return { refused: 'mails-late' }
  }
  if (isRefusal(issued)) return toIdentityRefusal(issued)
  const { oobCode: code } = issued
  if (code === undefined) return { refused: 'requires-recent-login' }
  await database.transaction(async (queries) => {
    const language = await findLanguage(queries, uid)
    await outbox.enqueue(queries, verificationMail(email, language, { publicUrl, code }))
  })
  return null
}

/** A job asks Google, so that the request takes the same time for every address. */
export async function requestReset(
  { database, quotas }: FirebaseIdentityDeps,
  email: string,
): Promise<IdentityRefusal | null> {
  await enqueueJob(database, { task: mailResetTask, payload: { email }, attempts: 5 })
  return (await quotas.isLeft('identity-reset-codes')) ? null : { refused: 'mails-late' }
}

/** Runs in a job. */
export async function mailReset(deps: FirebaseIdentityDeps, email: string): Promise<void> {
  const { database, outbox, publicUrl, onNoResetMail, quotas, sealing } = deps
  const request = { requestType: 'PASSWORD_RESET', email } as const
  const issued = await fetchCode(deps, 'identity-reset-codes', [request, timeouts.long])
  if (issued === undefined) {
    // One link for each address is enough, however often it was asked for today.
    const key = `reset ${sealing.fingerprint('reset of tomorrow', email).toString('hex')}`
    const job = { task: mailResetTask, payload: { email }, key, attempts: 5 }
    return enqueueJob(database, { ...job, runAt: quotas.nextPeriod() })
  }
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
  deps: FirebaseIdentityDeps,
  { uid, email, newEmail }: { uid: string; email: string; newEmail: string },
): Promise<IdentityRefusal | null> {
  const { database, outbox, publicUrl } = deps
  const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', email, newEmail } as const
  const issued = await fetchCode(deps, 'identity-address-codes', [request])
  if (issued === undefined) throw new IdentityMisconfigured('quota-exhausted')
  if (isRefusal(issued)) return toIdentityRefusal(issued)
  const { oobCode: code } = issued
  if (code === undefined) return { refused: 'email-already-in-use' }
  await database.transaction(async (queries) => {
    const language = await findLanguage(queries, uid)
    await outbox.enqueue(queries, emailChangeMail(newEmail, language, { publicUrl, code }))
  })
  return null
}
