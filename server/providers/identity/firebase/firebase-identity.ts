import * as z from 'zod/mini'

import { sql } from '../../../platform/database/sql.ts'
import type { Task } from '../../../platform/queue/queue.ts'
import { createLoader } from '../../../platform/database/batcher.ts'
import type { Plans } from '#shared/plans.ts'
import { openQuotaMeter } from '../../quotas/quota-meter.ts'
import { batchedFindByUid } from '../account-rows.ts'
import { IdentityUnavailable, isRefusal, type Identity } from '../identity.ts'
import { deleteAccount, deleteAsAdmin, deleteUnconfirmed, setDisabled } from './account-removal.ts'
import {
  endSessionsSql,
  findRefreshToken,
  saveAccount,
  type FirebaseIdentityDeps,
} from './accounts.ts'
import { applyEmailChange, applyReset, applyVerification, checkCode } from './action-codes.ts'
import { identityToolkit, type IdentityToolkitOptions } from './identity-toolkit.ts'
import {
  mailReset,
  mailResetTask,
  mailVerification,
  mailVerificationTask,
  requestReset,
} from './mail-codes.ts'
import { changePassword, getRecentTokens, requestEmailChange } from './password.ts'
import { applyRecovery, checkRecovery } from './recovery.ts'
import { signUp } from './sign-up.ts'
import { findUser, saveTokenAccount, toIdentityRefusal } from './users.ts'

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
