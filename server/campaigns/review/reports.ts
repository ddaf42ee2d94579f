import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { reportReasons, type Report, type Reported } from '#shared/report.ts'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Refused } from '../../http/context.ts'
import type { Outbox } from '../../mail/mail.ts'
import { frozenMail, unfrozenMail } from './freeze-mail.ts'
import type { User } from '../../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory, Move } from '../lifecycle/campaign-history.ts'

export type Reports = ReturnType<typeof openReports>

const queueLength = 100

const reportRow = z.object({
  campaignId: z.string(),
  reason: z.enum(reportReasons),
  details: z.string(),
  at: z.date(),
})

type Parts = {
  database: Database
  content: ContentStore
  history: CampaignHistory
  outbox: Outbox
  publicUrl: string
  now: () => Date
}

/** What people report, and what reviewers do about it: settle it, or stop the campaign's gifts until things are clear. */
export function openReports(parts: Parts) {
  const { database, now } = parts
  return {
    async add(campaign: StoredCampaign, reporterUid: string | null, report: Report): Promise<void> {
      await database.run(
        sql`insert into campaign_report (campaign_id, id, reason, details, reporter_uid, at)
          values (${campaign.id}, ${randomUUID()}, ${report.reason}, ${report.details}, ${reporterUid}, ${now()})`,
      )
    },

    /** What waits, longest first, and after it what is frozen. */
    queue: () => queueOf(parts),

    /** Everything that was reported of it so far is answered, and nothing else changes. */
    async settle(campaign: StoredCampaign, reviewer: User): Promise<void> {
      refuseOwn(campaign, reviewer)
      await settleReports(database, campaign, { uid: reviewer.uid, at: now() })
    },

    /** From now on it takes no gift. Freezing it twice changes nothing. */
    async freeze(campaign: StoredCampaign, reviewer: User, reason: string): Promise<void> {
      refuseOwn(campaign, reviewer)
      await database.transaction(async (queries) => {
        const at = now()
        const frozen = await queries.run(
          sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
            values (${campaign.id}, ${reason}, ${reviewer.uid}, ${at}) on conflict do nothing`,
        )
        if (frozen === 0) return
        await settleReports(queries, campaign, { uid: reviewer.uid, at })
        const move = { event: 'freeze', from: campaign.status, to: 'frozen', reason } as const
        await tell(parts, queries, { campaign, reviewer, move, at })
      })
    },

    async unfreeze(campaign: StoredCampaign, reviewer: User): Promise<void> {
      refuseOwn(campaign, reviewer)
      await database.transaction(async (queries) => {
        const thawed = await queries.run(
          sql`delete from campaign_freeze where campaign_id = ${campaign.id}`,
        )
        if (thawed === 0) return
        const move = { event: 'unfreeze', from: 'frozen', to: campaign.status } as const
        await tell(parts, queries, { campaign, reviewer, move, at: now() })
      })
    },
  }
}

async function queueOf({ database, content }: Parts): Promise<Reported[]> {
  const reports = await database.rows(
    reportRow,
    sql`select campaign_id as "campaignId", reason, details, at from campaign_report
      where settled_at is null order by at limit ${queueLength}`,
  )
  const frozen = await database.rows(
    z.object({ campaignId: z.string() }),
    sql`select campaign_id as "campaignId" from campaign_freeze order by at limit ${queueLength}`,
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

type Told = {
  campaign: StoredCampaign
  reviewer: User
  move: Pick<Move, 'event' | 'from' | 'to' | 'reason'>
  at: Date
}

/** The history and the owner's mail are written with it or not at all. */
async function tell(
  { history, content, outbox, publicUrl }: Parts,
  queries: Queries,
  { campaign, reviewer, move, at }: Told,
): Promise<void> {
  const { id: campaignId, title } = campaign
  await history.record(queries, { campaignId, ...move, actorUid: reviewer.uid, at })
  const owner = await content.findUserByUid(campaign.ownerUid)
  if (!owner) return
  const url = new URL(`/dashboard/campaign/${campaignId}`, publicUrl).href
  const mail =
    move.reason === undefined
      ? unfrozenMail(owner.email, { title, url })
      : frozenMail(owner.email, { title, reason: move.reason, url })
  await outbox.enqueue(queries, mail)
}

function refuseOwn(campaign: StoredCampaign, reviewer: User) {
  if (campaign.ownerUid === reviewer.uid) throw new Refused('own-campaign')
}

async function settleReports(
  queries: Queries,
  { id }: StoredCampaign,
  by: { uid: string; at: Date },
): Promise<void> {
  await queries.run(
    sql`update campaign_report set settled_at = ${by.at}, settled_by = ${by.uid}
      where campaign_id = ${id} and settled_at is null`,
  )
}
