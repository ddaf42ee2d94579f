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
  'second-factor-on',
  'second-factor-off',
  'recovery-code-used',
  'disabled',
  'enabled',
  'deleted',
] as const

type Event = { uid: string; kind: (typeof kinds)[number]; at: Date; byUid?: string }

/** Notes what happened to an account. The application may add to this list, and never change it. */
export async function recordEvent(queries: Queries, { uid, kind, at, byUid }: Event) {
  await queries.run(sql`
    insert into account_event (id, uid, by_uid, kind, at)
    values (${randomUUID()}, ${uid}, ${byUid ?? null}, ${kind}, ${at})`)
}

/** Oldest first. */
export function listEvents(queries: Queries, uid: string) {
  return queries.rows(
    eventSchema,
    sql`select kind, at from account_event where uid = ${uid} order by at, id`,
  )
}

const eventSchema = z.object({ kind: z.string(), at: z.date() })
