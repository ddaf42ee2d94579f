import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { reportReasons, type Report, type ReportedCampaign } from '#shared/report.ts'

import type { Database, Queries, Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Refused } from '../../http/context.ts'
import type { Outbox } from '../../mail/mail.ts'
import { findLanguage } from '../../mail/reader-language.ts'
import type { User } from '../../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory, Transition } from '../lifecycle/campaign-history.ts'
import { lifecycleMail } from '../lifecycle/lifecycle-mail.ts'

export type Reports = ReturnType<typeof openReports>

const maxListed = 100

const reportRow = z.object({
  campaignId: z.string(),
  reason: z.enum(reportReasons),
  details: z.string(),
  at: z.date(),
})
const frozenRow = z.object({ campaignId: z.string() })

type ReportsDeps = {
  database: Database
  content: ContentStore
  history: CampaignHistory
  outbox: Outbox
  publicUrl: string
  now: () => Date
}

/** Reports about campaigns. Reviewers dismiss them, or freeze the campaign so that it accepts no donations. */
export function openReports(deps: ReportsDeps) {
  const { database, content, now } = deps
  return {
    async add(campaign: StoredCampaign, reporterUid: string | null, report: Report): Promise<void> {
      await database.run(
        sql`insert into campaign_report (campaign_id, id, reason, details, reporter_uid, at)
          values (${campaign.id}, ${randomUUID()}, ${report.reason}, ${report.details}, ${reporterUid}, ${now()})`,
      )
    },

    /** Campaigns with open reports, oldest report first, followed by frozen campaigns. */
    listQueue: () => listQueue(deps),

    /** Resolves all open reports of the campaign and changes nothing else. */
    async dismiss(campaign: StoredCampaign, reviewer: User): Promise<void> {
      refuseOwn(campaign, reviewer)
      await resolveReports(database, campaign, { uid: reviewer.uid, at: now() })
    },

    /** Idempotent. */
    async freeze(campaign: StoredCampaign, reviewer: User, reason: string): Promise<void> {
      refuseOwn(campaign, reviewer)
      const owner = await content.findUserByUid(campaign.ownerUid)
      await database.transaction(async (queries) => {
        const at = now()
        const frozen = await queries.run(
          sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
            values (${campaign.id}, ${reason}, ${reviewer.uid}, ${at}) on conflict do nothing`,
        )
        if (frozen === 0) return
        await resolveReports(queries, campaign, { uid: reviewer.uid, at })
        const change = { event: 'freeze', from: campaign.status, to: 'frozen', reason } as const
        await recordFreeze(deps, queries, { campaign, owner, reviewer, change, at })
      })
    },

    async unfreeze(campaign: StoredCampaign, reviewer: User): Promise<void> {
      refuseOwn(campaign, reviewer)
      const owner = await content.findUserByUid(campaign.ownerUid)
      await database.transaction(async (queries) => {
        const unfrozen = await queries.run(
          sql`delete from campaign_freeze where campaign_id = ${campaign.id}`,
        )
        if (unfrozen === 0) return
        const change = { event: 'unfreeze', from: 'frozen', to: campaign.status } as const
        await recordFreeze(deps, queries, { campaign, owner, reviewer, change, at: now() })
      })
    },
  }
}

async function listQueue({ database, content }: ReportsDeps): Promise<ReportedCampaign[]> {
  const reports = await database.rows(
    reportRow,
    sql`select campaign_id as "campaignId", reason, details, at from campaign_report
      where resolved_at is null order by at limit ${maxListed}`,
  )
  const frozen = await database.rows(
    frozenRow,
    sql`select campaign_id as "campaignId" from campaign_freeze order by at limit ${maxListed}`,
  )
  const frozenIds = new Set(frozen.map(({ campaignId }) => campaignId))
  const ids = new Set([...reports, ...frozen].map(({ campaignId }) => campaignId))
  const found = await Promise.all([...ids].map((id) => content.findCampaign(id)))
  return found
    .filter((campaign) => campaign !== undefined)
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, slug, title }) => ({
      id,
      slug,
      title,
      isFrozen: frozenIds.has(id),
      reports: reports
        .filter(({ campaignId }) => campaignId === id)
        .map(({ reason, details, at }) => ({ reason, details, at: at.toISOString() })),
    }))
}

type FreezeChange = {
  campaign: StoredCampaign
  owner: { email: string } | undefined
  reviewer: User
  change: Pick<Transition, 'event' | 'from' | 'to' | 'reason'>
  at: Date
}

/** Writes the history entry and the owner's mail in the transaction of the freeze. */
async function recordFreeze(
  { history, outbox, publicUrl }: ReportsDeps,
  queries: Transaction,
  { campaign, owner, reviewer, change, at }: FreezeChange,
): Promise<void> {
  const { id: campaignId, title, ownerUid } = campaign
  await history.record(queries, { campaignId, ...change, actorUid: reviewer.uid, at })
  if (!owner) return
  const url = new URL(`/dashboard/campaign/${campaignId}`, publicUrl).href
  const language = await findLanguage(queries, ownerUid)
  const { event, reason = '' } = change
  const mail = lifecycleMail(owner.email, language, event, { title, reason, url })
  if (mail) await outbox.enqueue(queries, mail)
}

function refuseOwn(campaign: StoredCampaign, reviewer: User) {
  if (campaign.ownerUid === reviewer.uid) throw new Refused('own-campaign')
}

async function resolveReports(
  queries: Queries,
  { id }: StoredCampaign,
  resolution: { uid: string; at: Date },
): Promise<void> {
  await queries.run(
    sql`update campaign_report set resolved_at = ${resolution.at}, resolved_by = ${resolution.uid}
      where campaign_id = ${id} and resolved_at is null`,
  )
}
