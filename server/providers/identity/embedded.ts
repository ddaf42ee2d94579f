import * as z from 'zod/mini'

import { enqueueJob, type Task } from '../../queue/queue.ts'
import { resetMail, verificationMail } from '../../mail/templates.ts'
import { consumeCode, findCode, issueCode } from './action-code.ts'
import {
  accountsByUid,
  confirmSql,
  findAccountByEmail,
  findAccountByUid,
  forgetPasswordSql,
  lockCredentialSql,
  type AccountRow,
} from './embedded-account.ts'
import type { Context, EmbeddedIdentityOptions } from './embedded-context.ts'
import { deleteAccount, deleteUnconfirmed, setDisabled } from './embedded-closing.ts'
import { applyEmailChange, requestEmailChange } from './embedded-email.ts'
import { applyReset, changePassword, checkPassword, signIn } from './embedded-password.ts'
import { signUp } from './embedded-sign-up.ts'
import { openHashQueue } from './hash-queue.ts'
import { isRefusal, type Identity } from './identity.ts'

export type EmbeddedIdentity = Identity & { tasks: Task[] }

/** Accounts in our own database. At most two hashes at once; sixteen wait; everyone after that hears `busy`. */
export function embeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const context: Context = {
    now: () => new Date(),
    hashQueue: openHashQueue({ running: 2, waiting: 16 }),
    ...options,
  }
  const { database } = context
  return {
    createAccount: (credential) => signUp(context, credential),
    signIn: (credential) => signIn(context, credential),
    sendVerification: (uid) => sendVerification(context, uid),
    applyVerification: (code, presenter) => applyVerification(context, code, presenter),
    async sendReset(email) {
      await enqueueJob(database, { task: mailReset, payload: { email }, attempts: 5 })
      return null
    },
    async checkReset(code) {
      const found = await findCode(database, { code, purpose: 'resetPassword', now: context.now() })
      return isRefusal(found) ? found : null
    },
    applyReset: (code, newPassword) => applyReset(context, code, newPassword),
    changePassword: (uid, change) => changePassword(context, uid, change),
    checkPassword: (uid, currentPassword) => checkPassword(context, uid, currentPassword),
    requestEmailChange: (uid, change) => requestEmailChange(context, uid, change),
    applyEmailChange: (code) => applyEmailChange(context, code),
    setDisabled: (uid, disabled) => setDisabled(context, uid, disabled),
    deleteAccount: (uid, currentPassword) => deleteAccount(context, uid, currentPassword),
    deleteUnconfirmed: (uid) => deleteUnconfirmed(context, uid),
    findAccount: accountsByUid(database),
    // There is no copy: whoever has a session has an account.
    recheck: async () => true,
    tasks: [
      {
        name: mailReset,
        run: (payload) => sendReset(context, z.parse(resetRequestSchema, payload).email),
      },
    ],
  }
}

/** A requested reset is looked up and mailed later: the request itself is the same work for every address. */
const mailReset = 'mail-reset'
const resetRequestSchema = z.object({ email: z.string() })

async function sendVerification({ database, outbox, publicUrl, now }: Context, uid: string) {
  await database.transaction(async (queries) => {
    const found = await findAccountByUid(queries, uid)
    if (!found || found.account.emailVerified || found.account.disabled) return
    const code = await issueCode(queries, { uid, purpose: 'verifyEmail', now: now() })
    await outbox.enqueue(queries, verificationMail(found.account.email, { publicUrl, code }))
  })
  return null
}

async function sendReset({ database, outbox, publicUrl, now }: Context, email: string) {
  await database.transaction(async (queries) => {
    const found = await findAccountByEmail(queries, email)
    if (!found || found.account.disabled) return
    const { uid } = found.account
    const code = await issueCode(queries, { uid, purpose: 'resetPassword', now: now() })
    await outbox.enqueue(queries, resetMail(email, { publicUrl, code }))
  })
}

async function applyVerification(
  { database, now }: Context,
  code: string,
  presenter: string | undefined,
): ReturnType<Identity['applyVerification']> {
  return database.transaction(async (queries) => {
    const presented = { code, purpose: 'verifyEmail', now: now() } as const
    const known = await findCode(queries, presented)
    if (isRefusal(known)) return known
    await queries.run(lockCredentialSql(known.uid))
    const used = await consumeCode(queries, presented)
    if (isRefusal(used)) return used
    const found = await findAccountByUid(queries, used.uid)
    if (!found || found.account.disabled) return { refused: 'user-disabled' }
    // Two people chose a password for this address. Without the session of the later one, the mailbox's owner may be
    // the other: neither password counts, and the way in is a reset.
    if (isDoubtful(found, presenter)) await queries.run(forgetPasswordSql(used.uid))
    await queries.run(confirmSql(used.uid))
    return (await findAccountByUid(queries, used.uid))?.account ?? { refused: 'user-disabled' }
  })
}

function isDoubtful({ contested, account }: AccountRow, presenter: string | undefined) {
  return contested && presenter !== account.uid
}
