import * as z from 'zod/mini'

import { sql } from '../../database/sql.ts'
import { findTogether } from '../../runtime/batcher.ts'
import { enqueueJob, type Task } from '../../queue/queue.ts'
import { accountsByUid, findAccountByUid } from './embedded-account.ts'
import { endSessionsSql, keepAccount, refreshTokenOf, type Context } from './firebase-account.ts'
import { deleteAccount, deleteUnconfirmed, setDisabled } from './firebase-closing.ts'
import { applyEmailChange, applyReset, applyVerification, inspect } from './firebase-codes.ts'
import { changePassword, recentTokens, requestEmailChange } from './firebase-password.ts'
import { signUp } from './firebase-sign-up.ts'
import { accountOf, ownersView, refusalOf } from './firebase-view.ts'
import { firebaseWire, patience, type FirebaseWireOptions } from './firebase-wire.ts'
import { IdentityUnavailable, isRefusal, type Identity, type IdentityRefusal } from './identity.ts'

export type FirebaseIdentityOptions = FirebaseWireOptions &
  Omit<Context, 'wire' | 'now' | 'turns'> & { now?: () => Date }

/** Accounts at Google (Identity Toolkit). The browser never talks to it: no key and no token leaves the server (readings A1). */
export function firebaseIdentity(options: FirebaseIdentityOptions): Identity & { tasks: Task[] } {
  const wire = firebaseWire(options)
  const context: Context = { now: () => new Date(), ...options, wire, turns: new Map() }
  const { database } = context
  const findCopy = accountsByUid(database)
  const recheck = rechecking(context)
  return {
    createAccount: (credential) => signUp(context, credential),
    async signIn(credential) {
      const tokens = await wire.signInWithPassword(credential)
      return isRefusal(tokens) ? refusalOf(tokens) : accountOf(context, tokens)
    },
    sendVerification: (uid) => sendVerification(context, uid),
    applyVerification: (code, presenter) => applyVerification(context, code, presenter),
    async sendReset(email) {
      // Asked of Google later: the request is the same work for every address.
      await enqueueJob(database, { task: mailReset, payload: { email }, attempts: 5 })
      return null
    },
    async checkReset(code) {
      const found = await inspect(context, code, 'PASSWORD_RESET')
      return isRefusal(found) ? found : null
    },
    applyReset: (code, newPassword) => applyReset(context, code, newPassword),
    changePassword: (uid, change) => changePassword(context, uid, change),
    async checkPassword(uid, currentPassword) {
      const recent = await recentTokens(context, uid, currentPassword)
      return isRefusal(recent) ? recent : null
    },
    requestEmailChange: (uid, change) => requestEmailChange(context, uid, change),
    applyEmailChange: (code) => applyEmailChange(context, code),
    setDisabled: (uid, disabled) => setDisabled(context, uid, disabled),
    deleteAccount: (uid, currentPassword) => deleteAccount(context, uid, currentPassword),
    deleteUnconfirmed: (uid) => deleteUnconfirmed(context, uid),
    recheck,
    async findAccount(uid) {
      return (await recheck(uid)) ? findCopy(uid) : undefined
    },
    tasks: [
      {
        name: mailReset,
        run: (payload) => sendReset(context, z.parse(resetRequestSchema, payload).email),
      },
    ],
  }
}

const mailReset = 'mail-reset'
const resetRequestSchema = z.object({ email: z.string() })

async function sendReset({ wire }: Context, email: string) {
  const sent = await wire.sendOobCode({ requestType: 'PASSWORD_RESET', email }, patience.long)
  // Unknown addresses are no mistake. A provider that has had enough of us is asked again later.
  if (isRefusal(sent) && sent.refused === 'too-many-requests')
    throw new IdentityUnavailable('the identity provider mails no more just now')
}

async function sendVerification(context: Context, uid: string): Promise<IdentityRefusal | null> {
  const found = await findAccountByUid(context.database, uid)
  if (!found || found.account.emailVerified || found.account.disabled) return null
  const tokens = await freshTokens(context, uid)
  if (!tokens || isRefusal(tokens)) return { refused: 'requires-recent-login' }
  const { idToken } = tokens
  const sent = await context.wire.sendOobCode({ requestType: 'VERIFY_EMAIL', idToken })
  return isRefusal(sent) ? refusalOf(sent) : null
}

/** Undefined where nobody has signed in since the password was reset. */
async function freshTokens(context: Context, uid: string) {
  const token = await refreshTokenOf(context, uid)
  if (token === undefined) return undefined
  const fresh = await context.wire.refresh(token)
  if (isRefusal(fresh)) return fresh
  return { idToken: fresh.id_token, refreshToken: fresh.refresh_token }
}

/** How old our copy may be before Google is asked again (specification §9). */
const freshMs = 5 * 60_000

function rechecking(context: Context): Identity['recheck'] {
  const { database, now } = context
  const findOld = findTogether((uids) =>
    database.rows(
      oldSchema,
      sql`select uid from hosted_account where uid = any(${uids}) and ${isOld(now())}`,
    ),
  )
  return async (uid) => !(await findOld(uid)) || isStillThere(context, uid)
}

async function isStillThere(context: Context, uid: string): Promise<boolean> {
  const { database, now } = context
  // Claimed first: one of many requests asks, and while Google is away nobody waits for it again and again.
  const claimed = await database.run(sql`
    update hosted_account set checked_at = ${now()} where uid = ${uid} and ${isOld(now())}`)
  if (claimed === 0) return true
  return compare(context, uid).catch((error: unknown) => {
    if (error instanceof IdentityUnavailable) return true
    throw error
  })
}

const isOld = (now: Date) => sql`checked_at <= ${new Date(now.getTime() - freshMs)}`
const oldSchema = z.pipe(
  z.object({ uid: z.string() }),
  z.transform(({ uid }): [string, true] => [uid, true]),
)

/** False when there is no such account any more. */
async function compare(context: Context, uid: string): Promise<boolean> {
  const { database } = context
  const tokens = await freshTokens(context, uid)
  if (tokens && !isRefusal(tokens)) {
    const account = await accountOf(context, tokens)
    if (!isRefusal(account)) return true
  }
  const user = await ownersView(context, { localId: uid })
  // A dead token means that something was changed elsewhere.
  await database.transaction(async (queries) => {
    if (user)
      await keepAccount(
        context,
        queries,
        user,
        tokens ? { refreshToken: null, endsSessions: true } : {},
      )
    else await queries.run(endSessionsSql(uid))
  })
  return user !== undefined
}
