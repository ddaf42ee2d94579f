import { randomBytes } from 'node:crypto'

import { sql } from '../../../platform/database/sql.ts'
import {
  emailChangeMail,
  resetMail,
  verificationMail,
} from '../../../platform/mail/account-mail.ts'
import { findLanguage, findLanguageByEmail } from '../../../platform/mail/reader-language.ts'
import { enqueueJob } from '../../../platform/queue/queue.ts'
import type { QuotaName } from '../../quotas/quota-meter.ts'
import { findAccountByUid } from '../account-rows.ts'
import { isCommonPassword } from '../common-password.ts'
import {
  isRefusal,
  type Identity,
  type IdentityRefusal,
  IdentityMisconfigured,
  IdentityUnavailable,
  type IdentityAccount,
} from '../identity.ts'
import {
  saveAccount,
  setContestedSql,
  type FirebaseIdentityDeps,
  type AccountQueues,
} from './accounts.ts'
import { timeouts, type IdentityToolkit, type HostedUser, type Tokens } from './identity-toolkit.ts'

type Kind = 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'VERIFY_AND_CHANGE_EMAIL'

/** Checks a code without using it. A code for another purpose is invalid. */
async function checkCode({ toolkit }: FirebaseIdentityDeps, oobCode: string, kind: Kind) {
  const found = await toolkit.resetPassword({ oobCode })
  if (isRefusal(found)) return found
  return found.requestType === kind ? found : invalidCode
}

const invalidCode: IdentityRefusal = { refused: 'invalid-action-code' }

/** What people do with codes that Google made. */
export function actionCodes(
  deps: FirebaseIdentityDeps,
): Pick<
  Identity,
  'applyVerification' | 'sendReset' | 'checkReset' | 'applyReset' | 'applyEmailChange'
> {
  const { toolkit, database, recordChange, quotas } = deps
  return {
    async applyVerification(code, sessionUid) {
      const known = await checkCode(deps, code, 'VERIFY_EMAIL')
      if (isRefusal(known)) return known
      const holder = await findUser(deps, { email: known.email })
      if (!holder) return invalidCode
      const uid = holder.localId
      await database.transaction((queries) => saveAccount(deps, queries, holder))
      return withAccountLock(deps, uid, () => confirm(deps, uid, { code, sessionUid }))
    },
    /** A job asks Google, so that the request takes the same time for every address. */
    async sendReset(email) {
      await enqueueJob(database, { task: mailResetTask, payload: { email }, attempts: 5 })
      return (await quotas.isLeft('identity-reset-codes')) ? null : { refused: 'mails-late' }
    },
    async checkReset(code) {
      const found = await checkCode(deps, code, 'PASSWORD_RESET')
      return isRefusal(found) ? found : null
    },
    async applyReset(code, newPassword) {
      const known = await checkCode(deps, code, 'PASSWORD_RESET')
      if (isRefusal(known)) return known
      const before = await findUser(deps, { email: known.email })
      if (before?.disabled) return { refused: 'user-disabled' }
      if (isCommonPassword(newPassword, known.email))
        return { refused: 'weak-password', isCommon: true }
      const applied = await toolkit.resetPassword({ oobCode: code, newPassword })
      if (isRefusal(applied)) return applied
      const user = await findUser(deps, { email: known.email })
      if (!user) return invalidCode
      return database.transaction(async (queries) => {
        // The old token ends with the old password.
        const options = { refreshToken: null, endsSessions: true }
        const account = await saveAccount(deps, queries, user, options)
        await queries.run(setContestedSql(account.uid, false))
        await recordChange(queries, { uid: account.uid, kind: 'password-reset' })
        return account
      })
    },
    async applyEmailChange(code) {
      const known = await checkCode(deps, code, 'VERIFY_AND_CHANGE_EMAIL')
      if (isRefusal(known)) return known
      const applied = await toolkit.applyCode(code)
      if (isRefusal(applied)) return applied
      const user = await findUser(deps, { localId: applied.localId })
      if (!user) return invalidCode
      return database.transaction(async (queries) => {
        const options = { refreshToken: null, endsSessions: true }
        const account = await saveAccount(deps, queries, user, options)
        const { uid } = account
        await recordChange(queries, { uid, kind: 'address-changed', formerEmail: known.email })
        return account
      })
    },
  }
}

async function confirm(
  deps: FirebaseIdentityDeps,
  localId: string,
  { code, sessionUid }: { code: string; sessionUid: string | undefined },
): ReturnType<Identity['applyVerification']> {
  const { toolkit, database } = deps
  const applied = await toolkit.applyCode(code)
  if (isRefusal(applied)) return applied
  if (applied.localId !== localId) return invalidCode
  // Two people chose a password for this address (see the embedded provider). A random password forces a reset.
  const isContested = (await findAccountByUid(database, localId))?.contested
  if (isContested && sessionUid !== localId)
    await toolkit.updateAsAdmin({ localId, password: randomBytes(32).toString('base64url') })
  const user = await findUser(deps, { localId })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    const account = await saveAccount(deps, queries, user, { endsSessions: true })
    await queries.run(setContestedSql(localId, false))
    return account
  })
}

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
  if (isRefusal(issued)) return issued
  const { oobCode: code } = issued
  if (code === undefined) return { refused: 'requires-recent-login' }
  await database.transaction(async (queries) => {
    const reader = { to: email, language: await findLanguage(queries, uid) }
    await outbox.enqueue(queries, verificationMail(reader, { publicUrl, code }))
  })
  return null
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
    await outbox.enqueue(queries, resetMail({ to: email, language }, { publicUrl, code }))
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
  if (isRefusal(issued)) return issued
  const { oobCode: code } = issued
  if (code === undefined) return { refused: 'email-already-in-use' }
  await database.transaction(async (queries) => {
    const language = await findLanguage(queries, uid)
    await outbox.enqueue(queries, emailChangeMail({ to: newEmail, language }, { publicUrl, code }))
  })
  return null
}

export async function saveTokenAccount(
  deps: FirebaseIdentityDeps,
  { idToken, refreshToken }: Pick<Tokens, 'idToken' | 'refreshToken'>,
): Promise<IdentityAccount | IdentityRefusal> {
  const found = await deps.toolkit.lookup(idToken)
  if (isRefusal(found)) return found
  const [user] = found.users
  if (!user) return { refused: 'requires-recent-login' }
  return deps.database.transaction((queries) => saveAccount(deps, queries, user, { refreshToken }))
}

/** Looks up a user with the project's admin token. */
export async function findUser(
  { toolkit }: FirebaseIdentityDeps,
  key: { localId: string } | { email: string },
): Promise<HostedUser | undefined> {
  const found = await toolkit.lookupAsAdmin(key)
  return isRefusal(found) ? undefined : found.users[0]
}

const claimMs = 3 * 60_000

/**
 * Runs several calls to Google about one account without interference. Within this process, later work waits; while another
 * process holds the claim, it is `busy`. A transaction would hold a connection during the calls.
 */
export async function withAccountLock<Result>(
  { database, now, queues }: FirebaseIdentityDeps,
  uid: string,
  work: () => Promise<Result>,
): Promise<Result | IdentityRefusal> {
  return runInOrder(queues, uid, async () => {
    const until = new Date(now().getTime() + claimMs)
    const claimed = await database.run(sql`
      update hosted_account set claimed_until = ${until}
      where uid = ${uid} and claimed_until <= ${now()}`)
    if (claimed === 0) return { refused: 'busy' }
    try {
      return await work()
    } finally {
      await database.run(
        sql`update hosted_account set claimed_until = '-infinity' where uid = ${uid}`,
      )
    }
  })
}

async function runInOrder<Result>(queues: AccountQueues, key: string, work: () => Promise<Result>) {
  const previous = queues.get(key)
  const current = (async () => {
    await previous?.catch(() => {})
    return work()
  })()
  queues.set(key, current)
  try {
    return await current
  } finally {
    if (queues.get(key) === current) queues.delete(key)
  }
}
