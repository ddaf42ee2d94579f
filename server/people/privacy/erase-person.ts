import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { terms, toTermStart } from '#shared/terms.ts'

import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueueOrphans } from '../../platform/images/orphans.ts'
import type { User } from '../../platform/policy/actor.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { AccountEvents } from '../accounts/account-events.ts'
import type { Deletions } from './deletions.ts'
import type { ErasureCode } from './inventory/entry.ts'
import { eraseRows } from './inventory/inventory.ts'
import { findPerson } from './personal-data.ts'

type ErasureDeps = Pick<Foundation, 'database' | 'content' | 'sealing'> & {
  deletions: Pick<Deletions, 'deleteOwnCampaigns'>
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

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid' | 'updateUser'>
  events: AccountEvents
}

const task = 'erase-displaced-account'
const payloadSchema = z.object({ uid: z.string(), eventId: z.string() })

/** For an account that never confirmed its address and was deleted because another account did. */
export const enqueueDisplaced = (queries: Transaction, uid: string): Promise<void> =>
  enqueueJob(queries, { task, payload: { uid, eventId: randomUUID() } })

/** Deletes what the identity provider does not know: the names, and the account of donations. Their address decides whose they are. */
export function displacedTask({ database, content, events }: Deps): Task {
  return {
    name: task,
    lane: 'maintenance',
    run: async (payload) => {
      const { uid, eventId: id } = z.parse(payloadSchema, payload)
      const profile = await content.findUserByUid(uid)
      if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
      await database.transaction(async (queries) => {
        await queries.run(sql`update donation set donor_uid = null where donor_uid = ${uid}`)
        await events.record(queries, { id, uid, kind: 'deleted', byCommand: true })
      })
    },
  }
}

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
const toDeletedProfile = (uid: string) => ({
  firstname: 'Deleted',
  lastname: 'account',
  gender: 'Other' as const,
  email: `${uid.toLowerCase()}@deleted.invalid`,
  emailVerified: false,
})
