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
  mailReset,
  mailResetTask,
  mailVerification,
  mailVerificationTask,
  mailEmailChange,
  findUser,
  saveTokenAccount,
  withAccountLock,
  actionCodes,
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
  const { database, recordChange } = deps
  const findCopy = batchedFindByUid(database)
  const revalidate = createRevalidate(deps)
  return {
    ...actionCodes(deps),
    /** Google keeps an address for the first sign-up. Ajo gives an unconfirmed address to the latest one (readings, "Signing up twice with one address"). */
    async createAccount(credential) {
      if (isCommonPassword(credential.password, credential.email))
        return { refused: 'weak-password', isCommon: true }
      const created = await toolkit.createAsAdmin(credential)
      if (!isRefusal(created)) return saveCreated(deps, created.localId)
      return created.refused === 'email-already-in-use'
        ? replaceCredential(deps, credential)
        : created
    },
    async signIn(credential) {
      const tokens = await toolkit.signInWithPassword(credential)
      return isRefusal(tokens) ? tokens : saveTokenAccount(deps, tokens)
    },
    sendVerification: (uid) => mailVerification(deps, uid),
    async changePassword(uid, { currentPassword, password }) {
      const recent = await getRecentTokens(deps, uid, currentPassword)
      if (isRefusal(recent)) return recent
      if (isCommonPassword(password, recent.email))
        return { refused: 'weak-password', isCommon: true }
      const changed = await toolkit.changePassword({ idToken: recent.idToken, password })
      if (isRefusal(changed)) return changed
      const user = await findUser(deps, { localId: uid })
      if (!user) return { refused: 'requires-recent-login' }
      await database.transaction(async (queries) => {
        const { refreshToken } = changed
        await saveAccount(deps, queries, user, { refreshToken, endsSessions: true })
        await recordChange(queries, { uid, kind: 'password-changed' })
      })
      return null
    },
    async checkPassword(uid, currentPassword) {
      const recent = await getRecentTokens(deps, uid, currentPassword)
      return isRefusal(recent) ? recent : null
    },
    async requestEmailChange(uid, { currentPassword, email: newEmail }) {
      const recent = await getRecentTokens(deps, uid, currentPassword)
      if (isRefusal(recent)) return recent
      // Google may not report that an address is taken and then sends no mail.
      if (await findUser(deps, { email: newEmail })) return { refused: 'email-already-in-use' }
      return mailEmailChange(deps, { uid, email: recent.email, newEmail })
    },
    voidEmailChange: async () => {},
    checkRecovery: (code) => checkRecovery(deps, code),
    /** Another person may know the password, so all sessions end here and at Google. */
    async applyRecovery(code) {
      const known = await checkRecovery(deps, code)
      if (isRefusal(known)) return known
      const applied = await toolkit.applyCode(code)
      if (isRefusal(applied)) return applied
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
    },
    async setDisabled(uid, disabled) {
      const updated = await toolkit.updateAsAdmin({ localId: uid, disableUser: disabled })
      const user = isRefusal(updated) ? undefined : await findUser(deps, { localId: uid })
      if (user) await database.transaction((queries) => saveAccount(deps, queries, user))
    },
    async deleteAccount(uid, currentPassword) {
      const recent = await getRecentTokens(deps, uid, currentPassword)
      if (isRefusal(recent)) return recent
      const deleted = await toolkit.delete(recent.idToken)
      if (isRefusal(deleted)) return deleted
      await deleteCopy(deps, uid)
      return null
    },
    deleteAsAdmin: (uid) => deleteAsAdmin(deps, uid),
    async deleteUnconfirmed(uid) {
      const deleted = await withAccountLock(deps, uid, () => deleteWhereUnconfirmed(deps, uid))
      return deleted === true
    },
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
  if (isRefusal(found)) return found
  const kind = kinds[found.requestType]
  if (kind === undefined) return invalidCode
  return { kind, email: found.email, newEmail: found.newEmail ?? null }
}

/** An account that is gone at Google counts as deleted. */
async function deleteAsAdmin(deps: FirebaseIdentityDeps, uid: string): Promise<void> {
  const deleted = await deps.toolkit.deleteAsAdmin({ localId: uid })
  if (isRefusal(deleted) && (await findUser(deps, { localId: uid })))
    throw new IdentityUnavailable(`Google did not delete the account: ${deleted.refused}`)
  await deleteCopy(deps, uid)
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
    if (isRefusal(changed)) return changed
  }
  const tokens = isSame ? same : await toolkit.signInWithPassword(credential)
  if (isRefusal(tokens)) return tokens
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
  return tokens.refused === 'invalid-credential' ? { refused: 'wrong-password' } : tokens
}
