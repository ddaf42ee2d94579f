import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueueOrphans } from '../../platform/images/orphans.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { AccountEvents } from '../accounts/account-events.ts'
import type { Deletions } from './deletion/deletions.ts'
import { toDeletedProfile } from './deleted-profile.ts'
import type { ErasureCode } from './inventory/entries/entry.ts'
import { eraseRows } from './inventory/erase-rows.ts'
import { findPerson } from './person.ts'

type ErasureDeps = {
  database: Database
  content: ContentStore
  deletions: Pick<Deletions, 'deleteOwnCampaigns'>
  sealing: Sealing
  accountEvents: AccountEvents
}

/**
 * Deletes a person's data, before the identity provider deletes the account. A legal hold refuses it, and nothing is changed. Amounts
 * stay: ledger rows keep the uid, which then identifies no one. Every step can be repeated after an interruption.
 */
export async function erasePerson(deps: ErasureDeps, user: User) {
  const { database, sealing } = deps
  // Deleted campaigns are no longer listed as the person's.
  const { person } = await findPerson(deps, user)
  for (const run of Object.values(erasureCode)) await run(deps, user)
  await database.transaction(async (queries) => {
    await eraseRows({ queries, sealing }, person)
    await enqueueOrphans(queries)
    await deps.accountEvents.record(queries, { uid: user.uid, kind: 'deleted' })
  })
}

/** What the inventory names and its statements cannot express. The identity provider deletes the account afterwards. */
export const erasureCode: Record<
  Exclude<ErasureCode, 'deleteAccount'>,
  (deps: ErasureDeps, user: User) => Promise<void>
> = {
  deleteCampaigns: ({ deletions }, user) => deletions.deleteOwnCampaigns(user),
  async replaceProfile({ content }, { uid }) {
    const profile = await content.findUserByUid(uid)
    if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
  },
  async deleteJobs({ database }, { uid, email, emailVerified }) {
    await database.run(sql`select job.delete_by_uid(${uid})`)
    if (emailVerified) await database.run(sql`select job.delete_by_email(${email})`)
  },
}
