import { lagosToday } from '#shared/day.ts'

import { forgetCampaign } from '../campaigns/prints.ts'
import type { Drafts } from '../campaigns/drafts.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { User } from '../policy/actor.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Sealing } from '../sealing.ts'
import { recordEvent } from '../sessions/account-events.ts'
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
export async function erasePerson(parts: Parts, { uid, email }: User) {
  const { database, content, drafts, sealing, now } = parts
  for (const { id } of await ownCampaigns(content, uid)) {
    await content.deleteCampaign(id)
    await forgetCampaign(database, id)
  }
  const profile = await content.findUserByUid(uid)
  if (profile) await content.updateUser(profile._id, nobody(uid))
  await drafts.clear(uid)
  await database.transaction(async (queries) => {
    // Also what they gave as a guest: the address is known to be theirs.
    await queries.run(sql`
      update donation set donor_email_sealed = ${sealing.seal('donor-email', '')},
        donor_name = '', message = '', anonymous = true
      where donor_uid = ${uid} or donor_key = ${sealing.fingerprint('donor', email)}`)
    await queries.run(sql`delete from feedback where uid = ${uid}`)
    await queries.run(sql`
      delete from mail_outbox where recipient = ${email}
        and (sent_at is not null or failed_at is not null)`)
    await recordEvent(queries, { uid, byUid: uid, kind: 'deleted', at: now() })
  })
}
