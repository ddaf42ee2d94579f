import * as z from 'zod/mini'

import type { CampaignCard } from '#shared/campaign.ts'
import { appealDays } from '#shared/moderation.ts'
import type { NextStep } from '#shared/overview.ts'

import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import { sql } from '../../platform/database/sql.ts'
import { canBeThanked } from '../supporters/thank-yous.ts'

export type StepFacts = {
  /** The person's campaigns, newest first. */
  campaigns: readonly Pick<
    CampaignCard,
    'id' | 'title' | 'status' | 'goal' | 'raised' | 'donors' | 'daysLeft'
  >[]
  /** Campaigns with a pending change about which a reviewer asks. */
  asked: readonly string[]
  /** Campaigns for which a reviewer has stopped donations. */
  frozen: readonly string[]
  /** Campaigns that were frozen or taken down within the time for an appeal. */
  decided: readonly string[]
  /** The campaign of the newest donation whose donor can be thanked. */
  toThank: string | null
  /** Donations with the person's address from before the account. */
  canClaim: boolean
  hasDraft: boolean
  hasDonated: boolean
}

type Campaign = StepFacts['campaigns'][number]

const maxSteps = 3
/** With fewer donors, a campaign is not known yet. */
const fewDonors = 3
const lastDays = 7

/** What the person can do next: at most three steps, the most urgent first. A new person sees how to begin. */
export function toNextSteps(facts: StepFacts): NextStep[] {
  const { campaigns, canClaim, hasDraft, hasDonated } = facts
  const steps: NextStep[] = [
    ...toSteps('answer-reviewer', campaigns, isAsked(facts)),
    ...toSteps('read-decision', campaigns, ({ id }) => facts.decided.includes(id)),
    // An older one was left behind.
    ...toSteps('resubmit', campaigns.slice(0, 1), ({ status }) => status === 'rejected'),
    ...(canClaim ? [{ kind: 'claim-donations' } as const] : []),
    ...(hasDraft ? [{ kind: 'finish-draft' } as const] : []),
    ...toSteps('thank-donors', campaigns, ({ id }) => id === facts.toThank),
    ...toSteps('share', campaigns, isWorthSharing(facts)),
    ...toSteps('await-review', campaigns, ({ status }) => status === 'pending'),
  ]
  if (campaigns.length > 0) return steps.slice(0, maxSteps)
  if (!hasDraft && !hasDonated && !canClaim) steps.push({ kind: 'start-campaign' })
  return [...steps, { kind: 'find-campaign' }]
}

function toSteps(
  kind: Extract<NextStep, { campaign: object }>['kind'],
  campaigns: readonly Campaign[],
  applies: (campaign: Campaign) => boolean,
): NextStep[] {
  return campaigns.filter(applies).map(({ id, title }) => ({ kind, campaign: { id, title } }))
}

const isAsked =
  ({ asked }: StepFacts) =>
  ({ id, status }: Campaign) =>
    status === 'information-requested' || asked.includes(id)

/** Open campaigns that few people know, or that end soon below their goal. */
const isWorthSharing =
  ({ frozen }: StepFacts) =>
  ({ id, status, goal, raised, donors, daysLeft }: Campaign) => {
    const isOpen = status === 'approved' && !frozen.includes(id) && (daysLeft ?? 1) > 0
    if (!isOpen || (raised ?? 0) >= goal) return false
    return donors < fewDonors || (daysLeft !== null && daysLeft <= lastDays)
  }

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
