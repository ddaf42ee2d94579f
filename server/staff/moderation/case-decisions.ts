import type { CampaignEvent } from '#shared/campaign-history.ts'
import type { TakedownForm } from '#shared/moderation.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { CampaignHistory } from '../../campaigns/lifecycle/campaign-history.ts'
import type { Lifecycle } from '../../campaigns/lifecycle/lifecycle.ts'
import { applyHoldsSoon } from '../../money/payouts/payout-stops.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { closeCase, type CaseSubject } from './cases.ts'
import type { Conflicts } from './conflicts.ts'
import {
  insertDecision,
  sendStatement,
  confirmsUnfreeze,
  liftFreeze,
  toRestoreStep,
} from './decisions.ts'

export type CaseDecisions = ReturnType<typeof openCaseDecisions>

type CaseDecisionDeps = Pick<Foundation, 'database' | 'outbox' | 'publicUrl' | 'now'> & {
  content: Pick<ContentStore, 'findUserByUid'>
  history: CampaignHistory
  lifecycle: Lifecycle
  conflicts: Conflicts
  /** Deletes the mails with the organiser's words that still wait. */
  withdrawWords: (queries: Transaction, of: { campaignId: string }) => Promise<void>
}

/** What reviewers decide about the campaign of a case. Each decision refuses a conflict of interest in its own transaction. */
export function openCaseDecisions(deps: CaseDecisionDeps) {
  const { database, lifecycle, conflicts, now } = deps
  return {
    /** Closes the case and changes nothing else. */
    async dismiss(subject: CaseSubject, reviewer: User): Promise<void> {
      const { campaignId, ownerUid, campaign } = subject
      await database.transaction(async (queries) => {
        const owned = { id: campaignId, ownerUid: campaign?.ownerUid ?? ownerUid }
        await conflicts.refuse(queries, reviewer, owned)
        const closing = { campaignId, outcome: 'dismissed', uid: reviewer.uid, at: now() } as const
        const closed = subject.closedAt === null && (await closeCase(queries, closing))
        if (!closed) throw new Refused('already-reviewed')
      })
    },

    /** Stops donations and payouts. Idempotent. */
    freeze: (subject: CaseSubject, reviewer: User, reason: string) =>
      freeze(deps, subject, reviewer, reason),

    /** The first person asks, another one confirms. Nothing changes where the campaign is not frozen. */
    async unfreeze(subject: CaseSubject, reviewer: User): Promise<void> {
      const campaign = toCampaign(subject)
      const owner = await deps.content.findUserByUid(campaign.ownerUid)
      await database.transaction(async (queries) => {
        await conflicts.refuse(queries, reviewer, campaign)
        const lift = { campaign, owner, actorUid: reviewer.uid }
        if (await confirmsUnfreeze(deps, queries, lift)) await liftFreeze(deps, queries, lift)
      })
    },

    /** Hides the campaign from everyone but its owner, reviewers and admins, and stops its money as a freeze does. */
    takedown: (subject: CaseSubject, reviewer: User, form: TakedownForm) =>
      takeDown(deps, subject, reviewer, form),

    /** Gives the campaign back the status that the takedown replaced. */
    async restore(subject: CaseSubject, reviewer: User): Promise<void> {
      const campaign = toCampaign(subject)
      await lifecycle.transition(campaign, {
        event: 'restore',
        decide: async (queries) => {
          await conflicts.refuse(queries, reviewer, campaign)
          return [await toRestoreStep(deps, queries, campaign, reviewer.uid)]
        },
      })
    },
  }
}

async function freeze(
  deps: CaseDecisionDeps,
  subject: CaseSubject,
  reviewer: User,
  reason: string,
): Promise<void> {
  const { database, content, history, conflicts, now } = deps
  const campaign = toCampaign(subject)
  const owner = await content.findUserByUid(campaign.ownerUid)
  await database.transaction(async (queries) => {
    await conflicts.refuse(queries, reviewer, campaign)
    const at = now()
    const frozen = await insertFreeze(queries, campaign, { reason, actorUid: reviewer.uid, at })
    if (frozen === 0) return
    const closing = { campaignId: campaign.id, outcome: 'frozen', uid: reviewer.uid, at } as const
    const caseId = (await closeCase(queries, closing)) ?? subject.id
    const decision = { kind: 'freeze', reason, actorUid: reviewer.uid, at, caseId } as const
    const statement = await insertDecision(queries, campaign.id, decision)
    await sendStatement(deps, queries, { campaign, owner, statement })
    const change = { event: 'freeze', from: campaign.status, to: 'frozen', reason } as const
    await history.record(queries, {
      campaignId: campaign.id,
      ...change,
      actorUid: reviewer.uid,
      at,
    })
  })
}

async function takeDown(
  deps: CaseDecisionDeps,
  subject: CaseSubject,
  reviewer: User,
  form: TakedownForm,
): Promise<void> {
  const { content, lifecycle, conflicts, now } = deps
  const campaign = toCampaign(subject)
  const owner = await content.findUserByUid(campaign.ownerUid)
  const event: CampaignEvent = 'takedown'
  const { uid: actorUid } = reviewer
  const record = async (queries: Transaction) => {
    const at = now()
    await forgetUnfreeze(queries, campaign.id)
    await insertFreeze(queries, campaign, { reason: form.reason, actorUid, at })
    const closing = { campaignId: campaign.id, outcome: 'taken-down', uid: actorUid, at } as const
    const caseId = (await closeCase(queries, closing)) ?? subject.id
    const decision = { kind: 'takedown', ...form, actorUid, at, caseId } as const
    const statement = await insertDecision(queries, campaign.id, {
      ...decision,
      statusBefore: campaign.status,
    })
    await sendStatement(deps, queries, { campaign, owner, statement })
    await deps.withdrawWords(queries, { campaignId: campaign.id })
  }
  await lifecycle.transition(campaign, {
    event,
    decide: async (queries) => {
      await conflicts.refuse(queries, reviewer, campaign)
      return [{ event, actorUid, reason: form.reason, record }]
    },
  })
}

type Freeze = { reason: string; actorUid: string; at: Date }

/** Donations and payouts read this row. Returns 0 where the campaign is frozen already. */
async function insertFreeze(
  queries: Transaction,
  { id }: StoredCampaign,
  { reason, actorUid, at }: Freeze,
): Promise<number> {
  await applyHoldsSoon(queries)
  return queries.run(
    sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
      values (${id}, ${reason}, ${actorUid}, ${at}) on conflict do nothing`,
  )
}

/** A request from before the takedown does not count after it. The row stays locked, so that the freeze cannot end meanwhile. */
const forgetUnfreeze = ({ run }: Transaction, campaignId: string) =>
  run(sql`
    update campaign_freeze set unfreeze_asked_by = null, unfreeze_asked_at = null where campaign_id = ${campaignId}`)

function toCampaign({ campaign }: CaseSubject): StoredCampaign {
  if (!campaign) throw new Refused('campaign-status-changed')
  return campaign
}
