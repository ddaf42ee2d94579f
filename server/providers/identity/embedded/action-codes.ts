import { createHash, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import type { ActionCodePurpose, IdentityRefusal } from '../identity.ts'

/** Reset links expire sooner: the person who asked is waiting for it. */
const lifetimeMs: Record<ActionCodePurpose, number> = {
  verifyEmail: 24 * 3_600_000,
  resetPassword: 30 * 60_000,
  verifyAndChangeEmail: 24 * 3_600_000,
}

/** The last three links to confirm an address work until one is used, because mails arrive late and in another order. */
const earlierVerifications = 2

/** Creates a code, which replaces the earlier one of the same purpose, except for verification. Only its hash is stored. */
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
  if (purpose === 'verifyEmail') await keepEarlierVerifications(queries, uid)
  await queries.run(sql`
    insert into action_code (uid, purpose, code_hash, expires_at, new_email)
    values (${uid}, ${purpose}, ${toHash(code)}, ${new Date(now.getTime() + lifetimeMs[purpose])},
      ${newEmail ?? null})
    on conflict (uid, purpose) do update set code_hash = excluded.code_hash,
      expires_at = excluded.expires_at, new_email = excluded.new_email`)
  return code
}

/** The lock makes simultaneous requests keep each other's codes. */
async function keepEarlierVerifications(queries: Transaction, uid: string): Promise<void> {
  await queries.run(sql`
    with latest as (
      select code_hash, expires_at from action_code where uid = ${uid} and purpose = 'verifyEmail' for update)
    insert into earlier_verification_code (code_hash, uid, expires_at)
    select code_hash, ${uid}, expires_at from latest on conflict do nothing`)
  await queries.run(sql`
    delete from earlier_verification_code where uid = ${uid} and code_hash not in (
      select code_hash from earlier_verification_code where uid = ${uid}
      order by expires_at desc limit ${earlierVerifications})`)
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
      where code_hash = ${toHash(code)} and ${purpose}::text = 'verifyEmail'`,
  )
  if (!found) return { refused: 'invalid-action-code' }
  return found.expires_at > now
    ? { uid: found.uid, newEmail: found.new_email }
    : { refused: 'expired-action-code' }
}

/** Deletes a valid code, and with a verification the other links to confirm the address. Of several simultaneous requests with the same code, only one succeeds. */
export async function consumeCode(
  queries: Transaction,
  presented: PresentedCode,
): Promise<Code | IdentityRefusal> {
  const found = await findCode(queries, presented)
  if ('refused' in found) return found
  const removed =
    presented.purpose === 'verifyEmail'
      ? await removeVerifications(queries, found.uid, toHash(presented.code))
      : await queries.run(
          sql`delete from action_code
            where code_hash = ${toHash(presented.code)} and purpose = ${presented.purpose}`,
        )
  return removed > 0 ? found : { refused: 'invalid-action-code' }
}

/** Zero if the code was used at the same time. */
async function removeVerifications(
  queries: Transaction,
  uid: string,
  hash: Buffer,
): Promise<number> {
  const used = await queries.run(sql`
    with used as (
      delete from action_code where code_hash = ${hash} and purpose = 'verifyEmail' returning uid),
    earlier as (delete from earlier_verification_code where code_hash = ${hash} returning uid)
    select from used union all select from earlier`)
  if (used === 0) return 0
  await queries.run(sql`delete from action_code where uid = ${uid} and purpose = 'verifyEmail'`)
  await queries.run(sql`delete from earlier_verification_code where uid = ${uid}`)
  return used
}

export async function voidCodes(queries: Transaction, uid: string) {
  await queries.run(sql`delete from action_code where uid = ${uid}`)
  await queries.run(sql`delete from earlier_verification_code where uid = ${uid}`)
}

const codeRow = z.object({
  uid: z.string(),
  expires_at: z.date(),
  new_email: z.nullable(z.string()),
})

function toHash(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
