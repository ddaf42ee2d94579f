import * as z from 'zod/mini'

import type { CampaignEvent } from '#shared/campaign-history.ts'
import type { CampaignStatus } from '#shared/campaign.ts'
import {
  appealDays,
  type DecisionKind,
  type Statement,
  statementSchema,
  type AppealOutcome,
  type CaseOutcome,
  type TakedownForm,
} from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import { takedownSchema, type TakedownGround, type Takedown } from '#shared/takedown.ts'

import type { CampaignHistory } from '../../campaigns/lifecycle/campaign-history.ts'
import {
  lifecycleMail,
  type TransitionStep,
  type Lifecycle,
} from '../../campaigns/lifecycle/lifecycle.ts'
import { applyHoldsSoon, startStop } from '../../money/payouts/payout-stops.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Outbox, Mail } from '../../platform/mail/mail.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { StoredCampaign, ContentStore } from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { texts } from '../../text/texts.ts'
import { closeCase, type CaseSubject } from './cases.ts'
import type { Conflicts } from './conflicts.ts'

const decisionRow = z.extend(z.omit(statementSchema, { appealUntil: true }), {
  actorUid: z.string(),
  at: z.date(),
})
export type DecisionInForce = z.output<typeof decisionRow>

/** The decision against the campaign that its organiser can appeal: its takedown, else its freeze, else its rejection. */
export async function findDecisionInForce(
  queries: Queries,
  { id, status }: Pick<StoredCampaign, 'id' | 'status'>,
): Promise<DecisionInForce | undefined> {
  const decision = await queries.row(
    decisionRow,
    sql`select kind, ground, public_reason as "publicReason", reason, report_reasons as "reportReasons",
        actor_uid as "actorUid", at
      from moderation_decision where campaign_id = ${id} and ended_at is null order by kind desc limit 1`,
  )
  if (decision || status !== 'rejected') return decision
  return queries.row(
    decisionRow,
    sql`select 'rejection' as kind, null as ground, null as "publicReason", coalesce(reason, '') as reason,
        '{}'::text[] as "reportReasons", actor_uid as "actorUid", at
      from campaign_history where campaign_id = ${id} and event = 'reject' order by at desc limit 1`,
  )
}

export function getAppealEnd(at: Date): Date {
  return new Date(at.getTime() + appealDays * 86_400_000)
}

/** Without the reviewer, whom organisers do not learn. */
export function toStatement({ actorUid: _actor, ...decision }: DecisionInForce): Statement {
  return {
    ...decision,
    at: decision.at.toISOString(),
    appealUntil: getAppealEnd(decision.at).toISOString(),
  }
}

/** True while the decision of this kind and time holds. */
export async function isInForce(
  queries: Queries,
  campaign: Pick<StoredCampaign, 'id' | 'status'>,
  { kind, decidedAt }: { kind: DecisionKind; decidedAt: Date },
): Promise<boolean> {
  const decision = await findDecisionInForce(queries, campaign)
  return decision?.kind === kind && decision.at.getTime() === decidedAt.getTime()
}

type NewDecision = { reason: string; actorUid: string; at: Date; caseId: number } & (
  | { kind: 'freeze' }
  | {
      kind: 'takedown'
      ground: TakedownGround
      publicReason: string
      statusBefore: CampaignStatus
    }
)

/** Stores the decision with the reasons of its case's reports, never the reporters. Returns the statement of reasons. */
async function insertDecision(
  queries: Transaction,
  campaignId: string,
  decision: NewDecision,
): Promise<Statement> {
  const { kind, reason, actorUid, at, caseId } = decision
  const { ground, publicReason, statusBefore } =
    kind === 'takedown' ? decision : { ground: null, publicReason: null, statusBefore: null }
  const row = await queries.value(
    z.array(z.enum(reportReasons)),
    sql`insert into moderation_decision (
        campaign_id, case_id, kind, ground, public_reason, reason, report_reasons, actor_uid, at, status_before)
      values (${campaignId}, ${caseId}, ${kind}, ${ground}, ${publicReason}, ${reason},
        array(select distinct campaign_report.reason from campaign_report where case_id = ${caseId} order by 1),
        ${actorUid}, ${at}, ${statusBefore})
      returning report_reasons as "reportReasons"`,
  )
  return toStatement({ kind, ground, publicReason, reason, reportReasons: row ?? [], actorUid, at })
}

type Owner = { email: string } | undefined
type StatementNotice = { campaign: StoredCampaign; owner: Owner; statement: Statement }

/** Mails the statement of reasons to the organiser, in the transaction of the decision. */
async function sendStatement(
  { outbox, publicUrl }: { outbox: Outbox; publicUrl: string },
  queries: Transaction,
  { campaign, owner, statement }: StatementNotice,
): Promise<void> {
  if (!owner) return
  const { id, title, ownerUid } = campaign
  const reader = { to: owner.email, language: await findLanguage(queries, ownerUid) }
  const url = new URL(`/dashboard/campaign/${id}`, publicUrl).href
  await outbox.enqueue(queries, statementMail(reader, { title, statement, url }))
}

/** Condition: the campaign is taken down now. */
export const isTakenDown = (campaignId: string | Sql): Sql => sql`exists (
  select from moderation_decision
  where campaign_id = ${campaignId} and kind = 'takedown' and ended_at is null)`

/** What everyone may know about the takedown of a campaign. */
export function findTakedown(queries: Queries, campaignId: string): Promise<Takedown | undefined> {
  return queries.row(
    takedownSchema,
    sql`select ground, public_reason as reason, at from moderation_decision
      where campaign_id = ${campaignId} and kind = 'takedown' and ended_at is null`,
  )
}

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
  const mail = lifecycleMail({ to: owner.email, language }, 'unfreeze', { title, reason: '', url })
  if (mail) await outbox.enqueue(queries, mail)
}

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
  const before = await queries.value(
    z.enum(['approved', 'ended', 'cancelled']),
    sql`select status_before from moderation_decision
      where campaign_id = ${id} and kind = 'takedown' and ended_at is null`,
  )
  if (before === undefined) throw new Refused('campaign-status-changed')
  return {
    event: events[before],
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

type AppealData = {
  title: string
  kind: DecisionKind
  outcome: AppealOutcome
  reason: string
  url: string
}

/** To the organiser who appealed. */
export function appealMail(
  reader: Reader,
  { title, kind, outcome, reason, url }: AppealData,
): Mail {
  const text = texts[reader.language].moderation
  return writeMail({ ...reader, reason: 'organiser' }, `${text.appealSubject}: ${title}`, [
    text.appealLead({ title }),
    text.outcomes[outcome][kind],
    text.reviewerWrote,
    ...reason.split(/\n{2,}/),
    { label: text.toCampaign, url },
  ])
}

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

type StatementData = { title: string; statement: Statement; url: string }

/** The statement of reasons, to the organiser: what was decided, on which facts, by which rule, by whom, and how to appeal. */
export function statementMail(reader: Reader, { title, statement, url }: StatementData): Mail {
  const { moderation: text, moderationSentences: sentences } = texts[reader.language]
  const { kind, ground, publicReason, reason, reportReasons, appealUntil } = statement
  const { subject, lead } = text.decisions[kind === 'takedown' ? 'takedown' : 'freeze']
  const reasons = reportReasons.map((each) => sentences.reasons[each]).join('; ')
  return writeMail({ ...reader, reason: 'organiser' }, `${subject}: ${title}`, [
    lead({ title }),
    reasons === '' ? text.noReports : text.reports({ reasons }),
    ...(ground ? [sentences.grounds[ground]] : []),
    ...(publicReason ? [text.publicReason, publicReason] : []),
    text.reviewerWrote,
    ...reason.split(/\n{2,}/),
    text.person,
    text.appeal({ until: day.format(new Date(appealUntil)) }),
    { label: text.toCampaign, url },
  ])
}

type OutcomeData = { title: string; reference: string; outcome: CaseOutcome }

/** To a reporter. Says nothing about the organiser and the reviewer. */
export function reportOutcomeMail(
  reader: Reader,
  { title, reference, outcome }: OutcomeData,
): Mail {
  const text = texts[reader.language].moderation
  return writeMail({ ...reader, reason: 'reporter' }, `${text.reportSubject} ${reference}`.trim(), [
    text.reportLead({ title }),
    text.reportOutcomes[outcome],
    text.reportClosing,
  ])
}

type CaseDecisionDeps = Pick<Foundation, 'database' | 'outbox' | 'publicUrl' | 'now'> & {
  content: Pick<ContentStore, 'findUserByUid'>
  history: CampaignHistory
  lifecycle: Lifecycle
  conflicts: Conflicts
  /** Deletes the mails with the organiser's words that still wait. */
  withdrawWords: (queries: Transaction, of: { campaignId: string }) => Promise<void>
  /** For the audit log. */
  recordDismissal: (
    queries: Transaction,
    act: { uid: string; subject: string; reason: string; at: Date },
  ) => Promise<void>
}

/** What reviewers decide about the campaign of a case. Each decision refuses a conflict of interest in its own transaction. */
export function openCaseDecisions(deps: CaseDecisionDeps) {
  const { database, content, history, lifecycle, conflicts, now } = deps
  return {
    /** Closes the case and changes nothing else. Several cases are dismissed with one reason. */
    async dismiss(subject: CaseSubject, reviewer: User, reason = ''): Promise<void> {
      const { campaignId, ownerUid, campaign } = subject
      await database.transaction(async (queries) => {
        const owned = { id: campaignId, ownerUid: campaign?.ownerUid ?? ownerUid }
        await conflicts.refuse(queries, reviewer, owned)
        const closing = { campaignId, outcome: 'dismissed', uid: reviewer.uid, at: now() } as const
        const closed = subject.closedAt === null && (await closeCase(queries, closing))
        if (!closed) throw new Refused('already-reviewed')
        const act = { uid: reviewer.uid, subject: campaignId, reason, at: closing.at }
        if (reason !== '') await deps.recordDismissal(queries, act)
      })
    },

    /** Stops donations and payouts. Idempotent. */
    async freeze(subject: CaseSubject, reviewer: User, reason: string): Promise<void> {
      const campaign = toCampaign(subject)
      const owner = await content.findUserByUid(campaign.ownerUid)
      await database.transaction(async (queries) => {
        await conflicts.refuse(queries, reviewer, campaign)
        const at = now()
        const frozen = await insertFreeze(queries, campaign, { reason, actorUid: reviewer.uid, at })
        if (frozen === 0) return
        const closing = {
          campaignId: campaign.id,
          outcome: 'frozen',
          uid: reviewer.uid,
          at,
        } as const
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
    },

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
    async takedown(subject: CaseSubject, reviewer: User, form: TakedownForm): Promise<void> {
      const campaign = toCampaign(subject)
      const owner = await content.findUserByUid(campaign.ownerUid)
      const event: CampaignEvent = 'takedown'
      const { uid: actorUid } = reviewer
      const record = async (queries: Transaction) => {
        const at = now()
        await forgetUnfreeze(queries, campaign.id)
        await insertFreeze(queries, campaign, { reason: form.reason, actorUid, at })
        const closing = {
          campaignId: campaign.id,
          outcome: 'taken-down',
          uid: actorUid,
          at,
        } as const
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
    },

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
