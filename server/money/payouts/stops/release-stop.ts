import * as z from 'zod/mini'

import { releasableStops, type ReleasableStop, type StoppedCampaign } from '#shared/payout-stop.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refused } from '../../../platform/http/context.ts'
import type { Conflicts } from '../../../staff/moderation/conflicts.ts'
import type { Reviewer, User } from '../../../platform/policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../../providers/content/content.ts'
import { endStop, listStops, selectStops } from './payout-stops.ts'

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findCampaign'>
  conflicts: Conflicts
  mode: string
  now: () => Date
}

export type StopReleases = ReturnType<typeof openStopReleases>

const waitingRow = z.object({
  campaignId: z.string(),
  askedBy: z.array(z.string()),
  isRefused: z.boolean(),
  held: koboSchema,
})
const maxListed = 50

/** Stops of payouts that wait for a person, and their release by one who took no part in what was decided before. */
export function openStopReleases({ database, content, conflicts, mode, now }: Deps) {
  const listWaiting = () =>
    database.rows(
      waitingRow,
      sql`select waiting.campaign_id as "campaignId", "askedBy", "isRefused",
            (select (-coalesce(sum(payable_held_kobo + payable_due_kobo), 0))::bigint from campaign_total
              where campaign_total.campaign_id = waiting.campaign_id and campaign_total.mode = ${mode}) as held
          from (
            select campaign_id, min(stop.started_at) as since,
              coalesce((select array_agg(asked_by) from payout_stop asked
                where asked.campaign_id = stop.campaign_id and ended_at is null and asked_by is not null), '{}') as "askedBy",
              ${isPayeeRefused(sql`stop.campaign_id`)} as "isRefused"
            from ${selectStops(now())} stop where kind = any(${[...releasableStops]}) group by campaign_id) waiting
          order by since limit ${maxListed}`,
    )

  return {
    /** Longest first. Campaigns that were never approved receive no money, so nothing waits for a release there. */
    async list(reader: User): Promise<StoppedCampaign[]> {
      const listed = await Promise.all(
        (await listWaiting()).map(async ({ campaignId, askedBy, isRefused, held }) => {
          const campaign = await content.findCampaign(campaignId)
          if (!campaign || !isPublished(campaign)) return undefined
          const stops = await listStops(database, campaignId, now())
          const own = await conflicts.find(database, reader, campaign)
          const isFree = own.length === 0 && !askedBy.includes(reader.uid)
          const canRelease = releasableStops.filter(
            (kind) =>
              isFree &&
              stops.some((stop) => stop.kind === kind) &&
              !(kind === 'payee' && isRefused),
          )
          return { campaignId, title: campaign.title, held, stops, canRelease, conflicts: [...own] }
        }),
      )
      return listed.filter((each) => each !== undefined)
    },

    /** Ends one stop once. Payouts go on when it was the last one. */
    async release(
      campaign: StoredCampaign,
      reviewer: Reviewer,
      { kind, reason }: { kind: ReleasableStop; reason: string },
    ): Promise<void> {
      const campaignId = campaign.id
      await database.transaction(async (queries) => {
        await conflicts.refuse(queries, reviewer, campaign)
        const stop = await queries.row(
          z.object({ askedBy: z.nullable(z.string()), isRefused: z.boolean() }),
          sql`select asked_by as "askedBy", ${isPayeeRefused(sql`campaign_id`)} as "isRefused" from payout_stop
            where campaign_id = ${campaignId} and kind = ${kind} and ended_at is null for update of payout_stop`,
        )
        if (stop?.askedBy === reviewer.uid) throw new Refused('second-person-needed')
        if (kind === 'payee' && stop?.isRefused) throw new Refused('payee-unconfirmed')
        const by = { uid: reviewer.uid, reason }
        if (!(await endStop(queries, { campaignId, kind, at: now(), by })))
          throw new Refused('already-reviewed')
      })
    },
  }
}

const isPublished = ({ status }: StoredCampaign) =>
  !['pending', 'rejected', 'information-requested'].includes(status)

/** Another person who was asked whether they receive the money, and did not agree. */
const isPayeeRefused = (campaignId: ReturnType<typeof sql>) =>
  sql`exists (select from campaign_payee payee where payee.campaign_id = ${campaignId} and payee.is_current
    and payee.kind = 'person' and payee.state <> 'confirmed')`
