import * as z from 'zod/mini'

import type { Plans } from '#shared/plans.ts'
import type { Recovery } from '#shared/account.ts'

import { sql } from '../../../platform/database/sql.ts'
import type { Task } from '../../../platform/queue/queue.ts'
import { createLoader } from '../../../platform/database/batcher.ts'
import { openQuotaMeter } from '../../quotas/quota-meter.ts'
import { batchedFindByUid, findAccountByUid } from '../account-rows.ts'
import {
  IdentityUnavailable,
  isRefusal,
  type Identity,
  type IdentityRefusal,
  type Credential,
} from '../identity.ts'
import {
  endSessionsSql,
  findRefreshToken,
  saveAccount,
  type FirebaseIdentityDeps,
  setContestedSql,
} from './accounts.ts'
import {
  applyEmailChange,
  applyReset,
  applyVerification,
  checkCode,
  mailReset,
  mailResetTask,
  mailVerification,
  mailVerificationTask,
  requestReset,
  mailEmailChange,
  findUser,
  saveTokenAccount,
  toIdentityRefusal,
  withAccountLock,
} from './action-codes.ts'
import { identityToolkit, type IdentityToolkitOptions, type Tokens } from './identity-toolkit.ts'
import { isCommonPassword } from '../common-password.ts'

export type FirebaseIdentityOptions = IdentityToolkitOptions &
  Omit<FirebaseIdentityDeps, 'toolkit' | 'now' | 'queues' | 'quotas' | 'onNoResetMail'> & {
    plans?: Plans
  } & Partial<Pick<FirebaseIdentityDeps, 'now' | 'onNoResetMail'>>

/** Accounts at Google (Identity Toolkit). The browser never calls Google: keys and tokens stay on the server (readings A1). */
export function firebaseIdentity(options: FirebaseIdentityOptions): Identity & { tasks: Task[] } {
  const toolkit = identityToolkit(options)
  const queues = new Map<string, Promise<unknown>>()
  const { plans = { firebase: 'spark', sanity: 'free' }, now = () => new Date() } = options
  const deps: FirebaseIdentityDeps = {
    now,
    quotas: openQuotaMeter({ database: options.database, now, plans }),
    onNoResetMail: async () => {},
    ...options,
    toolkit,
    queues,
  }
  const { database } = deps
  const findCopy = batchedFindByUid(database)
  const revalidate = createRevalidate(deps)
  return {
    createAccount: (credential) => signUp(deps, credential),
    async signIn(credential) {
      const tokens = await toolkit.signInWithPassword(credential)
      return isRefusal(tokens) ? toIdentityRefusal(tokens) : saveTokenAccount(deps, tokens)
    },
    sendVerification: (uid) => mailVerification(deps, uid),
    applyVerification: (code, sessionUid) => applyVerification(deps, code, sessionUid),
    sendReset: (email) => requestReset(deps, email),
    async checkReset(code) {
      const found = await checkCode(deps, code, 'PASSWORD_RESET')
      return isRefusal(found) ? found : null
    },
    applyReset: (code, newPassword) => applyReset(deps, code, newPassword),
    changePassword: (uid, change) => changePassword(deps, uid, change),
    async checkPassword(uid, currentPassword) {
      const recent = await getRecentTokens(deps, uid, currentPassword)
      return isRefusal(recent) ? recent : null
    },
    requestEmailChange: (uid, change) => requestEmailChange(deps, uid, change),
    applyEmailChange: (code) => applyEmailChange(deps, code),
    voidEmailChange: async () => {},
    checkRecovery: (code) => checkRecovery(deps, code),
    applyRecovery: (code) => applyRecovery(deps, code),
    setDisabled: (uid, disabled) => setDisabled(deps, uid, disabled),
    deleteAccount: (uid, currentPassword) => deleteAccount(deps, uid, currentPassword),
    deleteAsAdmin: (uid) => deleteAsAdmin(deps, uid),
    deleteUnconfirmed: (uid) => deleteUnconfirmed(deps, uid),
    revalidate,
    async findAccount(uid) {
      return (await revalidate(uid)) ? findCopy(uid) : undefined
    },
    tasks: codeTasks(deps),
  }
}

const codeTasks = (deps: FirebaseIdentityDeps): Task[] => [
  {
    name: mailResetTask,
    lane: 'identity',
    run: (payload) => mailReset(deps, z.parse(resetRequestSchema, payload).email),
  },
  {
    name: mailVerificationTask,
    lane: 'identity',
    run: async (payload) => {
      await mailVerification(deps, z.parse(verificationSchema, payload).uid)
    },
  },
]

const resetRequestSchema = z.object({ email: z.string() })
const verificationSchema = z.object({ uid: z.string() })

/** Undefined if there is no stored token, for example after a password reset. */
async function refreshTokens(deps: FirebaseIdentityDeps, uid: string) {
  const token = await findRefreshToken(deps, uid)
  if (token === undefined) return undefined
  const refreshed = await deps.toolkit.refresh(token)
  if (isRefusal(refreshed)) return refreshed
  return { idToken: refreshed.id_token, refreshToken: refreshed.refresh_token }
}

/** Age at which the local copy is compared with Google's account (specification §9). */
const maxCopyAgeMs = 5 * 60_000

function createRevalidate(deps: FirebaseIdentityDeps): Identity['revalidate'] {
  const { database, now } = deps
  const findStale = createLoader((uids) =>
    database.rows(
      staleRow,
      sql`select uid from hosted_account where uid = any(${uids}) and ${isStale(now())}`,
    ),
  )
  return async (uid) => !(await findStale(uid)) || refreshCopy(deps, uid)
}

async function refreshCopy(deps: FirebaseIdentityDeps, uid: string): Promise<boolean> {
  const { database, now } = deps
  // The claim lets one of several requests ask Google. During an outage, the next attempt follows after five minutes.
  const claimed = await database.run(sql`
    update hosted_account set checked_at = ${now()} where uid = ${uid} and ${isStale(now())}`)
  if (claimed === 0) return true
  return compareWithGoogle(deps, uid).catch((error: unknown) => {
    if (error instanceof IdentityUnavailable) return true
    throw error
  })
}

const isStale = (now: Date) => sql`checked_at <= ${new Date(now.getTime() - maxCopyAgeMs)}`
const staleRow = z.pipe(
  z.object({ uid: z.string() }),
  z.transform(({ uid }): [string, true] => [uid, true]),
)

/** False if the account no longer exists. */
async function compareWithGoogle(deps: FirebaseIdentityDeps, uid: string): Promise<boolean> {
  const { database } = deps
  const tokens = await refreshTokens(deps, uid)
  if (tokens && !isRefusal(tokens)) {
    const account = await saveTokenAccount(deps, tokens)
    if (!isRefusal(account)) return true
  }
  const user = await findUser(deps, { localId: uid })
  // A rejected token means that the account was changed elsewhere.
  const options = tokens ? { refreshToken: null, endsSessions: true } : {}
  await database.transaction(async (queries) => {
    if (user) await saveAccount(deps, queries, user, options)
    else await queries.run(endSessionsSql(uid))
  })
  return user !== undefined
}

const kinds: Record<string, Recovery['kind']> = {
  RECOVER_EMAIL: 'address',
  REVERT_SECOND_FACTOR_ADDITION: 'two-factor',
}

const invalidCode: IdentityRefusal = { refused: 'invalid-action-code' }

/** What the link in a warning of Google would undo. */
async function checkRecovery(
  { toolkit }: FirebaseIdentityDeps,
  oobCode: string,
): ReturnType<Identity['checkRecovery']> {
  const found = await toolkit.resetPassword({ oobCode })
  if (isRefusal(found)) return toIdentityRefusal(found)
  const kind = kinds[found.requestType]
  if (kind === undefined) return invalidCode
  return { kind, email: found.email, newEmail: found.newEmail ?? null }
}

/** Another person may know the password, so all sessions end here and at Google. */
async function applyRecovery(
  deps: FirebaseIdentityDeps,
  code: string,
): ReturnType<Identity['applyRecovery']> {
  const known = await checkRecovery(deps, code)
  if (isRefusal(known)) return known
  const { toolkit, database, recordChange, now } = deps
  const applied = await toolkit.applyCode(code)
  if (isRefusal(applied)) return toIdentityRefusal(applied)
  const { localId } = applied
  const validSince = String(Math.floor(now().getTime() / 1_000))
  const ended = await toolkit.updateAsAdmin({ localId, validSince })
  const user = isRefusal(ended) ? undefined : await findUser(deps, { localId })
  if (!user) return invalidCode
  return database.transaction(async (queries) => {
    const options = { refreshToken: null, endsSessions: true }
    const account = await saveAccount(deps, queries, user, options)
    const kind = known.kind === 'address' ? 'address-restored' : 'two-factor-off-at-provider'
    await recordChange(queries, { uid: account.uid, kind })
    return account
  })
}

async function setDisabled(
  deps: FirebaseIdentityDeps,
  uid: string,
  disabled: boolean,
): Promise<void> {
  const { toolkit, database } = deps
  const updated = await toolkit.updateAsAdmin({ localId: uid, disableUser: disabled })
  const user = isRefusal(updated) ? undefined : await findUser(deps, { localId: uid })
  if (user) await database.transaction((queries) => saveAccount(deps, queries, user))
}

async function deleteAccount(
  deps: FirebaseIdentityDeps,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['deleteAccount']> {
  const recent = await getRecentTokens(deps, uid, currentPassword)
  if (isRefusal(recent)) return recent
  const deleted = await deps.toolkit.delete(recent.idToken)
  if (isRefusal(deleted)) return toIdentityRefusal(deleted)
  await deleteCopy(deps, uid)
  return null
}

/** An account that is gone at Google counts as deleted. */
async function deleteAsAdmin(deps: FirebaseIdentityDeps, uid: string): Promise<void> {
  const deleted = await deps.toolkit.deleteAsAdmin({ localId: uid })
  if (isRefusal(deleted) && (await findUser(deps, { localId: uid })))
    throw new IdentityUnavailable(`Google did not delete the account: ${deleted.refused}`)
  await deleteCopy(deps, uid)
}

async function deleteUnconfirmed(deps: FirebaseIdentityDeps, uid: string): Promise<boolean> {
  const deleted = await withAccountLock(deps, uid, () => deleteWhereUnconfirmed(deps, uid))
  return deleted === true
}

async function deleteWhereUnconfirmed(deps: FirebaseIdentityDeps, uid: string): Promise<boolean> {
  const { toolkit, database } = deps
  const user = await findUser(deps, { localId: uid })
  if (user?.emailVerified) {
    await database.transaction((queries) => saveAccount(deps, queries, user))
    return false
  }
  if (user && isRefusal(await toolkit.deleteAsAdmin({ localId: uid }))) return false
  await deleteCopy(deps, uid)
  return true
}

async function deleteCopy({ database }: FirebaseIdentityDeps, uid: string) {
  await database.run(sql`delete from account where uid = ${uid}`)
}

/** Google keeps an address for the first sign-up. Ajo gives an unconfirmed address to the latest one (readings, "Signing up twice with one address"). */
async function signUp(
  deps: FirebaseIdentityDeps,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  if (isCommonPassword(credential.password, credential.email))
    return { refused: 'weak-password', isCommon: true }
  const created = await deps.toolkit.createAsAdmin(credential)
  if (!isRefusal(created)) return saveCreated(deps, created.localId)
  return created.refused === 'email-already-in-use'
    ? replaceCredential(deps, credential)
    : toIdentityRefusal(created)
}

async function saveCreated(deps: FirebaseIdentityDeps, localId: string) {
  const user = await findUser(deps, { localId })
  // Deleted again at the same time.
  if (!user) return { refused: 'busy' } as const
  return deps.database.transaction((queries) => saveAccount(deps, queries, user))
}

async function replaceCredential(
  deps: FirebaseIdentityDeps,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  const holder = await findUser(deps, { email: credential.email })
  if (!holder || holder.emailVerified) return { refused: 'email-already-in-use' }
  await deps.database.transaction((queries) => saveAccount(deps, queries, holder))
  return withAccountLock(deps, holder.localId, () =>
    replacePassword(deps, holder.localId, credential),
  )
}

async function replacePassword(
  deps: FirebaseIdentityDeps,
  localId: string,
  credential: Credential,
): ReturnType<Identity['createAccount']> {
  const { toolkit, database } = deps
  const current = await findUser(deps, { localId })
  if (!current || current.emailVerified) return { refused: 'email-already-in-use' }
  if (current.disabled) return { refused: 'user-disabled' }
  const same = await toolkit.signInWithPassword(credential)
  const isSame = !isRefusal(same)
  if (!isSame) {
    const { password } = credential
    const changed = await toolkit.updateAsAdmin({ localId, password })
    if (isRefusal(changed)) return toIdentityRefusal(changed)
  }
  const tokens = isSame ? same : await toolkit.signInWithPassword(credential)
  if (isRefusal(tokens)) return toIdentityRefusal(tokens)
  const after = (await findUser(deps, { localId })) ?? current
  return database.transaction(async (queries) => {
    const known = await findAccountByUid(queries, localId)
    const { refreshToken } = tokens
    // Locks the account first, as elsewhere, to avoid deadlocks.
    const options = { refreshToken, endsSessions: true }
    const account = await saveAccount(deps, queries, after, options)
    await queries.run(setContestedSql(localId, (known?.contested ?? false) || !isSame))
    return account
  })
}

/** Signs in again with the current password: Google requires a recent sign-in for sensitive changes. */
async function getRecentTokens(
  { toolkit, database }: FirebaseIdentityDeps,
  uid: string,
  password: string,
): Promise<(Tokens & { email: string }) | IdentityRefusal> {
  const found = await findAccountByUid(database, uid)
  if (!found) return { refused: 'wrong-password' }
  const { email } = found.account
  const tokens = await toolkit.signInWithPassword({ email, password })
  if (!isRefusal(tokens))
    return tokens.localId === uid ? { ...tokens, email } : { refused: 'wrong-password' }
  return tokens.refused === 'invalid-credential'
    ? { refused: 'wrong-password' }
    : toIdentityRefusal(tokens)
}

async function changePassword(
  deps: FirebaseIdentityDeps,
  uid: string,
  { currentPassword, password }: { currentPassword: string; password: string },
): ReturnType<Identity['changePassword']> {
  const recent = await getRecentTokens(deps, uid, currentPassword)
  if (isRefusal(recent)) return recent
  if (isCommonPassword(password, recent.email)) return { refused: 'weak-password', isCommon: true }
  const { toolkit, database, recordChange } = deps
  const changed = await toolkit.changePassword({ idToken: recent.idToken, password })
  if (isRefusal(changed)) return toIdentityRefusal(changed)
  const user = await findUser(deps, { localId: uid })
  if (!user) return { refused: 'requires-recent-login' }
  await database.transaction(async (queries) => {
    const { refreshToken } = changed
    await saveAccount(deps, queries, user, { refreshToken, endsSessions: true })
    await recordChange(queries, { uid, kind: 'password-changed' })
  })
  return null
}

async function requestEmailChange(
  deps: FirebaseIdentityDeps,
  uid: string,
  { currentPassword, email: newEmail }: { currentPassword: string; email: string },
): ReturnType<Identity['requestEmailChange']> {
  const recent = await getRecentTokens(deps, uid, currentPassword)
  if (isRefusal(recent)) return recent
  // Google may not report that an address is taken and then sends no mail.
  if (await findUser(deps, { email: newEmail })) return { refused: 'email-already-in-use' }
  return mailEmailChange(deps, { uid, email: recent.email, newEmail })
}
