import { createHash, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export const newDeviceToken = () => randomBytes(32).toString('base64url')

/** `first`: nobody has ever logged in to this account, so no device could be a new one. */
export type Acquaintance = 'first' | 'new' | 'known'

export async function isKnownDevice(queries: Queries, email: string, token: string | undefined) {
  if (token === undefined) return false
  const found = await queries.row(
    z.object({ uid: z.string() }),
    sql`select uid from known_device join account using (uid)
      where account.email = ${email} and device_hash = ${hashOf(token)}`,
  )
  return found !== undefined
}

/** Remembers that this browser has logged in to this account, and says whether it had before. */
export async function meetDevice(
  queries: Queries,
  { uid, token, now }: { uid: string; token: string; now: Date },
): Promise<Acquaintance> {
  const known = await queries.rows(
    z.object({ is_this: z.boolean() }),
    sql`select device_hash = ${hashOf(token)} as is_this from known_device where uid = ${uid}`,
  )
  await queries.run(sql`
    insert into known_device (uid, device_hash, seen_at) values (${uid}, ${hashOf(token)}, ${now})
    on conflict (uid, device_hash) do update set seen_at = excluded.seen_at`)
  if (known.length === 0) return 'first'
  return known.some(({ is_this }) => is_this) ? 'known' : 'new'
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
