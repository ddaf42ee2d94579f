import { createHash, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { terms, toTermMs } from '#shared/terms.ts'

import type { Queries, Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ActionCodePurpose, IdentityRefusal } from '../identity.ts'

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
export async function issueCode(
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
export async function findCode(
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
export async function consumeCode(
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

export async function voidCodes(queries: Transaction, uid: string) {
  await queries.run(sql`delete from action_code where uid = ${uid}`)
  await queries.run(sql`delete from earlier_verification_code where uid = ${uid}`)
}

export async function voidEmailChange(queries: Transaction, uid: string) {
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
