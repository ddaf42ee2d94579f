import { createHash, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { IdentityRefusal } from './identity.ts'

/** As the links in mails call it; the names are the hosted provider's. */
export type Purpose = 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail'

/** What goes to a new mailbox may wait there for a day; who asks for a reset is sitting there. */
const lifeMs: Record<Purpose, number> = {
  verifyEmail: 24 * 3_600_000,
  resetPassword: 30 * 60_000,
  verifyAndChangeEmail: 24 * 3_600_000,
}

/** Makes a code and voids the earlier one of the same purpose. Only its hash is kept. */
export async function issueCode(
  queries: Queries,
  { uid, purpose, now, newEmail }: { uid: string; purpose: Purpose; now: Date; newEmail?: string },
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await queries.run(sql`
    insert into action_code (uid, purpose, code_hash, expires_at, new_email)
    values (${uid}, ${purpose}, ${hashOf(code)}, ${new Date(now.getTime() + lifeMs[purpose])},
      ${newEmail ?? null})
    on conflict (uid, purpose) do update set code_hash = excluded.code_hash,
      expires_at = excluded.expires_at, new_email = excluded.new_email`)
  return code
}

type Presented = { code: string; purpose: Purpose; now: Date }
/** `newEmail` only where the code was mailed to an address that is to become the account's. */
type Code = { uid: string; newEmail: string | null }

/** Whose code it is, without using it up. */
export async function findCode(
  queries: Queries,
  { code, purpose, now }: Presented,
): Promise<Code | IdentityRefusal> {
  const found = await queries.row(
    codeSchema,
    sql`select uid, expires_at, new_email from action_code
      where code_hash = ${hashOf(code)} and purpose = ${purpose}`,
  )
  if (!found) return { refused: 'invalid-action-code' }
  return found.expires_at > now
    ? { uid: found.uid, newEmail: found.new_email }
    : { refused: 'expired-action-code' }
}

/** Uses a code up: of all who present it, one gets the uid. */
export async function consumeCode(
  queries: Queries,
  presented: Presented,
): Promise<Code | IdentityRefusal> {
  const found = await findCode(queries, presented)
  if ('refused' in found) return found
  const removed = await queries.run(
    sql`delete from action_code
      where code_hash = ${hashOf(presented.code)} and purpose = ${presented.purpose}`,
  )
  return removed === 1 ? found : { refused: 'invalid-action-code' }
}

export async function voidCodes(queries: Queries, uid: string) {
  await queries.run(sql`delete from action_code where uid = ${uid}`)
}

const codeSchema = z.object({
  uid: z.string(),
  expires_at: z.date(),
  new_email: z.nullable(z.string()),
})

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
