import * as z from 'zod/mini'

import { enqueueJob, type Task } from '../../../platform/queue/queue.ts'
import { resetMail, verificationMail } from '../../../platform/mail/account-mail.ts'
import { findLanguage } from '../../../platform/mail/reader-language.ts'
import { consumeCode, findCode, issueCode, voidEmailChange } from './action-codes.ts'
import {
  batchedFindByUid,
  confirmSql,
  findAccountByEmail,
  findAccountByUid,
  forgetPasswordSql,
  lockCredentialSql,
  type AccountRow,
} from '../account-rows.ts'
import type { EmbeddedIdentityDeps, EmbeddedIdentityOptions } from './deps.ts'
import { deleteAccount, deleteAsAdmin, deleteUnconfirmed, setDisabled } from './account-removal.ts'
import { applyEmailChange, requestEmailChange } from './email-change.ts'
import { applyReset, changePassword, checkPassword, signIn } from './password.ts'
import { signUp } from './sign-up.ts'
import { openHashQueue } from './hash-queue.ts'
import { isRefusal, type Identity } from '../identity.ts'

export type EmbeddedIdentity = Identity & { tasks: Task[] }

/** Accounts in Ajo's own database. Two password hashes run at once and 64 wait, at most four of one account; further requests are `busy`. */
export function embeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const deps: EmbeddedIdentityDeps = {
    now: () => new Date(),
    hashQueue: openHashQueue({ running: 2, waiting: 64, perKey: 4 }),
    onNoResetMail: async () => {},
    onDisplaced: async () => {},
    ...options,
  }
  const { database } = deps
  return {
    createAccount: (credential) => signUp(deps, credential),
    signIn: (credential) => signIn(deps, credential),
    sendVerification: (uid) => sendVerification(deps, uid),
    applyVerification: (code, sessionUid) => applyVerification(deps, code, sessionUid),
    async sendReset(email) {
      await enqueueJob(database, { task: mailReset, payload: { email }, attempts: 5 })
      return null
    },
    async checkReset(code) {
      const found = await findCode(database, { code, purpose: 'resetPassword', now: deps.now() })
      return isRefusal(found) ? found : null
    },
    applyReset: (code, newPassword) => applyReset(deps, code, newPassword),
    changePassword: (uid, change) => changePassword(deps, uid, change),
    checkPassword: (uid, currentPassword) => checkPassword(deps, uid, currentPassword),
    requestEmailChange: (uid, change) => requestEmailChange(deps, uid, change),
    applyEmailChange: (code) => applyEmailChange(deps, code),
    voidEmailChange,
    // Ajo's own warnings have links of their own (accounts/secure-account.ts).
    checkRecovery: async () => ({ refused: 'invalid-action-code' }),
    applyRecovery: async () => ({ refused: 'invalid-action-code' }),
    setDisabled: (uid, disabled) => setDisabled(deps, uid, disabled),
    deleteAccount: (uid, currentPassword) => deleteAccount(deps, uid, currentPassword),
    deleteAsAdmin: (uid) => deleteAsAdmin(deps, uid),
    deleteUnconfirmed: (uid) => deleteUnconfirmed(deps, uid),
    findAccount: batchedFindByUid(database),
    // The account is in the same database as the session.
    revalidate: async () => true,
    tasks: [
      {
        name: mailReset,
        lane: 'mail',
        run: (payload) => sendReset(deps, z.parse(resetRequestSchema, payload).email),
      },
    ],
  }
}

/** A job looks up the account, so that the request takes the same time for every address. */
const mailReset = 'mail-reset'
const resetRequestSchema = z.object({ email: z.string() })

async function sendVerification(
  { database, outbox, publicUrl, now }: EmbeddedIdentityDeps,
  uid: string,
) {
  await database.transaction(async (queries) => {
    const found = await findAccountByUid(queries, uid)
    if (!found || found.account.emailVerified || found.account.disabled) return
    const code = await issueCode(queries, { uid, purpose: 'verifyEmail', now: now() })
    const language = await findLanguage(queries, uid)
    const mail = verificationMail(found.account.email, language, { publicUrl, code })
    await outbox.enqueue(queries, mail)
  })
  return null
}

async function sendReset(
  { database, outbox, publicUrl, now, onNoResetMail }: EmbeddedIdentityDeps,
  email: string,
) {
  const isQueued = await database.transaction(async (queries) => {
    const found = await findAccountByEmail(queries, email)
    if (!found || found.account.disabled) return false
    const { uid } = found.account
    const code = await issueCode(queries, { uid, purpose: 'resetPassword', now: now() })
    const language = await findLanguage(queries, uid)
    await outbox.enqueue(queries, resetMail(email, language, { publicUrl, code }))
    return true
  })
  if (!isQueued) await onNoResetMail()
}

async function applyVerification(
  { database, now }: EmbeddedIdentityDeps,
  code: string,
  sessionUid: string | undefined,
): ReturnType<Identity['applyVerification']> {
  return database.transaction(async (queries) => {
    const presented = { code, purpose: 'verifyEmail', now: now() } as const
    const found = await findCode(queries, presented)
    if (isRefusal(found)) return found
    await queries.run(lockCredentialSql(found.uid))
    const used = await consumeCode(queries, presented)
    if (isRefusal(used)) return used
    const row = await findAccountByUid(queries, used.uid)
    if (!row || row.account.disabled) return { refused: 'user-disabled' }
    // Two people chose a password for this address. Without the later one's session, the mailbox may belong to the other
    // one: neither password counts, and the owner has to reset it.
    if (isOwnerUnclear(row, sessionUid)) await queries.run(forgetPasswordSql(used.uid))
    await queries.run(confirmSql(used.uid))
    return (await findAccountByUid(queries, used.uid))?.account ?? { refused: 'user-disabled' }
  })
}

function isOwnerUnclear({ contested, account }: AccountRow, sessionUid: string | undefined) {
  return contested && sessionUid !== account.uid
}
