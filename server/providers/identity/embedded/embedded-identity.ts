import { randomUUID, createHash, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { terms, toTermMs } from '#shared/terms.ts'

import { isDuplicate, type Transaction, type Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import {
  resetMail,
  verificationMail,
  emailChangeMail,
} from '../../../platform/mail/account-mail.ts'
import { findLanguage } from '../../../platform/mail/reader-language.ts'
import { enqueueJob, type Task } from '../../../platform/queue/queue.ts'
import {
  batchedFindByUid,
  confirmSql,
  findAccountByEmail,
  findAccountByUid,
  forgetPasswordSql,
  lockCredentialSql,
  type AccountRow,
  setPasswordSql,
} from '../account-rows.ts'
import { isCommonPassword } from '../common-password.ts'
import {
  isRefusal,
  type Identity,
  type IdentityAccount,
  type IdentityRefusal,
  type ActionCodePurpose,
} from '../identity.ts'
import {
  type EmbeddedIdentityDeps,
  type EmbeddedIdentityOptions,
  openHashQueue,
  queueFull,
  hashPassword,
  dummyHash,
  verifyPassword,
  isOutdated,
} from './password-hash.ts'

/** Reset links expire sooner: the person who asked is waiting for it. */
const lifetimeMs: Record<ActionCodePurpose, number> = {
  verifyEmail: toTermMs(terms.verificationCode),
  resetPassword: toTermMs(terms.passwordCode),
  verifyAndChangeEmail: toTermMs(terms.verificationCode),
}

/** The last three links of a kind work until one is used, because mails arrive late and in another order. */
const earlierCodes = 2

/** Of links to a new address only the newest works: an earlier one may have gone to a mistyped address. */
const hasEarlier = (purpose: ActionCodePurpose) => purpose !== 'verifyAndChangeEmail'

/** Creates a code. Only its hash is stored. */
async function issueCode(
  queries: Transaction,
  {
    uid,
    purpose,
    now,
    newEmail,
  }: { uid: string; purpose: ActionCodePurpose; now: Date; newEmail?: string },
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  if (hasEarlier(purpose)) await keepEarlierCodes(queries, uid, purpose)
  await queries.run(sql`
    insert into action_code (uid, purpose, code_hash, expires_at, new_email)
    values (${uid}, ${purpose}, ${toHash(code)}, ${new Date(now.getTime() + lifetimeMs[purpose])},
      ${newEmail ?? null})
    on conflict (uid, purpose) do update set code_hash = excluded.code_hash,
      expires_at = excluded.expires_at, new_email = excluded.new_email`)
  return code
}

/** The lock makes simultaneous requests keep each other's codes. */
async function keepEarlierCodes(
  queries: Transaction,
  uid: string,
  purpose: ActionCodePurpose,
): Promise<void> {
  await queries.run(sql`
    with latest as (
      select code_hash, expires_at from action_code where uid = ${uid} and purpose = ${purpose} for update)
    insert into earlier_verification_code (code_hash, uid, purpose, expires_at)
    select code_hash, ${uid}, ${purpose}, expires_at from latest on conflict do nothing`)
  await queries.run(sql`
    delete from earlier_verification_code where uid = ${uid} and purpose = ${purpose} and code_hash not in (
      select code_hash from earlier_verification_code where uid = ${uid} and purpose = ${purpose}
      order by expires_at desc limit ${earlierCodes})`)
}

type PresentedCode = { code: string; purpose: ActionCodePurpose; now: Date }
/** `newEmail` is set for an address change. */
type Code = { uid: string; newEmail: string | null }

/** Finds a valid code without using it. */
async function findCode(
  queries: Queries,
  { code, purpose, now }: PresentedCode,
): Promise<Code | IdentityRefusal> {
  const found = await queries.row(
    codeRow,
    sql`select uid, expires_at, new_email from action_code
      where code_hash = ${toHash(code)} and purpose = ${purpose}
      union all
      select uid, expires_at, null from earlier_verification_code
      where code_hash = ${toHash(code)} and purpose = ${purpose}`,
  )
  if (!found) return { refused: 'invalid-action-code' }
  return found.expires_at > now
    ? { uid: found.uid, newEmail: found.new_email }
    : { refused: 'expired-action-code' }
}

/** Deletes a valid code and the others of its purpose. Of several simultaneous requests with the same code, only one succeeds. */
async function consumeCode(
  queries: Transaction,
  presented: PresentedCode,
): Promise<Code | IdentityRefusal> {
  const found = await findCode(queries, presented)
  if ('refused' in found) return found
  const isUsed = await removeCodes(queries, found.uid, presented)
  return isUsed ? found : { refused: 'invalid-action-code' }
}

/** False if the code was used at the same time. */
async function removeCodes(
  queries: Transaction,
  uid: string,
  { code, purpose }: PresentedCode,
): Promise<boolean> {
  const hash = toHash(code)
  const used = await queries.run(sql`
    with used as (
      delete from action_code where code_hash = ${hash} and purpose = ${purpose} returning uid),
    earlier as (
      delete from earlier_verification_code where code_hash = ${hash} and purpose = ${purpose} returning uid)
    select from used union all select from earlier`)
  if (used === 0) return false
  await queries.run(sql`delete from action_code where uid = ${uid} and purpose = ${purpose}`)
  await queries.run(
    sql`delete from earlier_verification_code where uid = ${uid} and purpose = ${purpose}`,
  )
  return true
}

async function voidCodes(queries: Transaction, uid: string) {
  await queries.run(sql`delete from action_code where uid = ${uid}`)
  await queries.run(sql`delete from earlier_verification_code where uid = ${uid}`)
}

async function voidEmailChange(queries: Transaction, uid: string) {
  await queries.run(
    sql`delete from action_code where uid = ${uid} and purpose = 'verifyAndChangeEmail'`,
  )
}

const codeRow = z.object({
  uid: z.string(),
  expires_at: z.date(),
  new_email: z.nullable(z.string()),
})

function toHash(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

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
  const { database, outbox, publicUrl, now, hashQueue, recordChange } = deps
  return {
    /** Creates one account per address, even for simultaneous sign-ups. */
    async createAccount({ email, password }) {
      if (isCommonPassword(password, email)) return { refused: 'weak-password', isCommon: true }
      const found = await findAccountByEmail(database, email)
      if (found?.account.emailVerified) return { refused: 'email-already-in-use' }
      const hashed = await hashQueue(email, async () => ({
        hash: await hashPassword(password),
        isSame: await isPasswordUnchanged(found, password),
      }))
      if (hashed === queueFull) return { refused: 'busy' }

      const unchanged = hashed.isSame ? found : undefined
      for (let attempt = 1; ; attempt++)
        try {
          return await database.transaction((queries) =>
            writeAccount(queries, { email, hash: hashed.hash, now: now(), unchanged }),
          )
        } catch (error) {
          // A simultaneous sign-up created the account: the next attempt finds it.
          if (attempt >= 3 || !isDuplicate(error, 'account_email_pkey')) throw error
        }
    },
    /** An unknown address and a wrong password take the same time and get the same refusal (readings P7). */
    async signIn({ email, password }) {
      const found = await findAccountByEmail(database, email)
      const hash = found?.passwordHash ?? dummyHash
      const isRight = await hashQueue(email, () => verifyPassword(hash, password))
      if (isRight === queueFull) return { refused: 'busy' }
      if (!found || !isRight) return { refused: 'invalid-credential' }
      if (found.account.disabled) return { refused: 'user-disabled' }
      if (isOutdated(hash)) await rehash(deps, found.account.uid, { hash, password })
      return found.account
    },
    async sendVerification(uid) {
      await database.transaction(async (queries) => {
        const found = await findAccountByUid(queries, uid)
        if (!found || found.account.emailVerified || found.account.disabled) return
        const code = await issueCode(queries, { uid, purpose: 'verifyEmail', now: now() })
        const reader = { to: found.account.email, language: await findLanguage(queries, uid) }
        const mail = verificationMail(reader, { publicUrl, code })
        await outbox.enqueue(queries, mail)
      })
      return null
    },
    async applyVerification(code, sessionUid) {
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
    },
    async sendReset(email) {
      await enqueueJob(database, { task: mailReset, payload: { email }, attempts: 5 })
      return null
    },
    async checkReset(code) {
      const found = await findCode(database, { code, purpose: 'resetPassword', now: now() })
      return isRefusal(found) ? found : null
    },
    async applyReset(code, newPassword) {
      const presented = { code, purpose: 'resetPassword', now: now() } as const
      // Checked before the expensive hashing; used below.
      const known = await findCode(database, presented)
      if (isRefusal(known)) return known
      const found = await findAccountByUid(database, known.uid)
      if (!found || found.account.disabled) return { refused: 'user-disabled' }
      if (isCommonPassword(newPassword, found.account.email))
        return { refused: 'weak-password', isCommon: true }
      const hash = await hashQueue(found.account.email, () => hashPassword(newPassword))
      if (hash === queueFull) return { refused: 'busy' }

      return database.transaction(async (queries) => {
        await queries.run(lockCredentialSql(known.uid))
        const used = await consumeCode(queries, presented)
        if (isRefusal(used)) return used
        await writePassword(deps, queries, { uid: used.uid, hash, kind: 'password-reset' })
        // The code was read in the mailbox, so the address is confirmed, too.
        await queries.run(confirmSql(used.uid))
        return (await findAccountByUid(queries, used.uid))?.account ?? { refused: 'user-disabled' }
      })
    },
    async changePassword(uid, { currentPassword, password }) {
      const found = await findAccountByUid(database, uid)
      const currentHash = found?.passwordHash ?? dummyHash
      const key = found?.account.email ?? uid
      const isRight = await hashQueue(key, () => verifyPassword(currentHash, currentPassword))
      if (isRight === queueFull) return { refused: 'busy' }
      if (!found || !isRight) return { refused: 'wrong-password' }
      if (isCommonPassword(password, found.account.email))
        return { refused: 'weak-password', isCommon: true }
      const hash = await hashQueue(key, () => hashPassword(password))
      if (hash === queueFull) return { refused: 'busy' }

      return database.transaction(async (queries) => {
        await queries.run(lockCredentialSql(uid))
        const current = await findAccountByUid(queries, uid)
        // The password was changed during the comparison.
        if (current?.passwordHash !== currentHash) return { refused: 'wrong-password' }
        await writePassword(deps, queries, { uid, hash, kind: 'password-changed' })
        return null
      })
    },
    checkPassword: (uid, currentPassword) => checkPassword(deps, uid, currentPassword),
    /** Readings P8: a new address needs the current password and a link mailed to it. */
    async requestEmailChange(uid, { currentPassword, email }) {
      const refusal = await checkPassword(deps, uid, currentPassword)
      if (refusal) return refusal
      return database.transaction(async (queries) => {
        if (await isTaken(queries, email)) return { refused: 'email-already-in-use' }
        const purpose = 'verifyAndChangeEmail'
        const code = await issueCode(queries, { uid, purpose, now: now(), newEmail: email })
        const language = await findLanguage(queries, uid)
        await outbox.enqueue(queries, emailChangeMail({ to: email, language }, { publicUrl, code }))
        return null
      })
    },
    async applyEmailChange(code) {
      const presented = { code, purpose: 'verifyAndChangeEmail', now: now() } as const
      const change = async (queries: Transaction) => {
        const found = await findCode(queries, presented)
        if (isRefusal(found)) return found
        await queries.run(lockCredentialSql(found.uid))
        const used = await consumeCode(queries, presented)
        if (isRefusal(used)) return used
        const { uid, newEmail } = used
        const before = (await findAccountByUid(queries, uid))?.account
        if (!before || before.disabled || newEmail === null)
          return { refused: 'user-disabled' } as const
        if (await isTaken(queries, newEmail)) return { refused: 'email-already-in-use' } as const
        const after = await changeAddress(deps, queries, { uid, email: newEmail })
        if (!isRefusal(after))
          await recordChange(queries, { uid, kind: 'address-changed', formerEmail: before.email })
        return after
      }
      try {
        return await database.transaction(change)
      } catch (error) {
        // Another account took the address at the same time.
        if (isDuplicate(error, 'account_email_pkey')) return { refused: 'email-already-in-use' }
        throw error
      }
    },
    voidEmailChange,
    // Ajo's own warnings have links of their own (accounts/sessions.ts).
    checkRecovery: async () => ({ refused: 'invalid-action-code' }),
    applyRecovery: async () => ({ refused: 'invalid-action-code' }),
    async setDisabled(uid, disabled) {
      await database.transaction(async (queries) => {
        await queries.run(lockCredentialSql(uid))
        await queries.run(sql`
          update account set disabled = ${disabled}, credential_version = credential_version + 1
          where uid = ${uid} and disabled <> ${disabled}`)
        if (disabled) await voidCodes(queries, uid)
      })
    },
    async deleteAccount(uid, currentPassword) {
      const refusal = await checkPassword(deps, uid, currentPassword)
      if (refusal) return refusal
      await deleteAsAdmin(deps, uid)
      return null
    },
    deleteAsAdmin: (uid) => deleteAsAdmin(deps, uid),
    async deleteUnconfirmed(uid) {
      return database.transaction(async (queries) => {
        // Waits for a confirmation of the address that is in progress.
        await queries.run(lockCredentialSql(uid))
        const deleted = await queries.run(
          sql`delete from account where uid = ${uid} and not email_verified`,
        )
        return deleted > 0
      })
    },
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
    await outbox.enqueue(queries, resetMail({ to: email, language }, { publicUrl, code }))
    return true
  })
  if (!isQueued) await onNoResetMail()
}

function isOwnerUnclear({ contested, account }: AccountRow, sessionUid: string | undefined) {
  return contested && sessionUid !== account.uid
}

async function deleteAsAdmin({ database }: EmbeddedIdentityDeps, uid: string) {
  await database.run(sql`delete from account where uid = ${uid}`)
}

async function isTaken(queries: Transaction, email: string) {
  return Boolean((await findAccountByEmail(queries, email))?.account.emailVerified)
}

async function changeAddress(
  { onDisplaced }: EmbeddedIdentityDeps,
  queries: Transaction,
  { uid, email }: Pick<IdentityAccount, 'uid' | 'email'>,
): Promise<IdentityAccount | IdentityRefusal> {
  // An account that never confirmed this address gives way to the one that just did.
  const displaced = await queries.value(
    z.string(),
    sql`delete from account where not email_verified
      and uid = (select uid from account_email where email = ${email}) returning uid`,
  )
  if (displaced !== undefined) await onDisplaced(queries, displaced)
  await queries.run(sql`update account_email set email = ${email} where uid = ${uid}`)
  await queries.run(sql`update account set email = ${email} where uid = ${uid}`)
  await queries.run(confirmSql(uid))
  // A reset link in the old mailbox must no longer open the account.
  await voidCodes(queries, uid)
  return (await findAccountByUid(queries, uid))?.account ?? { refused: 'user-disabled' }
}

type NewCredential = { email: string; hash: string; now: Date; unchanged: AccountRow | undefined }

/** Takes the same time for an unknown address, so that the response does not reveal accounts. */
const isPasswordUnchanged = (found: AccountRow | undefined, password: string) =>
  verifyPassword(found?.passwordHash ?? dummyHash, password)

async function writeAccount(
  queries: Transaction,
  credential: NewCredential,
): Promise<IdentityAccount | IdentityRefusal> {
  const found = await findAccountByEmail(queries, credential.email)
  return found
    ? replaceCredential(queries, found.account.uid, credential)
    : insertAccount(queries, credential)
}

async function insertAccount(queries: Transaction, { email, hash, now }: NewCredential) {
  const uid = randomUUID()
  await queries.run(
    sql`insert into account (uid, email, created_at) values (${uid}, ${email}, ${now})`,
  )
  await queries.run(sql`insert into account_email (email, uid) values (${email}, ${uid})`)
  await queries.run(
    sql`insert into account_credential (uid, password_hash) values (${uid}, ${hash})`,
  )
  return {
    uid,
    email,
    emailVerified: false,
    disabled: false,
    createdAt: now,
    credentialVersion: 1,
  }
}

/**
 * An unconfirmed account does not keep others from signing up with the address. The same password means the same person;
 * with another password, the account is marked as contested until the address is confirmed.
 */
async function replaceCredential(
  queries: Transaction,
  uid: string,
  { hash, unchanged }: NewCredential,
): Promise<IdentityAccount | IdentityRefusal> {
  await queries.run(lockCredentialSql(uid))
  const current = await findAccountByUid(queries, uid)
  if (!current || current.account.emailVerified) return { refused: 'email-already-in-use' }
  if (current.account.disabled) return { refused: 'user-disabled' }
  const isSamePerson = unchanged?.passwordHash === current.passwordHash
  await queries.run(setPasswordSql(uid, hash, { contested: current.contested || !isSamePerson }))
  await voidCodes(queries, uid)
  return { ...current.account, credentialVersion: current.account.credentialVersion + 1 }
}

async function checkPassword(
  { database, hashQueue }: EmbeddedIdentityDeps,
  uid: string,
  currentPassword: string,
): ReturnType<Identity['checkPassword']> {
  const found = await findAccountByUid(database, uid)
  const hash = found?.passwordHash ?? dummyHash
  const isRight = await hashQueue(found?.account.email ?? uid, () =>
    verifyPassword(hash, currentPassword),
  )
  if (isRight === queueFull) return { refused: 'busy' }
  return found && isRight ? null : { refused: 'wrong-password' }
}

/** Ends all sessions, voids mailed codes and records the change. */
async function writePassword(
  { recordChange }: EmbeddedIdentityDeps,
  queries: Transaction,
  { uid, hash, kind }: { uid: string; hash: string; kind: 'password-changed' | 'password-reset' },
) {
  await queries.run(setPasswordSql(uid, hash, { contested: false }))
  await voidCodes(queries, uid)
  await recordChange(queries, { uid, kind })
}

/** Hashes the password of this sign-in again with the current strength. Waits for the next sign-in if the queue is full. */
async function rehash(
  { database, hashQueue }: EmbeddedIdentityDeps,
  uid: string,
  { hash, password }: { hash: string; password: string },
) {
  const stronger = await hashQueue(uid, () => hashPassword(password))
  if (stronger !== queueFull)
    await database.run(
      sql`update account_credential set password_hash = ${stronger}
        where uid = ${uid} and password_hash = ${hash}`,
    )
}
