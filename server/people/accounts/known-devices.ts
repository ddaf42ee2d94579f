import { createHash, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const newDeviceToken = () => randomBytes(32).toString('base64url')

/** `first`: the account had no login before, so its owner needs no notice. */
type DeviceStatus = 'first' | 'new' | 'known'

export async function isKnownDevice(queries: Queries, email: string, token: string | undefined) {
  if (token === undefined) return false
  const device = await queries.row(
    z.object({ uid: z.string() }),
    sql`select uid from known_device join account using (uid)
      where account.email = ${email} and device_hash = ${toHash(token)}`,
  )
  return device !== undefined
}

/** Stores the browser's login to the account and returns what was known before. */
export async function recordDevice(
  queries: Transaction,
  { uid, token, now }: { uid: string; token: string; now: Date },
): Promise<DeviceStatus> {
  const devices = await queries.rows(
    z.object({ isThis: z.boolean() }),
    sql`select device_hash = ${toHash(token)} as "isThis" from known_device where uid = ${uid}`,
  )
  await queries.run(sql`
    insert into known_device (uid, device_hash, seen_at) values (${uid}, ${toHash(token)}, ${now})
    on conflict (uid, device_hash) do update set seen_at = excluded.seen_at`)
  if (devices.length === 0) return 'first'
  return devices.some(({ isThis }) => isThis) ? 'known' : 'new'
}

function toHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
