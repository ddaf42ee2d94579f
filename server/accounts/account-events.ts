import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const kinds = [
  'signed-up',
  'address-confirmed',
  'address-changed',
  'password-changed',
  'password-reset',
  'new-device',
  'signed-out-everywhere',
  'reviewer-granted',
  'reviewer-revoked',
  'admin-granted',
  'admin-revoked',
  'two-factor-on',
  'two-factor-off',
  'recovery-code-used',
  'disabled',
  'enabled',
  'deleted',
] as const

type AccountEvent = { uid: string; kind: (typeof kinds)[number]; at: Date; byUid?: string }

/** Appends to the account's security log. The application role can neither change nor delete entries. */
export async function recordEvent(queries: Queries, { uid, kind, at, byUid }: AccountEvent) {
  await queries.run(sql`
    insert into account_event (id, uid, by_uid, kind, at)
    values (${randomUUID()}, ${uid}, ${byUid ?? null}, ${kind}, ${at})`)
}

/** Oldest first. */
export function listEvents(queries: Queries, uid: string) {
  return queries.rows(
    z.object({ kind: z.string(), at: z.date() }),
    sql`select kind, at from account_event where uid = ${uid} order by at, id`,
  )
}
