import * as z from 'zod/mini'

import { terms, toTermStart } from '#shared/terms.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { AccountEvents } from '../accounts/account-events.ts'

type PurgeDeps = Pick<Foundation, 'database' | 'now'> & {
  identity: Pick<Identity, 'deleteUnconfirmed'>
  content: Pick<ContentStore, 'countCampaigns' | 'findUserByUid' | 'updateUser'>
  events: AccountEvents
}

const batchSize = 500

/**
 * Deletes accounts whose address was not confirmed within a week, because the address may belong to another person. Keeps
 * accounts with donations, campaigns or roles. Returns the number of deleted accounts.
 *
 * Also ends deletions whose answer a hosted provider did not send: its account is gone, so that the person cannot log in and repeat it.
 */
export async function purgeUnconfirmed(deps: PurgeDeps): Promise<number> {
  const accounts = await deps.database.rows(accountRow, selectUnconfirmed(deps.now()))
  let purged = 0
  for (const { uid } of accounts) if (await deleteAccount(deps, uid)) purged++
  for (const { uid } of await deps.database.rows(accountRow, selectErased))
    if (await deps.identity.deleteUnconfirmed(uid)) purged++
  return purged
}

export function unconfirmedTasks(deps: PurgeDeps): Task[] {
  const run = async () => void (await purgeUnconfirmed(deps))
  return [{ name: 'purge-unconfirmed', lane: 'maintenance', cron: '37 2 * * *', run }]
}

async function deleteAccount(
  { database, identity, content, events }: PurgeDeps,
  uid: string,
): Promise<boolean> {
  if ((await content.countCampaigns({ ownerUid: uid })) > 0) return false
  const profile = await content.findUserByUid(uid)
  // Names first: after an interruption, the next run still finds the account.
  if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
  if (await identity.deleteUnconfirmed(uid)) {
    await events.record(database, { uid, kind: 'deleted', byCommand: true })
    return true
  }
  if (profile) await content.updateUser(profile._id, profile)
  return false
}

const accountRow = z.object({ uid: z.string() })

/** A person's data is erased and the event recorded before the provider deletes the account. */
const selectErased = sql`
  select uid from account where uid in (select uid from account_event where kind = 'deleted') order by uid`

const selectUnconfirmed = (now: Date) => sql`
  select uid from account
  where not email_verified and created_at <= ${toTermStart(terms.unconfirmedAccount, now)}
    and not exists (select from account_role role where role.uid = account.uid)
    and not exists (select from donation where donor_uid = account.uid)
    and not exists (select from donation where owner_uid = account.uid)
    and not exists (select from campaign_submission where owner_uid = account.uid)
  order by created_at limit ${batchSize}`

/** Values that replace the personal fields in the user document of a deleted account. */
export const toDeletedProfile = (uid: string) => ({
  firstname: 'Deleted',
  lastname: 'account',
  gender: 'Other' as const,
  email: `${uid.toLowerCase()}@deleted.invalid`,
  emailVerified: false,
})
