import * as z from 'zod/mini'

import type { CampaignHistory } from '../../../campaigns/lifecycle/campaign-history.ts'
import { lifecycleMail } from '../../../campaigns/lifecycle/lifecycle-mail.ts'
import type { TransitionStep } from '../../../campaigns/lifecycle/lifecycle.ts'
import type { Queries, Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refused } from '../../../platform/http/context.ts'
import type { Outbox } from '../../../platform/mail/mail.ts'
import { findLanguage } from '../../../platform/mail/reader-language.ts'
import { applyHoldsSoon, startStop } from '../../../money/payouts/stops/payout-stops.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'
import { findTakedown } from './takedowns.ts'

type LiftDeps = { history: CampaignHistory; outbox: Outbox; publicUrl: string; now: () => Date }
type Lifted = {
  campaign: StoredCampaign
  owner: { email: string } | undefined
  actorUid: string
}

const askedRow = z.object({ askedBy: z.nullable(z.string()) })

/** Refused while the campaign is taken down. A takedown locks the row before it stores its decision, which is read after the lock. */
async function lockFreeze(queries: Transaction, campaignId: string) {
  const row = await queries.row(
    askedRow,
    sql`select unfreeze_asked_by as "askedBy" from campaign_freeze where campaign_id = ${campaignId} for update`,
  )
  if (await findTakedown(queries, campaignId)) throw new Refused('campaign-status-changed')
  return row
}

/**
 * The first of two people who end a freeze. True if another one asked before, so that the freeze ends now. The row stays locked, which
 * lets one of several confirmations through.
 */
export async function confirmsUnfreeze(
  { history, now }: Pick<LiftDeps, 'history' | 'now'>,
  queries: Transaction,
  { campaign, actorUid }: Pick<Lifted, 'campaign' | 'actorUid'>,
): Promise<boolean> {
  const campaignId = campaign.id
  const row = await lockFreeze(queries, campaignId)
  if (!row) return false
  if (row.askedBy === actorUid) throw new Refused('second-person-needed')
  if (row.askedBy !== null) return true
  const at = now()
  await queries.run(sql`
    update campaign_freeze set unfreeze_asked_by = ${actorUid}, unfreeze_asked_at = ${at} where campaign_id = ${campaignId}`)
  const event = { event: 'unfreeze-ask', from: 'frozen', to: 'frozen' } as const
  await history.record(queries, { campaignId, ...event, actorUid, at })
  return false
}

/** One person ended the freeze, so that donations are accepted, and another one has to release the payouts. */
export const holdForSecondPerson = (
  queries: Transaction,
  { campaignId, actorUid, at }: { campaignId: string; actorUid: string; at: Date },
) => startStop(queries, { campaignId, kind: 'reviewer', at, askedBy: actorUid })

/** Lets the campaign accept donations again. Nothing changes where it is not frozen; refused while it is taken down. */
export async function liftFreeze(
  { history, outbox, publicUrl, now }: LiftDeps,
  queries: Transaction,
  { campaign, owner, actorUid }: Lifted,
): Promise<void> {
  const { id, title, status, ownerUid } = campaign
  const at = now()
  const isFrozen = (await lockFreeze(queries, id)) !== undefined
  await endDecision(queries, id, 'freeze', at)
  if (!isFrozen) return
  await queries.run(sql`delete from campaign_freeze where campaign_id = ${id}`)
  await applyHoldsSoon(queries)
  await history.record(queries, {
    campaignId: id,
    event: 'unfreeze',
    from: 'frozen',
    to: status,
    actorUid,
    at,
  })
  if (!owner) return
  const url = new URL(`/dashboard/campaign/${id}`, publicUrl).href
  const language = await findLanguage(queries, ownerUid)
  const mail = lifecycleMail(owner.email, language, 'unfreeze', { title, reason: '', url })
  if (mail) await outbox.enqueue(queries, mail)
}

const beforeRow = z.object({ status: z.enum(['approved', 'ended', 'cancelled']) })
const events = {
  approved: 'restore',
  ended: 'restore-ended',
  cancelled: 'restore-cancelled',
} as const

/** The transition that undoes a takedown. A freeze from before the takedown stays in force. */
export async function toRestoreStep(
  { now }: Pick<LiftDeps, 'now'>,
  queries: Queries,
  { id }: StoredCampaign,
  actorUid: string,
): Promise<TransitionStep> {
  const before = await queries.row(
    beforeRow,
    sql`select status_before as status from moderation_decision
      where campaign_id = ${id} and kind = 'takedown' and ended_at is null`,
  )
  if (!before) throw new Refused('campaign-status-changed')
  return {
    event: events[before.status],
    actorUid,
    record: async (transaction) => {
      await endDecision(transaction, id, 'takedown', now())
      const ended = await transaction.run(sql`
        delete from campaign_freeze where campaign_id = ${id} and not exists (
          select from moderation_decision
          where campaign_id = ${id} and kind = 'freeze' and ended_at is null)`)
      if (ended > 0) await holdForSecondPerson(transaction, { campaignId: id, actorUid, at: now() })
    },
  }
}

async function endDecision(
  queries: Transaction,
  campaignId: string,
  kind: 'freeze' | 'takedown',
  at: Date,
): Promise<void> {
  await queries.run(
    sql`update moderation_decision set ended_at = ${at}
      where campaign_id = ${campaignId} and kind = ${kind} and ended_at is null`,
  )
}
