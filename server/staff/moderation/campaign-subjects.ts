import * as z from 'zod/mini'

import {
  type Conflict,
  appealSchema,
  ownAppealSchema,
  type AppealOutcome,
  type CampaignDecision,
  type Appeal,
} from '#shared/moderation.ts'
import type { StaffListQuery } from '#shared/staff-list.ts'
import type { Takedown } from '#shared/takedown.ts'
import { decisionHours } from '#shared/work.ts'
import type { CampaignEvent } from '#shared/campaign-history.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import type { Actor, User } from '../../platform/policy/actor.ts'
import { isAllowed, type Rule, type ConflictSubject } from '../../platform/policy/rule.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { findCase, idPattern, type CaseSubject } from './cases.ts'
import type { Conflicts } from './conflicts.ts'
import {
  findTakedown,
  holdForSecondPerson,
  liftFreeze,
  toRestoreStep,
  findDecisionInForce,
  getAppealEnd,
  isInForce,
  toStatement,
  type DecisionInForce,
  appealMail,
} from './decisions.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { CampaignHistory } from '../../campaigns/lifecycle/campaign-history.ts'
import type { Lifecycle } from '../../campaigns/lifecycle/lifecycle.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { readListPage } from '../../platform/lists/list-page.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'

export type PublicCampaign = StoredCampaign & { takedown: Takedown | undefined }
/** A campaign with what a rule for reviewers and admins asks about them and it. */
type ReviewedCampaign = StoredCampaign & { conflicts: readonly Conflict[] }

/** A taken-down campaign is shown to its organiser and staff alone, so no cache may answer others with it. */
export const toCacheControl = ({ status }: Pick<PublicCampaign, 'status'>, publicly: string) =>
  status === 'taken-down' ? 'private, no-store' : publicly

export type CampaignSubjects = ReturnType<typeof openCampaignSubjects>

type Deps = {
  content: Pick<ContentStore, 'findCampaign' | 'findCampaignBySlug'>
  database: Database
  conflicts: Conflicts
}

/** Finds the subjects of rules that a takedown or a conflict of interest refuses. */
export function openCampaignSubjects({ content, database, conflicts }: Deps) {
  const withTakedown = async (
    campaign: StoredCampaign | undefined,
  ): Promise<PublicCampaign | undefined> =>
    campaign && {
      ...campaign,
      takedown:
        campaign.status === 'taken-down' ? await findTakedown(database, campaign.id) : undefined,
    }

  return {
    findPublic: async (id: string) => withTakedown(await content.findCampaign(id)),
    findPublicBySlug: async (slug: string) => withTakedown(await content.findCampaignBySlug(slug)),

    findReviewed: async (id: string, actor: Actor): Promise<ReviewedCampaign | undefined> => {
      const campaign = await content.findCampaign(id)
      return campaign && { ...campaign, conflicts: await conflicts.find(database, actor, campaign) }
    },

    /** What a page offers its reader. Conflicts are only looked up for people whom the rule lets pass. */
    allows: async <Subject extends StoredCampaign>(
      rule: Rule<StoredCampaign & ConflictSubject>,
      actor: Actor,
      campaign: Subject,
    ): Promise<boolean> =>
      isAllowed(rule, actor, { ...campaign, conflicts: [] }) &&
      isAllowed(rule, actor, {
        ...campaign,
        conflicts: await conflicts.find(database, actor, campaign),
      }),

    /** A case outlives its campaign. */
    findCase: async (id: string, actor: Actor): Promise<CaseSubject | undefined> => {
      const found = await findCase(database, id)
      if (!found) return undefined
      const { campaignId, ownerUid } = found
      const campaign = await content.findCampaign(campaignId)
      const subject = { id: campaignId, ownerUid: campaign?.ownerUid ?? ownerUid }
      return { ...found, campaign, conflicts: await conflicts.find(database, actor, subject) }
    },

    findAppeal: async (id: string, actor: Actor): Promise<AppealSubject | undefined> => {
      const appeal = await findAppeal(database, id)
      if (!appeal) return undefined
      const { campaignId, ownerUid, decidedBy } = appeal
      const subject = { id: campaignId, ownerUid, decidedBy }
      return { ...appeal, conflicts: await conflicts.find(database, actor, subject) }
    },
  }
}

type AppealsDeps = Pick<Foundation, 'database' | 'outbox' | 'publicUrl' | 'now'> & {
  content: Pick<ContentStore, 'findCampaign' | 'findUserByUid' | 'changeCampaign'>
  history: CampaignHistory
  lifecycle: Lifecycle
  conflicts: Conflicts
}

const ownAppealRow = z.extend(ownAppealSchema, { decidedAt: z.date() })

/** Organisers' appeals against rejections, freezes and takedowns. Each decision can be appealed once, within 30 days. */
export function openAppeals(deps: AppealsDeps) {
  const { database, content, history, now } = deps
  return {
    async findDecision(campaign: StoredCampaign): Promise<CampaignDecision> {
      const decision = await findDecisionInForce(database, campaign)
      const appeal = await database.row(
        ownAppealRow,
        sql`select kind, decided_at as "decidedAt", text, at, outcome, reason from moderation_appeal
          where campaign_id = ${campaign.id} order by id desc limit 1`,
      )
      return {
        statement: decision ? toStatement(decision) : null,
        appeal: appeal ? z.parse(ownAppealSchema, appeal) : null,
        canAppeal: decision !== undefined && canAppeal(decision, appeal, now()),
      }
    },

    async file(campaign: StoredCampaign, owner: User, text: string): Promise<void> {
      const { id: campaignId, status } = campaign
      await database.transaction(async (queries) => {
        const decision = await findDecisionInForce(queries, campaign)
        const at = now()
        if (!decision || at >= getAppealEnd(decision.at)) throw new Refused('appeal-closed')
        const filed = await queries.run(sql`
          insert into moderation_appeal (campaign_id, title, owner_uid, kind, decided_by, decided_at, text, at)
          values (${campaignId}, ${campaign.title}, ${owner.uid}, ${decision.kind}, ${decision.actorUid}, ${decision.at}, ${text}, ${at})
          on conflict do nothing`)
        if (filed === 0) throw new Refused('appeal-closed')
        const entry = { campaignId, event: 'appeal', from: status, to: status } as const
        await history.record(queries, { ...entry, actorUid: owner.uid, reason: text, at })
      })
    },

    /** The decision stays. */
    async uphold(appeal: AppealSubject, reviewer: User, reason: string): Promise<void> {
      const { campaign, owner } = await readCampaign(deps, appeal)
      const decided = { appeal, reviewer, reason, outcome: 'upheld', campaign, owner } as const
      const record = async (queries: Transaction) => {
        await closeAppeal(deps, queries, decided)
        if (campaign) await recordOutcome(deps, queries, { ...decided, campaign })
      }
      // Waits while another reviewer overturns, who changes the campaign in a hosted store first.
      const isRecorded =
        campaign && (await content.changeCampaign(campaign.id, async () => ({ record })))
      if (!isRecorded) await database.transaction(record)
    },

    /** Undoes the decision. Refused once it was changed in another way. */
    async overturn(appeal: AppealSubject, reviewer: User, reason: string): Promise<void> {
      const { campaign, owner } = await readCampaign(deps, appeal)
      if (!campaign || !(await isInForce(database, campaign, appeal)))
        throw new Refused('campaign-status-changed')
      const decided = { appeal, reviewer, reason, outcome: 'overturned', campaign, owner } as const
      await undo(deps, decided)
    },
  }
}

type OwnAppealRow = z.output<typeof ownAppealRow>

/** One appeal at a time, and one for each decision. */
function canAppeal(decision: DecisionInForce, latest: OwnAppealRow | undefined, now: Date) {
  if (now >= getAppealEnd(decision.at)) return false
  if (!latest) return true
  const isAboutThis =
    latest.kind === decision.kind && latest.decidedAt.getTime() === decision.at.getTime()
  return latest.outcome !== null && !isAboutThis
}

type Decided = {
  appeal: AppealSubject
  reviewer: User
  reason: string
  outcome: AppealOutcome
  campaign: StoredCampaign | undefined
  owner: { email: string } | undefined
}
type DecidedCampaign = Decided & { campaign: StoredCampaign }

async function undo(deps: AppealsDeps, decided: DecidedCampaign): Promise<void> {
  const { appeal, campaign, reviewer, reason, owner } = decided
  const { uid: actorUid } = reviewer
  const record = (queries: Transaction) => closeAppeal(deps, queries, decided)
  if (appeal.kind === 'rejection')
    return deps.lifecycle.transition(campaign, {
      event: 'appeal-overturn',
      decide: async (queries) => {
        await refuseDecided(deps, queries, decided)
        return [{ event: 'appeal-overturn', actorUid, reason, record }]
      },
    })
  if (appeal.kind === 'takedown')
    return deps.lifecycle.transition(campaign, {
      event: 'restore',
      decide: async (queries) => {
        await refuseDecided(deps, queries, decided)
        const step = await toRestoreStep(deps, queries, campaign, actorUid)
        const recordAll = async (transaction: Transaction) => {
          await step.record?.(transaction)
          await record(transaction)
        }
        return [{ ...step, reason, record: recordAll }]
      },
    })
  await deps.database.transaction(async (queries) => {
    await record(queries)
    await recordOutcome(deps, queries, decided)
    await liftFreeze(deps, queries, { campaign, owner, actorUid })
    await holdForSecondPerson(queries, { campaignId: campaign.id, actorUid, at: deps.now() })
  })
}

/** A hosted store is asked before the transaction begins. */
async function readCampaign({ content }: AppealsDeps, { campaignId, ownerUid }: AppealSubject) {
  const [campaign, owner] = await Promise.all([
    content.findCampaign(campaignId),
    content.findUserByUid(ownerUid),
  ])
  return { campaign, owner }
}

/** Refused before a hosted store writes the campaign, and again when the appeal is closed. */
async function refuseDecided(
  { conflicts }: AppealsDeps,
  queries: Queries,
  { appeal: { id, campaignId, ownerUid, decidedBy }, reviewer }: Decided,
): Promise<void> {
  await conflicts.refuse(queries, reviewer, { id: campaignId, ownerUid, decidedBy })
  const open = await queries.row(
    z.object({}),
    sql`select from moderation_appeal where id = ${id} and closed_at is null`,
  )
  if (!open) throw new Refused('already-reviewed')
}

/** Closes the appeal once and mails the owner why. */
async function closeAppeal(
  deps: AppealsDeps,
  queries: Transaction,
  decided: Decided,
): Promise<void> {
  const { outbox, publicUrl, now } = deps
  const { appeal, reviewer, reason, outcome, campaign, owner } = decided
  const { id, campaignId, ownerUid } = appeal
  await refuseDecided(deps, queries, decided)
  const closed = await queries.run(sql`
    update moderation_appeal set outcome = ${outcome}, reason = ${reason}, closed_by = ${reviewer.uid}, closed_at = ${now()}
    where id = ${id} and closed_at is null`)
  if (closed === 0) throw new Refused('already-reviewed')
  if (!owner || !campaign) return
  const reader = { to: owner.email, language: await findLanguage(queries, ownerUid) }
  const url = new URL(`/dashboard/campaign/${campaignId}`, publicUrl).href
  const data = { title: campaign.title, kind: appeal.kind, outcome, reason, url }
  await outbox.enqueue(queries, appealMail(reader, data))
}

async function recordOutcome(
  { history, now }: AppealsDeps,
  queries: Transaction,
  { campaign, reviewer, reason, outcome }: DecidedCampaign,
): Promise<void> {
  const { id: campaignId, status } = campaign
  const event: CampaignEvent = outcome === 'upheld' ? 'appeal-uphold' : 'appeal-overturn'
  const entry = { campaignId, event, from: status, to: status, reason }
  await history.record(queries, { ...entry, actorUid: reviewer.uid, at: now() })
}

type QueueDeps = {
  database: Database
  content: Pick<ContentStore, 'findCampaign'>
  conflicts: Conflicts
}

export function openAppealQueue(deps: QueueDeps) {
  return {
    /** Those that the reader may decide, oldest first, then those that others have to decide. */
    async listPage(reader: User, query: StaffListQuery) {
      const conflict = deps.conflicts.select(reader, sql`moderation_appeal.campaign_id`)
      const items = sql`
        select ${appealColumns}, id::text, title || ' ' || text as words, (owner_uid = ${reader.uid} or decided_by = ${reader.uid}
          or exists (${conflict}))::integer as rank from moderation_appeal where closed_at is null`
      const { rows, page } = await readListPage(deps.database, appealRow, { items: [items] }, query)
      return {
        ...page,
        appeals: await Promise.all(rows.map((row) => toAppeal(deps, reader, row))),
      }
    },
  }
}

async function toAppeal(
  { database, content, conflicts }: QueueDeps,
  reader: User,
  { id, campaignId, ownerUid, kind, decidedBy, decidedAt, text, at }: AppealRow,
): Promise<Appeal> {
  const campaign = await content.findCampaign(campaignId)
  const decision = campaign && (await findDecisionInForce(database, campaign))
  const isInForce = decision?.kind === kind && decision.at.getTime() === decidedAt.getTime()
  return {
    id,
    campaignId,
    title: campaign?.title ?? '',
    kind,
    text,
    at,
    dueAt: new Date(Date.parse(at) + decisionHours.appeals * 3_600_000).toISOString(),
    decidedAt: decidedAt.toISOString(),
    reason: isInForce ? decision.reason : '',
    isInForce,
    conflicts: [
      ...(await conflicts.find(database, reader, { id: campaignId, ownerUid, decidedBy })),
    ],
  }
}

const listed = { campaignId: true, kind: true, text: true, at: true } as const
const appealRow = z.extend(z.pick(appealSchema, listed), {
  id: z.coerce.number(),
  ownerUid: z.string(),
  decidedBy: z.string(),
  decidedAt: z.date(),
})
type AppealRow = z.output<typeof appealRow>
/** With the conflicts of the reviewer who asks. */
type AppealSubject = AppealRow & { conflicts: readonly Conflict[] }

const appealColumns = sql`
  campaign_id as "campaignId", owner_uid as "ownerUid", kind, decided_by as "decidedBy", decided_at as "decidedAt", text, at`

async function findAppeal(queries: Queries, id: string): Promise<AppealRow | undefined> {
  if (!idPattern.test(id)) return undefined
  return queries.row(
    appealRow,
    sql`select id, ${appealColumns} from moderation_appeal where id = ${Number(id)}`,
  )
}
