import { lagosToday } from '#shared/day.ts'

import { forgetCampaign } from '../campaigns/lifecycle/delete-campaign.ts'
import type { Drafts } from '../campaigns/submission/drafts.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { User } from '../policy/actor.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { recordEvent } from '../accounts/account-events.ts'
import { nobody } from './nobody.ts'
import { ownCampaigns } from './own-campaigns.ts'

type Parts = {
  database: Database
  content: ContentStore
  totals: Pick<Ledger, 'hasDonations'>
  drafts: Pick<Drafts, 'clear'>
  sealing: Sealing
  now: () => Date
}

/** A campaign that still takes money from people has to have somebody behind it. */
export async function hasOpenCampaign({ content, totals, now }: Parts, uid: string) {
  const today = lagosToday(now())
  for (const { id, status, endDate } of await ownCampaigns(content, uid)) {
    const isRunning = status === 'approved' && (endDate === null || endDate > today)
    if (isRunning && (await totals.hasDonations(id))) return true
  }
  return false
}

/**
 * Takes a person out of everything that is ours, before the identity provider forgets them. Sums stay: the money rows keep the uid, which
 * leads to nobody any more. Each step may be taken again, in case one of them was cut off.
 */
export async function erasePerson(parts: Parts, { uid, email, emailVerified }: User) {
  const { database, content, drafts, sealing, now } = parts
  for (const campaign of await ownCampaigns(content, uid)) {
    await database.transaction((queries) => forgetCampaign(queries, campaign))
    await content.deleteCampaign(campaign.id)
  }
  const profile = await content.findUserByUid(uid)
  if (profile) await content.updateUser(profile._id, nobody(uid))
  await drafts.clear(uid)
  await database.transaction(async (queries) => {
    await eraseGifts(queries, sql`donor_uid = ${uid}`, sealing)
    if (emailVerified) await eraseMailbox(queries, email, sealing)
    await eraseWords(queries, uid)
    await recordEvent(queries, { uid, byUid: uid, kind: 'deleted', at: now() })
  })
}

const eraseGifts = (queries: Queries, which: Sql, sealing: Sealing) =>
  queries.run(sql`
    update donation set donor_email_sealed = ${sealing.seal('donor-email', '')},
      donor_name = '', message = '', anonymous = true, updates = false
    where ${which}`)

/** What hangs on the address alone, as gifts of a guest do: only a confirmed one is known to be theirs. */
async function eraseMailbox(queries: Queries, email: string, sealing: Sealing) {
  await eraseGifts(queries, sql`donor_key = ${sealing.fingerprint('donor', email)}`, sealing)
  await queries.run(sql`
    delete from mail_outbox where recipient = ${email}
      and (sent_at is not null or failed_at is not null)`)
}

/** A report that waits stays, as a visitor's; so do the words of a refund that its donor has yet to be told. */
async function eraseWords(queries: Queries, uid: string) {
  await queries.run(sql`delete from feedback where uid = ${uid}`)
  await queries.run(sql`delete from image_upload where owner_uid = ${uid}`)
  await queries.run(sql`delete from campaign_submission where owner_uid = ${uid}`)
  await queries.run(sql`
    update campaign_report set reporter_uid = null,
      details = case when settled_at is null then details else '' end
    where reporter_uid = ${uid}`)
  await queries.run(sql`
    update refund_request set reason = '' where asked_uid = ${uid} and state <> 'waiting'`)
}
