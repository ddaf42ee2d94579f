import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Identity } from '../providers/identity/identity.ts'
import { recordEvent } from '../accounts/account-events.ts'
import { nobody } from './nobody.ts'

type Parts = {
  database: Database
  identity: Pick<Identity, 'deleteUnconfirmed'>
  content: Pick<ContentStore, 'countCampaigns' | 'findUserByUid' | 'updateUser'>
  now: () => Date
}

const keptMs = 7 * 24 * 3_600_000
const atOnce = 500

/**
 * An address that nobody confirms within a week belongs to whoever owns it, and what somebody typed beside it is no business of ours.
 * Never touches an account that has given, raised or asked for money, or holds a role.
 */
export async function purgeUnconfirmed(parts: Parts): Promise<number> {
  const found = await parts.database.rows(accountRow, forgottenSql(parts.now()))
  let purged = 0
  for (const { uid } of found) if (await forget(parts, uid)) purged++
  return purged
}

export function unconfirmedTasks(parts: Parts): Task[] {
  const run = async () => void (await purgeUnconfirmed(parts))
  return [{ name: 'purge-unconfirmed', cron: '37 2 * * *', run }]
}

async function forget({ database, identity, content, now }: Parts, uid: string): Promise<boolean> {
  if ((await content.countCampaigns({ ownerUid: uid })) > 0) return false
  const profile = await content.findUserByUid(uid)
  // The names first: should we be cut off, the account is still there to be found tomorrow.
  if (profile) await content.updateUser(profile._id, nobody(uid))
  if (await identity.deleteUnconfirmed(uid)) {
    await recordEvent(database, { uid, kind: 'deleted', at: now() })
    return true
  }
  if (profile) await content.updateUser(profile._id, profile)
  return false
}

const accountRow = z.object({ uid: z.string() })

const forgottenSql = (now: Date) => sql`
  select uid from account
  where not email_verified and created_at <= ${new Date(now.getTime() - keptMs)}
    and not exists (select from account_role role where role.uid = account.uid)
    and not exists (select from donation where donor_uid = account.uid)
    and not exists (select from donation where owner_uid = account.uid)
    and not exists (select from campaign_submission where owner_uid = account.uid)
  order by created_at limit ${atOnce}`
