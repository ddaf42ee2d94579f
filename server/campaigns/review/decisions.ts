import type { Kobo } from '#shared/money.ts'

import type { Database, Queries } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { User } from '../../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory, PastMove } from '../lifecycle/campaign-history.ts'
import { differences } from '../lifecycle/campaign-fields.ts'
import { changedBy, type Changes, type OpenChange } from '../lifecycle/pending-changes.ts'
import type { Course } from '../lifecycle/transitions.ts'
import type { EditHistory } from '../editing/edit-history.ts'
import type { Prints } from '../similarity/fingerprints.ts'

/** `version` is how long the history was when the reviewer read the campaign: nothing is approved that nobody has read. */
export type Decision =
  | { event: 'approve'; version: number }
  | { event: 'ask' | 'reject'; reason: string }

export type Decisions = ReturnType<typeof openDecisions>

type Parts = {
  database: Database
  content: ContentStore
  history: CampaignHistory
  course: Course
  changes: Changes
  editHistory: EditHistory
  prints: Prints
  twoReviewersAbove: Kobo
  now: () => Date
}
type Deciding = { campaign: StoredCampaign; change: OpenChange; reviewer: User; decision: Decision }

/** A new bank account: whoever had their session stolen has so long to notice the mail. */
const accountHoldMs = 72 * 3_600_000

/** What reviewers decide (readings P3): once for each campaign, nobody on their own, and two people where much is at stake. */
export function openDecisions(parts: Parts) {
  const { database, changes } = parts
  return {
    async decide(campaign: StoredCampaign, reviewer: User, decision: Decision): Promise<void> {
      if (campaign.ownerUid === reviewer.uid) throw new Refused('own-campaign')
      const change = await changes.find(campaign.id)
      await database.transaction((queries) =>
        change
          ? decideChange(parts, queries, { campaign, change, reviewer, decision })
          : decideCampaign(parts, queries, { campaign, reviewer, decision }),
      )
    },
  }
}

async function decideCampaign(
  parts: Parts,
  queries: Queries,
  { campaign, reviewer, decision }: Omit<Deciding, 'change'>,
): Promise<void> {
  const { course } = parts
  const { event } = decision
  if (event !== 'approve')
    return course.take(queries, campaign, { actorUid: reviewer.uid, ...decision })
  await hold(parts, queries, { campaign, status: 'pending' })
  const approved = await approval(parts, queries, { campaign, reviewer, version: decision.version })
  await course.take(queries, campaign, { event: approved, actorUid: reviewer.uid })
}

async function decideChange(
  parts: Parts,
  queries: Queries,
  { campaign, change, reviewer, decision }: Deciding,
): Promise<void> {
  const { course, content, editHistory, prints, now } = parts
  const subject = { campaign, change }
  const actorUid = reviewer.uid
  if (decision.event !== 'approve') {
    const doing = { event: `change-${decision.event}`, actorUid, reason: decision.reason } as const
    return course.takeChange(queries, subject, doing)
  }
  await hold(parts, queries, { campaign, status: 'approved' })
  const after = { ...campaign, ...changedBy(change, campaign) }
  const approved = await approval(parts, queries, { ...decision, campaign: after, reviewer })
  if (approved === 'approve') refuseEarly(campaign, change, now())
  await course.takeChange(queries, subject, { event: `change-${approved}`, actorUid })
  if (approved === 'endorse') return
  await content.updateCampaign(campaign.id, changedBy(change, campaign), queries)
  await prints.remember(queries, after)
  const edited = { changes: differences(campaign, after), at: now() }
  await editHistory.record(queries, campaign.id, edited)
}

/** From here on nobody else moves it, where its row can be held. */
async function hold(
  { content }: Parts,
  queries: Queries,
  { campaign, status }: { campaign: StoredCampaign; status: StoredCampaign['status'] },
): Promise<void> {
  if (!(await content.setCampaignStatus(campaign.id, { from: status, to: status }, queries)))
    throw new Refused('already-reviewed')
}

/** The first of two approvals, or the one that counts. */
async function approval(
  { history, twoReviewersAbove }: Parts,
  queries: Queries,
  { campaign, reviewer, version }: { campaign: StoredCampaign; reviewer: User; version: number },
): Promise<'approve' | 'endorse'> {
  const past = await history.list(campaign.id, queries)
  if (past.length !== version) throw new Refused('campaign-changed')
  if (campaign.goal <= twoReviewersAbove) return 'approve'
  const first = endorsementIn(past)
  if (first?.actorUid === reviewer.uid) throw new Refused('second-reviewer-needed')
  return first ? 'approve' : 'endorse'
}

/** Whatever was done after it makes the first approval void: the second person must have read the same. */
export function endorsementIn(past: readonly PastMove[]): PastMove | undefined {
  const newest = past.at(-1)
  return newest?.event === 'endorse' || newest?.event === 'change-endorse' ? newest : undefined
}

function refuseEarly(campaign: StoredCampaign, { proposed, at }: OpenChange, now: Date) {
  const isSameAccount = proposed.bankAccount.subAccountCode === campaign.bankAccount.subAccountCode
  if (!isSameAccount && now.getTime() - at.getTime() < accountHoldMs)
    throw new Refused('change-too-early')
}
