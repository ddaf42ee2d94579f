import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import * as z from 'zod/mini'

import { brand } from '#shared/brand.ts'
import { bankNames } from '#shared/bank.ts'
import type { Kobo } from '#shared/money.ts'
import { reviewConflicts, type Conflict } from '#shared/moderation.ts'
import {
  reviewKinds,
  type ReviewItem,
  type ReviewQueue,
  type ReviewQueueQuery,
  type ReviewRow,
  type ImpersonationFinding,
  type RejectionGround,
  type ReviewChecks,
  approvalReasonSchema,
} from '#shared/review.ts'
import type { StaffListOrder } from '#shared/staff-list-limits.ts'
import { invalid } from '#shared/text/invalid.ts'
import { toFullName } from '#shared/full-name.ts'
import { findWarnings } from '#shared/review-warnings.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../../platform/database/sql.ts'
import { listDocuments, countDocuments } from '../documents/document-rows.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import type { User, Reviewer } from '../../platform/policy/actor.ts'
import type {
  PendingCampaign,
  StoredCampaign,
  ContentStore,
} from '../../providers/content/content.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import type { Consents } from '../lifecycle/consents.ts'
import type { CampaignHistory, TransitionRecord } from '../lifecycle/campaign-history.ts'
import {
  toCampaignChange,
  type PendingChanges,
  type PendingChange,
} from '../lifecycle/pending-changes.ts'
import type { Payees } from '../payee/payees.ts'
import type { CampaignResponses } from '../views/campaign-response.ts'
import type { HistoryResponses } from '../views/history-response.ts'
import { diffFields } from '../versions/campaign-fields.ts'
import { toReviewedCampaign, toVersionContent, type Versions } from '../versions/versions.ts'
import {
  findScheduled,
  deleteScheduled,
  refuseWhileScheduled,
  type ScheduledDecision,
} from './scheduled-decision-rows.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { approvePayee } from '../../money/payouts/approved-payees.ts'
import { Refused, fieldError } from '../../platform/http/context.ts'
import type {
  Decision as LifecycleDecision,
  Lifecycle,
  TransitionStep,
} from '../lifecycle/lifecycle.ts'
import { campaignTransitions, findTransition } from '../lifecycle/transition-rules.ts'
import { holdNewAccount, newAccountMs, type NewAccountDeps } from '../lifecycle/new-account.ts'
import { saveRejection, type Comparisons, type Fingerprints } from '../similarity/comparisons.ts'
import type { ImpersonationChecks } from './impersonation-checks.ts'
import { startStop } from '../../money/payouts/payout-stops.ts'
import type { TwoFactor } from '../../people/accounts/two-factor.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import { matchNames } from '../payee/name-match.ts'

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
  const filterWarned = openWarnedFilter(deps)
  return {
    /** Pending campaigns and changes: a page of rows, and the details of the first ones or of one. */
    async listQueue(reviewer: User, query: ReviewQueueQuery): Promise<ReviewQueue> {
      const { item, limit, after, kind } = query
      const order = query.order || 'first'
      const found = await findWaiting(deps, reviewer)
      const matching = found.filter((each) => isListed(deps, each, query))
      const listed = query.warnings ? await filterWarned(matching, query.warnings) : matching
      const sorted = listed
        .filter(({ row }) => !kind || row.kind === kind)
        .map((each) => ({ ...each, key: toKey(each.row, order) }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      if (order === 'newest') sorted.reverse()
      const isBefore = (key: string) => after && (order === 'newest' ? key >= after : key <= after)
      const rest = sorted.filter(({ key }) => !isBefore(key))
      const page = rest.slice(0, pageRows)
      const shown = item ? found.filter(({ row }) => row.id === item) : page.slice(0, limit)
      const banks = shown.length > 0 ? await listBankNames(deps.payments) : new Map()
      return {
        rows: page.map(({ row }) => row),
        items: await Promise.all(
          shown.map((each) => toReviewItem(deps, { reviewer, banks }, each)),
        ).then((items) => items.filter((each) => each !== undefined)),
        total: sorted.length,
        kinds: countKinds(listed),
        next: rest.length > pageRows ? (page.at(-1)?.key ?? null) : null,
      }
    },

    /** What the reviewer may decide now. */
    async listDecidable(reviewer: Reader) {
      const found = await findWaiting(deps, reviewer)
      return found.filter(({ row }) => row.kind !== 'others').map(({ row }) => row)
    },
  }
}

const pageRows = 50
const checksAtOnce = 8
/** A walk through the pages of the filter checks each submission once. */
const checkedFor = { max: 10_000, ttl: 600_000 }

/** Keeps those with warnings or those without. */
function openWarnedFilter(deps: ReviewsDeps) {
  const checked = new LRUCache<string, boolean>(checkedFor)
  const limit = pLimit(checksAtOnce)
  const check = async ({ id, submittedAt }: ReviewRow) => {
    const key = `${id} ${submittedAt}`
    const known = checked.get(key)
    if (known !== undefined) return known
    const found = await findReviewed(deps, id)
    const isWarned = found !== undefined && (await hasWarnings(deps, found))
    checked.set(key, isWarned)
    return isWarned
  }
  return async (waiting: readonly Waiting[], warnings: 'yes' | 'no') => {
    const warned = await Promise.all(waiting.map(({ row }) => limit(check, row)))
    return waiting.filter((_, index) => warned[index] === (warnings === 'yes'))
  }
}

function isListed(
  { twoReviewersAbove, now }: Pick<ReviewsDeps, 'twoReviewersAbove' | 'now'>,
  { row }: Waiting,
  { q, minHours, large }: ReviewQueueQuery,
): boolean {
  const words = `${row.title} ${row.owner}`.toLowerCase()
  const isOld = now().getTime() - Date.parse(row.submittedAt) >= minHours * 3_600_000
  return (
    (q === undefined || words.includes(q.toLowerCase())) &&
    isOld &&
    (!large || row.goal > twoReviewersAbove)
  )
}

/** What only others may decide comes last. */
const toKey = ({ kind, submittedAt, id }: ReviewRow, order: StaffListOrder) =>
  `${order === 'first' && kind === 'others' ? 1 : 0}~${Date.parse(submittedAt)}~${id}`

function countKinds(waiting: readonly Waiting[]) {
  const counts = Map.groupBy(waiting, ({ row }) => row.kind)
  return reviewKinds
    .map((kind) => ({ kind, count: counts.get(kind)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
}

type Reader = Pick<User, 'uid' | 'email'>

/** All that is pending, without its texts. A list of the store cannot know what this reviewer may decide. */
async function findWaiting(deps: ReviewsDeps, reviewer: Reader): Promise<Waiting[]> {
  const listed = await deps.changes.listPending()
  const changes = new Map(listed.map((change) => [change.id, change]))
  const pending = await deps.content.listPending([...changes.keys()])
  const ids = pending.map(({ id }) => id)
  const [conflicts, steps] = await Promise.all([
    deps.conflicts.list(deps.database, reviewer, pending),
    listSteps(deps, ids),
  ])
  return pending.map((campaign) => {
    const own = conflicts.get(campaign.id) ?? []
    const known = { own, step: steps.get(campaign.id), change: changes.get(campaign.id), reviewer }
    return { conflicts: own, row: toRow(campaign, known) }
  })
}

const stepRow = z.object({
  campaignId: z.string(),
  submittedAt: z.nullable(z.date()),
  latest: z.string(),
  by: z.string(),
})
type Step = z.output<typeof stepRow>

/** When each campaign was submitted, and its latest event. */
async function listSteps({ database }: Pick<ReviewsDeps, 'database'>, ids: readonly string[]) {
  const rows = await database.rows(
    stepRow,
    sql`select campaign_id as "campaignId", max(at) filter (where event = any(${[...submissionEvents]}::text[])) as "submittedAt",
          (array_agg(event order by at desc))[1] as latest, (array_agg(actor_uid order by at desc))[1] as by
        from campaign_history where campaign_id = any(${[...ids]}) group by campaign_id`,
  )
  return new Map(rows.map((row) => [row.campaignId, row]))
}

type Known = {
  own: readonly Conflict[]
  step: Step | undefined
  change: { title: string; goal: Kobo } | undefined
  reviewer: Reader
}

function toRow(campaign: PendingCampaign, { own, step, change, reviewer }: Known): ReviewRow {
  const isEndorsed = step?.latest === 'endorse' || step?.latest === 'change-endorse'
  const isBlocked =
    reviewConflicts.some((conflict) => own.includes(conflict)) ||
    // The second of two has to be another one.
    (isEndorsed && step.by === reviewer.uid)
  const pendingKind = change ? 'change' : 'campaign'
  const { title, goal } = change ?? campaign
  return {
    id: campaign.id,
    kind: isBlocked ? 'others' : isEndorsed ? 'second' : pendingKind,
    title,
    owner: `${campaign.owner.firstname} ${campaign.owner.lastname}`,
    goal,
    submittedAt: (step?.submittedAt ?? campaign.createdAt).toISOString(),
  }
}

/** Empty after the timeout, because the queue is usable without the names of banks. */
async function listBankNames(payments: ReviewsDeps['payments']): Promise<Map<string, string>> {
  const timeout = delay(banksTimeoutMs, [], { ref: false })
  return bankNames(await Promise.race([payments.listBanks(), timeout]))
}

type Waiting = { conflicts: readonly Conflict[]; row: ReviewRow }

/** Undefined: decided meanwhile. */
async function findReviewed(deps: ReviewsDeps, id: string): Promise<Reviewed | undefined> {
  const stored = await deps.content.findCampaign(id)
  const change = await deps.changes.find(id)
  if (stored && change?.status === 'pending') return toReviewed(deps, stored, change)
  return stored?.status === 'pending' ? { campaign: stored } : undefined
}

/** The campaign as it would be, and if it only changes, as it is and as a reviewer approved it. */
type Reviewed = { campaign: StoredCampaign; before?: StoredCampaign; approved?: StoredCampaign }

/** Edits that went live since the last approval belong to what the reviewer approves now. */
async function toReviewed(
  { versions }: Pick<Deps, 'versions'>,
  before: StoredCampaign,
  change: PendingChange,
): Promise<Reviewed> {
  const approved = toReviewedCampaign(before, (await versions.findReviewed(before.id))?.content)
  return { campaign: { ...before, ...toCampaignChange(change) }, before, approved }
}

async function toReviewItem(
  deps: ReviewsDeps,
  { reviewer, banks }: { reviewer: User; banks: Map<string, string> },
  { row, conflicts }: Waiting,
): Promise<ReviewItem | undefined> {
  // Before the campaign, so that one whose decision is applied meanwhile is never shown as undecided.
  const decision = await findDecision(deps, row.id, reviewer)
  const found = await findReviewed(deps, row.id)
  if (!found) return undefined
  const { before, approved, campaign } = found
  const records = await deps.history.list(campaign.id)
  const transitions = await deps.historyResponses.toTransitions(
    before ?? campaign,
    records,
    reviewer,
  )
  const { bankAccount, contact, goal } = campaign
  const checks = await runReviewChecks(deps, campaign, approved)
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
    ...decision,
    transitions,
    changes: approved ? diffFields(approved, campaign) : [],
    difference: approved
      ? { before: toVersionContent(approved), after: toVersionContent(campaign) }
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

/** `version` is the length of the history that the reviewer saw. Approvals and rejections are refused after later changes. */
type Decision = ScheduledDecision | { event: 'ask'; reason: string }

export type Decisions = ReturnType<typeof openDecisions>

type DecisionsDeps = NewAccountDeps & {
  content: Pick<ContentStore, 'findUserByUid'>
  history: CampaignHistory
  lifecycle: Lifecycle
  changes: PendingChanges
  impersonationChecks: ImpersonationChecks
  reviewWarnings: ReviewWarnings
  conflicts: Conflicts
  payees: Pick<Payees, 'planApproval'>
  twoReviewersAbove: Kobo
  firstPayout: FirstPayout
}
type Approval = {
  campaign: StoredCampaign
  reviewer: Reviewer
  change: PendingChange | undefined
  version: number
  reason?: string | undefined
  findings: readonly ImpersonationFinding[]
  lacksReason: boolean
}

/** Reviewers' decisions (readings P3). Goals above `twoReviewersAbove` need two different reviewers. */
export function openDecisions(deps: DecisionsDeps) {
  const { lifecycle } = deps
  return {
    /** `scheduledId` is the scheduled decision that takes effect. Any other decision is refused while one is scheduled. */
    async decide(
      campaign: StoredCampaign,
      reviewer: Reviewer,
      decision: Decision,
      scheduledId?: string,
    ): Promise<void> {
      const review = { campaign, reviewer, decision, scheduledId }
      await lifecycle.transition(campaign, await planDecision(deps, review))
    },

    /** Refuses what `decide` refuses, and writes only `record`. */
    async check(
      campaign: StoredCampaign,
      reviewer: Reviewer,
      decision: Decision,
      record: (queries: Transaction) => Promise<void>,
    ): Promise<void> {
      const plan = await planDecision(deps, { campaign, reviewer, decision })
      await lifecycle.check(campaign, plan, record)
    },
  }
}

type Review = {
  campaign: StoredCampaign
  reviewer: Reviewer
  decision: Decision
  scheduledId?: string | undefined
}

async function planDecision(
  deps: DecisionsDeps,
  { campaign, reviewer, decision, scheduledId }: Review,
): Promise<LifecycleDecision> {
  const change = await deps.changes.find(campaign.id)
  const isApproval = decision.event === 'approve'
  const findings = isApproval ? await deps.impersonationChecks.find(campaign, change) : []
  const lacksReason =
    isApproval && (await deps.reviewWarnings.lacksReason(campaign, change, decision.reason))
  const isChange = change !== undefined
  // Read before the transaction begins: a hosted store answers over the network.
  const owner = isChange ? await deps.content.findUserByUid(campaign.ownerUid) : undefined
  return {
    event: isChange ? `change-${decision.event}` : decision.event,
    async decide(queries, current) {
      await deps.conflicts.refuse(queries, reviewer, campaign, reviewConflicts)
      await refuseWhileScheduled(queries, campaign.id, scheduledId)
      const review = { campaign: current, reviewer, findings, lacksReason, change }
      const step = isApproval
        ? await planApproval(deps, queries, { ...review, ...decision })
        : await planRefusal(deps, queries, { ...review, decision })
      const applyPayee = isApproval && (await deps.payees.planApproval(queries, current, change))
      const record = async (transaction: Transaction) => {
        if (decision.event === 'reject')
          await saveRejection(transaction, campaign, { ground: decision.ground, at: deps.now() })
        if (applyPayee && !step.event.endsWith('endorse')) await applyPayee(transaction, deps.now())
        const approved = { campaign: current, reviewerUid: reviewer.uid, at: deps.now() }
        if (step.event === 'approve')
          await startFirstPayout(transaction, deps.firstPayout, approved)
        const after = { ...current, ...step.fields }
        const isNew = after.bankAccount.subAccountCode !== current.bankAccount.subAccountCode
        if (step.event === 'approve' || (step.event === 'change-approve' && isNew))
          await approvePayee(transaction, after, { by: reviewer.uid, at: deps.now() })
        if (step.event === 'change-approve')
          await holdNewAccount(deps, transaction, { campaign: current, owner, fields: step.fields })
        if (scheduledId !== undefined) await deleteScheduled(transaction, scheduledId)
      }
      return [{ ...step, record }]
    },
  }
}

/** The step of a rejection or a question. */
async function planRefusal(
  deps: DecisionsDeps,
  queries: Queries,
  {
    campaign,
    reviewer,
    change,
    decision,
  }: Pick<Approval, 'campaign' | 'reviewer' | 'change'> & {
    decision: Exclude<Decision, { event: 'approve' }>
  },
): Promise<TransitionStep> {
  const { event } = decision
  if (!change && !findTransition(campaignTransitions, campaign.status, event))
    throw new Refused('already-reviewed')
  if (event === 'reject')
    refuseChanged(await deps.history.list(campaign.id, queries), decision.version)
  const step = { actorUid: reviewer.uid, reason: toReason(decision) }
  return change ? { ...step, event: `change-${event}`, change } : { ...step, event }
}

/** The reviewer decides on what was shown. */
function refuseChanged(records: readonly TransitionRecord[], version: number): void {
  if (records.length !== version) throw new Refused('campaign-changed')
}

/** The step of an approval of the campaign, or of its pending change. */
async function planApproval(
  deps: DecisionsDeps,
  queries: Queries,
  approval: Approval,
): Promise<TransitionStep> {
  const { campaign, reviewer, change, reason = '' } = approval
  // An approval is for campaigns that wait for one.
  if (!change && campaign.status !== 'pending') throw new Refused('already-reviewed')
  const fields = change && toCampaignChange(change)
  const after = { ...campaign, ...fields }
  const event = await toApprovalEvent(deps, queries, { ...approval, campaign: after })
  const step = { actorUid: reviewer.uid, ...(reason !== '' && { reason }) }
  if (!change) return { ...step, event }
  if (event === 'endorse') return { ...step, event: 'change-endorse', change }
  refuseDuringHold(campaign, change, deps.now())
  return { ...step, event: 'change-approve', change, ...(fields && { fields }) }
}

/** `endorse` for the first of two approvals. */
async function toApprovalEvent(
  deps: DecisionsDeps,
  queries: Queries,
  { campaign, reviewer, version, findings, lacksReason }: Approval,
): Promise<'approve' | 'endorse'> {
  const records = await deps.history.list(campaign.id, queries)
  refuseChanged(records, version)
  if (findings.length > 0 && (await countDocuments(queries, campaign.id)) === 0)
    throw new Refused('document-needed')
  if (lacksReason) throw fieldError('reason', invalid.approvalReason)
  if (campaign.goal <= deps.twoReviewersAbove && findings.length === 0) return 'approve'
  const endorsement = findEndorsement(records)
  if (endorsement?.actorUid === reviewer.uid) throw new Refused('second-reviewer-needed')
  return endorsement ? 'approve' : 'endorse'
}

/** Any later event voids an endorsement, so that both reviewers approve the same content. */
function findEndorsement(records: readonly TransitionRecord[]): TransitionRecord | undefined {
  const latest = records.at(-1)
  return latest?.event === 'endorse' || latest?.event === 'change-endorse' ? latest : undefined
}

function refuseDuringHold(campaign: StoredCampaign, { proposed, at }: PendingChange, now: Date) {
  const isSameAccount = proposed.bankAccount.subAccountCode === campaign.bankAccount.subAccountCode
  if (!isSameAccount && now.getTime() - at.getTime() < newAccountMs)
    throw new Refused('change-too-early')
}

const rejectionSentences: Record<RejectionGround, string> = {
  unclear: 'The campaign does not say clearly who needs help and what the money will pay for.',
  unverifiable: 'We could not verify what the campaign says.',
  'not-own': 'Photos or text in the campaign belong to someone else.',
  forbidden: `${brand} does not allow raising money for this.`,
  account: "The bank account doesn't match the beneficiary.",
  other: '',
}

/** What the owner reads: the sentence for the ground of a rejection, and the reviewer's own words. */
function toReason(
  decision:
    | { event: 'ask'; reason: string }
    | { event: 'reject'; ground: RejectionGround; reason: string },
): string {
  if (decision.event === 'ask') return decision.reason
  const paragraphs = [rejectionSentences[decision.ground], decision.reason]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

/** What the first payout waits for beside the confirmation of the payee, as the settings have it. */
type FirstPayout = { waitDays: number; needsReviewer: boolean }

type Approved = { campaign: StoredCampaign; reviewerUid: string; at: Date }

const dayMs = 86_400_000

/** Starts the stops of a campaign that has just been approved. */
async function startFirstPayout(
  queries: Transaction,
  { waitDays, needsReviewer }: FirstPayout,
  { campaign, reviewerUid, at }: Approved,
): Promise<void> {
  const { id: campaignId, bankAccount } = campaign
  const stop = { campaignId, subAccountCode: bankAccount.subAccountCode, at }
  const until = new Date(at.getTime() + waitDays * dayMs)
  if (waitDays > 0) await startStop(queries, { ...stop, kind: 'waiting-days', until })
  if (needsReviewer) await startStop(queries, { ...stop, kind: 'reviewer', askedBy: reviewerUid })
}

type ReviewCheckDeps = {
  content: ContentStore
  identity: Pick<Identity, 'findAccount'>
  twoFactor: Pick<TwoFactor, 'getState'>
  fingerprints: Fingerprints
  comparisons: Comparisons
  impersonationChecks: ImpersonationChecks
  now: () => Date
}

async function runReviewChecks(
  deps: ReviewCheckDeps,
  campaign: StoredCampaign,
  before?: StoredCampaign,
): Promise<ReviewChecks> {
  const { content, identity, twoFactor, fingerprints, impersonationChecks, comparisons, now } = deps
  const { ownerUid } = campaign
  const [people, account, twoFactorState, texts, images] = await Promise.all([
    impersonationChecks.findPeople(campaign),
    identity.findAccount(ownerUid),
    twoFactor.getState(ownerUid),
    fingerprints.findSimilarTexts(campaign),
    fingerprints.findSimilarImages(campaign),
  ])
  const { owner, accountHolder, payee } = people
  const findOther = (id: string) => findOtherCampaign(content, id, ownerUid)
  const similarTexts = texts.map(async ({ campaignId, share }) => {
    const other = await findOther(campaignId)
    return other && { ...other, percent: Math.round(share * 100) }
  })
  return {
    emailVerified: owner?.emailVerified ?? false,
    twoFactor: twoFactorState.isOn,
    accountAgeDays:
      account === undefined
        ? null
        : Math.floor((now().getTime() - account.createdAt.getTime()) / dayMs),
    bankAccountName: accountHolder,
    bankAccountMatch: matchNames(accountHolder, payee?.name || toFullName(owner)),
    impersonation: await impersonationChecks.findIn(campaign, people, before),
    similarNames: await comparisons.findSimilarNames(campaign),
    accountOwners: await comparisons.countAccountOwners(campaign),
    rejections: await comparisons.findRejections(campaign),
    similarImages: withoutMissing(await Promise.all(images.map(findOther))),
    similarTexts: withoutMissing(await Promise.all(similarTexts)),
  }
}

async function findOtherCampaign(content: ContentStore, campaignId: string, ownerUid: string) {
  const found = await content.findCampaign(campaignId)
  if (!found) return undefined
  const { id, slug, title } = found
  return { id, slug, title, isSameOwner: found.ownerUid === ownerUid }
}

function withoutMissing<Value>(values: readonly (Value | undefined)[]): Value[] {
  return values.filter((value) => value !== undefined)
}

type ReviewWarnings = ReturnType<typeof openReviewWarnings>

type Deps = ReviewCheckDeps & { versions: Pick<Versions, 'findReviewed'> }

async function hasWarnings(deps: ReviewCheckDeps, { campaign, approved }: Reviewed) {
  return findWarnings(await runReviewChecks(deps, campaign, approved)).length > 0
}

/** The warnings that the review page shows of a campaign or of its pending change. */
export const openReviewWarnings = (deps: Deps) => ({
  /** Whether an approval with this reason leaves a warning without an explanation. */
  async lacksReason(
    campaign: StoredCampaign,
    change: PendingChange | undefined,
    reason = '',
  ): Promise<boolean> {
    if (approvalReasonSchema.safeParse({ reason }).success) return false
    return hasWarnings(deps, change ? await toReviewed(deps, campaign, change) : { campaign })
  },
})
