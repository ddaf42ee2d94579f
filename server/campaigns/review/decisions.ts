import type { Kobo } from '#shared/money.ts'

import type { Database, Queries } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { User } from '../../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { EditHistory } from '../editing/edit-history.ts'
import { diffFields } from '../lifecycle/campaign-fields.ts'
import type { CampaignHistory, TransitionRecord } from '../lifecycle/campaign-history.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import {
  toCampaignChange,
  type PendingChange,
  type PendingChanges,
} from '../lifecycle/pending-changes.ts'
import type { Fingerprints } from '../similarity/fingerprints.ts'

/** `version` is the length of the history that the reviewer saw. An approval is refused after later changes. */
export type Decision =
  | { event: 'approve'; version: number }
  | { event: 'ask' | 'reject'; reason: string }

export type Decisions = ReturnType<typeof openDecisions>

type DecisionsDeps = {
  database: Database
  content: ContentStore
  history: CampaignHistory
  lifecycle: Lifecycle
  changes: PendingChanges
  editHistory: EditHistory
  fingerprints: Fingerprints
  twoReviewersAbove: Kobo
  now: () => Date
}
type Review = {
  campaign: StoredCampaign
  change: PendingChange
  reviewer: User
  decision: Decision
}

/** A new bank account is approved no earlier, so that the owner of a stolen session can react to the mail. */
const bankAccountHoldMs = 72 * 3_600_000

/** Reviewers' decisions (readings P3). Goals above `twoReviewersAbove` need two different reviewers. */
export function openDecisions(deps: DecisionsDeps) {
  const { database, changes } = deps
  return {
    async decide(campaign: StoredCampaign, reviewer: User, decision: Decision): Promise<void> {
      if (campaign.ownerUid === reviewer.uid) throw new Refused('own-campaign')
      const change = await changes.find(campaign.id)
      await database.transaction((queries) =>
        change
          ? decideChange(deps, queries, { campaign, change, reviewer, decision })
          : decideCampaign(deps, queries, { campaign, reviewer, decision }),
      )
    },
  }
}

async function decideCampaign(
  deps: DecisionsDeps,
  queries: Queries,
  { campaign, reviewer, decision }: Omit<Review, 'change'>,
): Promise<void> {
  const { lifecycle } = deps
  const actorUid = reviewer.uid
  if (decision.event !== 'approve')
    return lifecycle.transition(queries, campaign, { actorUid, ...decision })
  await lock(deps, queries, { campaign, status: 'pending' })
  const { version } = decision
  const event = await toApprovalEvent(deps, queries, { campaign, reviewer, version })
  await lifecycle.transition(queries, campaign, { event, actorUid })
}

async function decideChange(
  deps: DecisionsDeps,
  queries: Queries,
  { campaign, change, reviewer, decision }: Review,
): Promise<void> {
  const { lifecycle, content, editHistory, fingerprints, now } = deps
  const subject = { campaign, change }
  const actorUid = reviewer.uid
  if (decision.event !== 'approve') {
    const { event, reason } = decision
    return lifecycle.transitionChange(queries, subject, {
      event: `change-${event}`,
      actorUid,
      reason,
    })
  }
  await lock(deps, queries, { campaign, status: 'approved' })
  const update = toCampaignChange(change, campaign)
  const after = { ...campaign, ...update }
  const { version } = decision
  const event = await toApprovalEvent(deps, queries, { campaign: after, reviewer, version })
  if (event === 'approve') refuseDuringHold(campaign, change, now())
  await lifecycle.transitionChange(queries, subject, { event: `change-${event}`, actorUid })
  if (event === 'endorse') return
  await content.updateCampaign(campaign.id, update, queries)
  await fingerprints.save(queries, after)
  const changes = diffFields(campaign, after)
  await editHistory.record(queries, campaign.id, { changes, at: now() })
}

/** Locks the row in the embedded store, so that the status stays the same until the transaction ends. */
async function lock(
  { content }: DecisionsDeps,
  queries: Queries,
  { campaign, status }: { campaign: StoredCampaign; status: StoredCampaign['status'] },
): Promise<void> {
  if (!(await content.setCampaignStatus(campaign.id, { from: status, to: status }, queries)))
    throw new Refused('already-reviewed')
}

/** `endorse` for the first of two approvals. */
async function toApprovalEvent(
  { history, twoReviewersAbove }: DecisionsDeps,
  queries: Queries,
  { campaign, reviewer, version }: { campaign: StoredCampaign; reviewer: User; version: number },
): Promise<'approve' | 'endorse'> {
  const records = await history.list(campaign.id, queries)
  if (records.length !== version) throw new Refused('campaign-changed')
  if (campaign.goal <= twoReviewersAbove) return 'approve'
  const endorsement = findEndorsement(records)
  if (endorsement?.actorUid === reviewer.uid) throw new Refused('second-reviewer-needed')
  return endorsement ? 'approve' : 'endorse'
}

/** Any later event voids an endorsement, so that both reviewers approve the same content. */
export function findEndorsement(
  records: readonly TransitionRecord[],
): TransitionRecord | undefined {
  const latest = records.at(-1)
  return latest?.event === 'endorse' || latest?.event === 'change-endorse' ? latest : undefined
}

function refuseDuringHold(campaign: StoredCampaign, { proposed, at }: PendingChange, now: Date) {
  const isSameAccount = proposed.bankAccount.subAccountCode === campaign.bankAccount.subAccountCode
  if (!isSameAccount && now.getTime() - at.getTime() < bankAccountHoldMs)
    throw new Refused('change-too-early')
}
