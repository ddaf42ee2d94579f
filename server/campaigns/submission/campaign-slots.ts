import * as z from 'zod/mini'

import { invalid } from '#shared/text/invalid.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { ContentStore } from '../../providers/content/content.ts'

const maxPending = 3
/** A process that crashed gives its slot back after a minute. */
const slotMs = 60_000

export type CampaignSlotDeps = Pick<Foundation, 'database' | 'now'> & {
  content: Pick<ContentStore, 'listCampaigns'>
}

type Slot = { ownerUid: string; campaignId: string }

/**
 * Runs `work`, which puts a campaign into review. Refuses if the owner then had more than three there. Campaigns that are being
 * submitted count as well, because a hosted store cannot count and insert in one transaction.
 */
export async function withCampaignSlot<Result>(
  deps: CampaignSlotDeps,
  slot: Slot,
  work: () => Promise<Result>,
): Promise<Result> {
  const others = await takeSlot(deps, slot)
  try {
    const inReview = await listInReview(deps.content, slot.ownerUid)
    const ids = new Set([...others, ...inReview].filter((id) => id !== slot.campaignId))
    if (ids.size >= maxPending)
      throw new Refused('too-many-requests', { message: invalid.tooManyPending })
    return await work()
  } finally {
    await deps.database.run(sql`delete from campaign_slot
      where owner_uid = ${slot.ownerUid} and campaign_id = ${slot.campaignId}`)
  }
}

/** Returns the campaigns whose slots were taken before. The lock orders simultaneous submissions. */
async function takeSlot({ database, now }: CampaignSlotDeps, { ownerUid, campaignId }: Slot) {
  const expiresAt = new Date(now().getTime() + slotMs)
  return database.transaction(async (queries) => {
    await queries.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`campaign-slot ${ownerUid}`}, 0))`,
    )
    await queries.run(
      sql`delete from campaign_slot where owner_uid = ${ownerUid} and expires_at <= ${now()}`,
    )
    const taken = await queries.rows(
      z.object({ id: z.string() }),
      sql`select campaign_id as id from campaign_slot where owner_uid = ${ownerUid}`,
    )
    await queries.run(sql`insert into campaign_slot (owner_uid, campaign_id, expires_at)
      values (${ownerUid}, ${campaignId}, ${expiresAt})
      on conflict (owner_uid, campaign_id) do update set expires_at = excluded.expires_at`)
    return taken.map(({ id }) => id)
  })
}

async function listInReview(content: CampaignSlotDeps['content'], ownerUid: string) {
  const pages = await Promise.all(
    (['pending', 'information-requested'] as const).map((status) =>
      content.listCampaigns({ ownerUid, status }, { limit: maxPending }),
    ),
  )
  return pages.flatMap(({ campaigns }) => campaigns.map(({ id }) => id))
}
