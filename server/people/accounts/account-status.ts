import * as z from 'zod/mini'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { AccountEvents } from './account-events.ts'

type AccountStatusDeps = {
  database: Database
  identity: Pick<Identity, 'setDisabled' | 'findAccount'>
  events: AccountEvents
}

/** Disables or enables an account. Both end all its sessions; its donations and campaigns stay. */
export async function setAccountDisabled(
  { database, identity, events }: AccountStatusDeps,
  email: string,
  disabled: boolean,
): Promise<'done' | 'unchanged' | 'unknown'> {
  const account = await database.row(
    z.object({ uid: z.string(), disabled: z.boolean() }),
    sql`select uid, disabled from account
      where uid = (select uid from account_email where email = ${email})`,
  )
  if (!account) return 'unknown'
  const { uid } = account
  if (account.disabled === disabled) return 'unchanged'
  await identity.setDisabled(uid, disabled)
  const updated = await identity.findAccount(uid)
  if (updated?.disabled !== disabled) return 'unknown'
  await events.record(database, { uid, kind: disabled ? 'disabled' : 'enabled', byCommand: true })
  return 'done'
}
