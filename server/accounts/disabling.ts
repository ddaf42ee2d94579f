import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Identity } from '../providers/identity/identity.ts'
import { recordEvent } from './account-events.ts'

type Parts = {
  database: Database
  identity: Pick<Identity, 'setDisabled' | 'findAccount'>
  now: Date
}

/** Shuts somebody out, or lets them in again. Either way every session of theirs is over; what they gave and raised stays. */
export async function setAccountDisabled(
  { database, identity, now }: Parts,
  email: string,
  disabled: boolean,
): Promise<'done' | 'was-so' | 'unknown'> {
  const found = await database.row(
    z.object({ uid: z.string(), disabled: z.boolean() }),
    sql`select uid, disabled from account
      where uid = (select uid from account_email where email = ${email})`,
  )
  if (!found) return 'unknown'
  const { uid } = found
  if (found.disabled === disabled) return 'was-so'
  await identity.setDisabled(uid, disabled)
  const after = await identity.findAccount(uid)
  if (after?.disabled !== disabled) return 'unknown'
  await recordEvent(database, { uid, kind: disabled ? 'disabled' : 'enabled', at: now })
  return 'done'
}
