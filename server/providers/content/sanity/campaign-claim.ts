import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { ContentUnavailable } from '../content.ts'

/** Longer than a change takes, so that only the claim of a killed process ends this way. */
const claimMinutes = 2
const pollMs = 50
const maxPolls = 200

/** Runs changes of one campaign one after the other, without holding a connection while Sanity answers. */
export async function withCampaignClaim<Result>(
  database: Database,
  campaignId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const claim = { id: campaignId.toLowerCase(), token: randomUUID() }
  for (let polls = 0; !(await take(database, claim)); polls++) {
    if (polls === maxPolls) throw new ContentUnavailable('too many changes to a campaign')
    await delay(pollMs)
  }
  try {
    return await work()
  } finally {
    await database.run(
      sql`delete from campaign_claim where campaign_id = ${claim.id} and token = ${claim.token}`,
    )
  }
}

async function take(database: Database, { id, token }: { id: string; token: string }) {
  const taken = await database.run(
    sql`insert into campaign_claim as existing (campaign_id, token, claimed_until)
      values (${id}, ${token}, clock_timestamp() + make_interval(mins => ${claimMinutes}))
      on conflict (campaign_id) do update set token = excluded.token, claimed_until = excluded.claimed_until
      where existing.claimed_until < clock_timestamp()`,
  )
  return taken === 1
}
