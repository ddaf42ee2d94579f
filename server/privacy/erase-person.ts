import { lagosToday } from '#shared/day.ts'

import { deleteCampaignData } from '../campaigns/lifecycle/delete-campaign.ts'
import type { Drafts } from '../campaigns/submission/drafts.ts'
import type { Database, Transaction } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { User } from '../policy/actor.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { eraseOpenings } from '../transparency/erase-openings.ts'
import type { AccountEvents } from '../accounts/account-events.ts'
import { toDeletedProfile } from './deleted-profile.ts'
import { listOwnCampaigns } from './own-campaigns.ts'

type ErasureDeps = {
  database: Database
  content: ContentStore
  ledger: Pick<Ledger, 'hasDonations'>
  drafts: Pick<Drafts, 'clear'>
  sealing: Sealing
  accountEvents: AccountEvents
  now: () => Date
}

/** True if the account has a running campaign with donations: its donors need an organiser they can reach. */
export async function hasOpenCampaign({ content, ledger, now }: ErasureDeps, uid: string) {
  const today = lagosToday(now())
  for (const { id, status, endDate } of await listOwnCampaigns(content, uid)) {
    const isRunning = status === 'approved' && (endDate === null || endDate > today)
    if (isRunning && (await ledger.hasDonations(id))) return true
  }
  return false
}

/**
 * Deletes a person's data, before the identity provider deletes the account. Amounts stay: ledger rows keep the uid, which
 * then identifies no one. Every step can be repeated after an interruption.
 */
export async function erasePerson(deps: ErasureDeps, { uid, email, emailVerified }: User) {
  const { database, content, drafts, sealing } = deps
  for (const campaign of await listOwnCampaigns(content, uid)) {
    await database.transaction((queries) => deleteCampaignData(queries, campaign))
    await content.deleteCampaign(campaign.id)
  }
  const profile = await content.findUserByUid(uid)
  if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
  await drafts.clear(uid)
  await database.transaction(async (queries) => {
    await eraseDonations(queries, sql`donor_uid = ${uid}`, sealing)
    if (emailVerified) await eraseMailbox(queries, email, sealing)
    await eraseTexts(queries, uid)
    await deps.accountEvents.record(queries, { uid, kind: 'deleted' })
  })
}

/**
 * The leaves of the transparency log stay, and nothing ties them to a donation any more. A bank account that the donor named stays until
 * the refund is final, because the provider needs it.
 */
async function eraseDonations(queries: Transaction, where: Sql, sealing: Sealing) {
  await queries.run(sql`
    update donation set donor_email_sealed = ${sealing.seal('donor-email', '')},
      donor_name = '', message = '', anonymous = true, wants_updates = false
    where ${where}`)
  await queries.run(sql`
    update refund set reason = ''
    where (campaign_id, donation_id) in (select campaign_id, id from donation where ${where})`)
  await eraseOpenings(queries, sql`select 'donation:' || id from donation where ${where}`)
}

/** Erases what belongs to an email address, such as donations made as a guest. The address must be confirmed. */
async function eraseMailbox(queries: Transaction, email: string, sealing: Sealing) {
  const donorKey = sealing.fingerprint('donor', email)
  await eraseDonations(queries, sql`donor_key = ${donorKey}`, sealing)
  await queries.run(sql`delete from confirmed_donor_address where donor_key = ${donorKey}`)
  await queries.run(sql`delete from mail_suppression where address = lower(${email})`)
  await queries.run(sql`
    delete from mail_outbox where recipient = ${email}
      and (sent_at is not null or failed_at is not null)`)
}

/** Keeps open reports, without the reporter. A refund that is still waiting gets a reason that names no one, because the donor reads it. */
async function eraseTexts(queries: Transaction, uid: string) {
  await queries.run(sql`delete from feedback where uid = ${uid}`)
  await queries.run(sql`delete from image_upload where owner_uid = ${uid}`)
  await queries.run(sql`delete from campaign_submission where owner_uid = ${uid}`)
  await queries.run(sql`
    update campaign_report set reporter_uid = null,
      details = case when resolved_at is null then details else '' end
    where reporter_uid = ${uid}`)
  await queries.run(sql`
    update refund set reason = case
      when requested_by = 'donor' or state in ('known', 'needs-attention', 'processed', 'given-up') then ''
      when requested_by = 'admin' then 'Ajo requested this refund.'
      else 'The organiser requested this refund.' end
    where requested_by_uid = ${uid}`)
}
