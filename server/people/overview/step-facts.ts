import * as z from 'zod/mini'

import { appealDays } from '#shared/moderation.ts'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../../money/ledger/entries/ledger-deps.ts'
import { canBeThanked } from '../supporters/thank-you-eligibility.ts'
import type { StepFacts } from './next-steps.ts'

const ids = z.array(z.string())
const factsRow = z.object({
  asked: ids,
  frozen: ids,
  decided: ids,
  toThank: z.nullable(z.string()),
  hasDraft: z.boolean(),
})

const dayMs = 86_400_000
/** Donors expect thanks soon. A limit keeps the search short. */
const thankDays = 30

type Query = { uid: string; campaignIds: readonly string[] }

/** What the next steps depend on beside the campaigns themselves, in one query. */
export async function readStepFacts(
  { database, mode, now }: LedgerDeps,
  { uid, campaignIds }: Query,
): Promise<Pick<StepFacts, keyof z.output<typeof factsRow>>> {
  const ago = (days: number) => new Date(now().getTime() - days * dayMs)
  const facts = await database.row(
    factsRow,
    sql`select
      array(select campaign_id from campaign_pending_change
        where campaign_id = any(${campaignIds}::text[]) and status = 'information-requested') as asked,
      array(select campaign_id from campaign_freeze where campaign_id = any(${campaignIds}::text[])) as frozen,
      array(select campaign_id from moderation_decision
        where campaign_id = any(${campaignIds}::text[]) and ended_at is null and at > ${ago(appealDays)}) as decided,
      (select donation.campaign_id from donation
        where donation.owner_uid = ${uid} and donation.mode = ${mode} and donation.created_at > ${ago(thankDays)}
          and ${canBeThanked(now())}
          and not exists (
            select from thank_you_delivery thanked
            where thanked.campaign_id = donation.campaign_id and thanked.donor_key = donation.donor_key
              and thanked.sent_at > donation.created_at)
        order by donation.created_at desc limit 1) as "toThank",
      exists (select from campaign_draft where owner_uid = ${uid}) as "hasDraft"`,
  )
  if (facts === undefined) throw new Error('a query without a table returned no row')
  return facts
}
