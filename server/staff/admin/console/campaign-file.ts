import * as z from 'zod/mini'

import type { CampaignFile } from '#shared/console.ts'

import { sql } from '../../../platform/database/sql.ts'
import type { LedgerDeps } from '../../../money/ledger/entries/ledger-deps.ts'
import type { ContentStore, StoredCampaign } from '../../../providers/content/content.ts'
import { sumDays } from './console-totals.ts'
import { toAccount } from './search.ts'

type CampaignDeps = LedgerDeps & { content: Pick<ContentStore, 'findUserByUid'> }

const eventRow = z.object({ at: z.date(), name: z.string(), by: z.string(), reason: z.string() })

/** A campaign with its sums, and what organiser, reviewers and admins did with it, in the order of time. */
export async function readCampaignFile(
  deps: CampaignDeps,
  { id, slug, title, status, goal, ownerUid }: StoredCampaign,
): Promise<CampaignFile> {
  const { database } = deps
  const [account, totals, events] = await Promise.all([
    database.row(
      z.object({ uid: z.string(), email: z.string() }),
      sql`select uid, email from account where uid = ${ownerUid}`,
    ),
    sumDays(deps, sql`campaign_id = ${id}`),
    database.rows(
      eventRow,
      sql`select at, name, coalesce(account.email, uid) as by, coalesce(reason, '') as reason from (
            select at, event as name, actor_uid as uid, reason from campaign_history where campaign_id = ${id}
            union all
            select started_at, 'payouts held: ' || kind, coalesce(asked_by, 'Ajo'), null from payout_stop where campaign_id = ${id}
            union all
            select ended_at, 'payouts released: ' || kind, coalesce(ended_by, 'Ajo'), reason from payout_stop
            where campaign_id = ${id} and ended_at is not null
            union all
            select at, kind, actor_uid, reason from moderation_decision where campaign_id = ${id}) event
          left join account using (uid)
          order by at, name`,
    ),
  ])
  return {
    campaign: { id, slug, title, status, goal },
    organiser: await toAccount(deps, account ?? { uid: ownerUid, email: '' }),
    totals,
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}
