import { setTimeout as delay } from 'node:timers/promises'

import { bankNames } from '#shared/bank.ts'
import type { Kobo } from '#shared/money.ts'
import { reviewConflicts, type Conflict } from '#shared/moderation.ts'
import { maxReviewItems } from '#shared/review-step.ts'
import type { ReviewItem, ReviewQueue } from '#shared/review.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../../platform/database/sql.ts'
import { listDocuments } from '../documents/document-rows.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import type { Consents } from '../lifecycle/consents.ts'
import type { CampaignHistory, TransitionRecord } from '../lifecycle/campaign-history.ts'
import { toCampaignChange, type PendingChanges } from '../lifecycle/pending-changes.ts'
import type { Payees } from '../payee/payees.ts'
import type { CampaignResponses } from '../views/campaign-response.ts'
import type { HistoryResponses } from '../views/history-response.ts'
import { diffFields } from '../versions/campaign-fields.ts'
import { toReviewedCampaign, toVersionContent, type Versions } from '../versions/versions.ts'
import { findEndorsement } from './decisions.ts'
import { findScheduled } from './scheduled-decision-rows.ts'
import { runReviewChecks, type ReviewCheckDeps } from './review-checks.ts'

export type Reviews = ReturnType<typeof openReviews>

type ReviewsDeps = ReviewCheckDeps &
  Pick<Foundation, 'database' | 'now'> & {
    responses: CampaignResponses
    history: CampaignHistory
    consents: Pick<Consents, 'list'>
    payees: Pick<Payees, 'findShown'>
    changes: PendingChanges
    historyResponses: HistoryResponses
    versions: Pick<Versions, 'findReviewed'>
    conflicts: Pick<Conflicts, 'list'>
    payments: Pick<Payments, 'listBanks'>
    twoReviewersAbove: Kobo
  }

const banksTimeoutMs = 1_000

/** The reviewers' queue (readings P3). */
export function openReviews(deps: ReviewsDeps) {
  return {
    /**
     * Pending campaigns and pending changes of approved campaigns, longest waiting first. What the reviewer may not decide comes last, so that
     * it hides nothing.
     */
    async listQueue(reviewer: User, limit: number): Promise<ReviewQueue> {
      const banks = listBankNames(deps.payments)
      const campaigns = await takeDecidable(deps, reviewer, limit, listPendingCampaigns(deps))
      const changes = await takeDecidable(deps, reviewer, limit, listPendingChanges(deps))
      const known = { reviewer, banks: await banks }
      const toItems = async (waiting: readonly Waiting[]) => {
        const items = await Promise.all(waiting.map((each) => toReviewItem(deps, known, each)))
        return items.toSorted((one, other) => one.submittedAt.localeCompare(other.submittedAt))
      }
      const decidable = await toItems([...campaigns.decidable, ...changes.decidable])
      const rest = [...campaigns.others, ...changes.others]
      const others = await toItems(rest.slice(0, Math.max(0, limit - decidable.length)))
      const isWhole =
        campaigns.isWhole && changes.isWhole && decidable.length + rest.length <= limit
      return { items: [...decidable, ...others].slice(0, limit), hasMore: !isWhole }
    },
  }
}

async function* listPendingCampaigns({ content }: Pick<ReviewsDeps, 'content'>) {
  let after: string | undefined
  do {
    // eslint-disable-next-line no-await-in-loop -- a page begins where the last one ended
    const { campaigns, next } = await content.listCampaigns(
      { status: 'pending' },
      { limit: maxReviewItems, order: 'oldest', ...(after !== undefined && { after }) },
    )
    yield campaigns.map((campaign) => ({ campaign }))
    after = next ?? undefined
  } while (after !== undefined)
}

/** More changes than reviewers decide in a day. */
const maxChanges = 1_000

async function* listPendingChanges({ changes, content }: Pick<ReviewsDeps, 'changes' | 'content'>) {
  const pending = await changes.listPending(maxChanges)
  for (let at = 0; at < pending.length; at += maxReviewItems) {
    // eslint-disable-next-line no-await-in-loop -- later changes are read only when these are not enough
    const changed = await Promise.all(
      pending.slice(at, at + maxReviewItems).map(async (change) => {
        const before = await content.findCampaign(change.campaignId)
        return before && { before, campaign: { ...before, ...toCampaignChange(change) } }
      }),
    )
    yield changed.filter((each) => each !== undefined)
  }
}

/** Reads until `limit` items are found that the reviewer may decide. */
async function takeDecidable(
  deps: ReviewsDeps,
  reviewer: User,
  limit: number,
  pages: AsyncIterable<Omit<Waiting, 'conflicts'>[]>,
) {
  const decidable: Waiting[] = []
  const others: Waiting[] = []
  for await (const page of pages) {
    const subjects = page.map(({ campaign }) => campaign)
    const conflicts = await deps.conflicts.list(deps.database, reviewer, subjects)
    for (const each of page) {
      if (decidable.length === limit) return { decidable, others, isWhole: false }
      const found = conflicts.get(each.campaign.id) ?? []
      const isBlocked =
        reviewConflicts.some((conflict) => found.includes(conflict)) ||
        // Only who approved it before can be the first of two.
        (found.includes('approved') && (await isEndorsedBy(deps, each.campaign.id, reviewer)))
      ;(isBlocked ? others : decidable).push({ ...each, conflicts: found })
    }
  }
  return { decidable, others, isWhole: true }
}

const isEndorsedBy = async (
  { history }: Pick<ReviewsDeps, 'history'>,
  campaignId: string,
  { uid }: User,
) => findEndorsement(await history.list(campaignId))?.actorUid === uid

/** Empty after the timeout, because the queue is usable without the names of banks. */
async function listBankNames(payments: ReviewsDeps['payments']): Promise<Map<string, string>> {
  const timeout = delay(banksTimeoutMs, [], { ref: false })
  return bankNames(await Promise.race([payments.listBanks(), timeout]))
}

type Waiting = {
  campaign: StoredCampaign
  before?: StoredCampaign
  conflicts: readonly Conflict[]
}
/** What is read once for all items. */
type Known = {
  reviewer: User
  banks: Map<string, string>
}

async function toReviewItem(
  deps: ReviewsDeps,
  { reviewer, banks }: Known,
  { campaign, before, conflicts }: Waiting,
): Promise<ReviewItem> {
  const records = await deps.history.list(campaign.id)
  const transitions = await deps.historyResponses.toTransitions(
    before ?? campaign,
    records,
    reviewer,
  )
  const { bankAccount, contact, goal } = campaign
  // Edits that went live since the last approval belong to what the reviewer approves now.
  const reviewed =
    before && toReviewedCampaign(before, (await deps.versions.findReviewed(before.id))?.content)
  const checks = await runReviewChecks(deps, campaign, reviewed)
  return {
    kind: before ? 'change' : 'campaign',
    campaign: await deps.responses.toDetail(campaign, reviewer),
    isContactPublic: contact.isPublic,
    version: records.length,
    submittedAt: (findSubmittedAt(records) ?? campaign.createdAt).toISOString(),
    ...toBankFacts(banks, bankAccount),
    consents: await deps.consents.list(campaign.id),
    payee: await deps.payees.findShown(campaign, bankAccount),
    needsSecondApproval: goal > deps.twoReviewersAbove || checks.impersonation.length > 0,
    documents: await listDocuments(deps.database, sql`campaign_id = ${campaign.id}`),
    ...toEndorsement(records, transitions, reviewer),
    ...(await findDecision(deps, campaign.id, reviewer)),
    transitions,
    changes: reviewed ? diffFields(reviewed, campaign) : [],
    difference: reviewed
      ? { before: toVersionContent(reviewed), after: toVersionContent(campaign) }
      : null,
    checks,
    conflicts: reviewConflicts.filter((conflict) => conflicts.includes(conflict)),
  }
}

function toEndorsement(
  records: readonly TransitionRecord[],
  transitions: ReviewItem['transitions'],
  { uid }: User,
) {
  const endorsement = findEndorsement(records)
  return {
    endorsedBy: endorsement ? (transitions.at(-1)?.name ?? '') : null,
    isEndorsedByReader: endorsement?.actorUid === uid,
  }
}

/** Other reviewers see that a decision is under way, and not why an earlier one was not applied. */
async function findDecision(
  { database, now }: Pick<ReviewsDeps, 'database' | 'now'>,
  campaignId: string,
  { uid }: User,
): Promise<Pick<ReviewItem, 'scheduled' | 'unapplied'>> {
  const row = await findScheduled(database, campaignId)
  if (!row) return { scheduled: null, unapplied: null }
  const { event, reviewerUid, effectiveAt, refusal } = row
  const isOwn = reviewerUid === uid
  if (refusal) return { scheduled: null, unapplied: isOwn ? refusal : null }
  const secondsLeft = Math.max(0, Math.ceil((effectiveAt.getTime() - now().getTime()) / 1_000))
  return { scheduled: { event, isOwn, secondsLeft }, unapplied: null }
}

function toBankFacts(
  banks: Map<string, string>,
  { bankCode, last4 }: StoredCampaign['bankAccount'],
) {
  return { accountNumberLast4: last4, bankCode, bankName: banks.get(bankCode) ?? null }
}

const submissionEvents: ReadonlySet<string> = new Set([
  'submit',
  'resubmit',
  'answer',
  'change-propose',
  'change-answer',
])

function findSubmittedAt(records: readonly TransitionRecord[]): Date | undefined {
  return records.findLast(({ event }) => submissionEvents.has(event))?.at
}
