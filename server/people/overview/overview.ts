import * as z from 'zod/mini'

import type { CampaignCard, CampaignStatus } from '#shared/campaign.ts'
import { lagosDay, nextWorkingDay } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { kobo } from '#shared/money.ts'
import {
  chartDays,
  type AccountOverview,
  type NextStep,
  type OrganiserOverview,
  type Overview,
  type CampaignProgress,
  type DonorOverview,
  type Given,
  type MyDonations,
  type LatestReceipt,
} from '#shared/overview.ts'
import { appealDays } from '#shared/moderation.ts'
import type { OwnPayouts } from '#shared/payouts.ts'

import type { CampaignResponses } from '../../campaigns/views/campaign-response.ts'
import type { Donations } from '../../money/donations/donations.ts'
import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import type { Ledger } from '../../money/ledger/ledger.ts'
import { listOwnPayouts, ownerPosition } from '../../money/payouts/payouts.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Actor, User } from '../../platform/policy/actor.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { canBeThanked } from '../supporters/thank-yous.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../../money/donations/donation-list.ts'

type OverviewDeps = LedgerDeps & {
  content: Pick<ContentStore, 'listCampaigns' | 'countCampaigns' | 'publicLists'>
  ledger: Pick<Ledger, 'ownerTotals' | 'platformTotals'>
  responses: Pick<CampaignResponses, 'toList'>
  donations: Pick<Donations, 'listDonations' | 'countClaimable'>
}

/** Next steps consider so many of a person's campaigns. */
const maxOwnCampaigns = 50
const shownCampaigns = 3
const shownDonations = 3

/** What the dashboard's first page shows. The number of queries does not depend on what a person has. */
export function openOverview(deps: OverviewDeps) {
  const { content, ledger, responses } = deps

  return {
    /** An account's figures, with campaigns of every status; for visitors the platform's (readings P9, M4). */
    async readFigures(actor: Actor): Promise<Overview> {
      const uid = actor.kind === 'user' ? actor.uid : undefined
      const [{ raised: donations, donors }, campaigns] = await Promise.all([
        uid === undefined ? ledger.platformTotals() : ledger.ownerTotals(uid),
        uid === undefined
          ? content.publicLists.count({})
          : content.countCampaigns({ ownerUid: uid }),
      ])
      const scope = uid === undefined ? 'platform' : 'account'
      return { scope, donations, donors, campaigns }
    },

    async readAccount(user: User): Promise<AccountOverview> {
      const { uid } = user
      const [own, donor, claimable] = await Promise.all([
        listOwn(uid),
        readDonor(deps, uid),
        deps.donations.countClaimable(user),
      ])
      const [organiser, nextSteps] = await Promise.all([
        own.campaigns.length > 0 ? readOrganiser(uid, own) : null,
        listNextSteps(uid, {
          campaigns: own.campaigns,
          hasDonated: donor !== null,
          canClaim: claimable > 0,
        }),
      ])
      return { nextSteps, organiser, donor }
    },

    async readPayouts({ uid }: User): Promise<OwnPayouts> {
      const payouts = await listOwnPayouts(deps, uid)
      const ids = payouts.map(({ id }) => id)
      const { campaigns } = await content.listCampaigns({ ids }, { limit: ids.length })
      const rows = campaigns.flatMap(({ id, title }) =>
        payouts.filter((each) => each.id === id).map((each) => ({ ...each, title })),
      )
      return { dueBy: nextWorkingDay(lagosDay(deps.now())), campaigns: rows }
    },
  }

  async function listOwn(ownerUid: string) {
    return responses.toList(await content.listCampaigns({ ownerUid }, { limit: maxOwnCampaigns }))
  }

  async function readOrganiser(
    uid: string,
    { campaigns, total }: { campaigns: CampaignCard[]; total: number },
  ): Promise<OrganiserOverview> {
    const [payouts, days, { donations }] = await Promise.all([
      ownerPosition(deps, uid),
      listReceivedDays(deps, uid),
      deps.donations.listDonations({ tab: 'received', uid, limit: shownDonations, paidOnly: true }),
    ])
    const shown = campaigns.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)))
    return {
      campaigns: shown.slice(0, shownCampaigns).map(toProgress),
      payouts,
      total,
      days,
      latest: donations,
    }
  }

  async function listNextSteps(
    uid: string,
    known: { campaigns: CampaignCard[]; hasDonated: boolean; canClaim: boolean },
  ): Promise<NextStep[]> {
    const campaignIds = known.campaigns.map(({ id }) => id)
    return toNextSteps({ ...known, ...(await readStepFacts(deps, { uid, campaignIds })) })
  }
}

const closed: readonly CampaignStatus[] = ['rejected', 'ended', 'cancelled', 'taken-down']

/** Campaigns that still need something come first. */
const isOver = ({ status, daysLeft }: CampaignCard) =>
  closed.includes(status) || (daysLeft !== null && daysLeft <= 0)

const dayRow = z.object({ day: z.string(), donations: z.int(), donated: koboSchema })

const dayMs = 86_400_000

/** What the campaigns of an owner received on each of the last 30 days, by the day of the money in Lagos. */
async function listReceivedDays(
  { database, mode, now }: LedgerDeps,
  ownerUid: string,
): Promise<OrganiserOverview['days']> {
  const days = Array.from({ length: chartDays }, (_, index) =>
    lagosDay(new Date(now().getTime() - (chartDays - 1 - index) * dayMs)),
  )
  const rows = await database.rows(
    dayRow,
    sql`select day, sum(donations)::integer as donations, sum(donated_kobo)::bigint as donated
      from campaign_day
      where owner_uid = ${ownerUid} and mode = ${mode} and day >= ${days[0]}::date and donations > 0
      group by day`,
  )
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => byDay.get(day) ?? { day, donations: 0, donated: kobo(0) })
}

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

/** Donors expect thanks soon. A limit keeps the search short. */
const thankDays = 30

type Query = { uid: string; campaignIds: readonly string[] }

/** What the next steps depend on beside the campaigns themselves, in one query. */
async function readStepFacts(
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
      exists (select from campaign_draft where owner_uid = ${uid} and campaign_id = '' and replaced_at is null) as "hasDraft"`,
  )
  if (facts === undefined) throw new Error('a query without a table returned no row')
  return facts
}

type GivenDeps = LedgerDeps & {
  content: Pick<ContentStore, 'listCampaigns'>
  responses: Pick<CampaignResponses, 'toList'>
}

const shownReceipts = 3
/** On the first page of the dashboard, and on the page of a person's donations. */
const maxCampaigns = { overview: 3, own: 12 }

/** Null for a person who gave nothing. */
async function readDonor(deps: GivenDeps, uid: string): Promise<DonorOverview | null> {
  const [given, receipts] = await Promise.all([
    readGiven(deps, { uid, maxCampaigns: maxCampaigns.overview }),
    listLatestReceipts(deps, { uid, limit: shownReceipts }),
  ])
  return receipts.length === 0 ? null : { ...given, receipts }
}

type MyDonationDeps = GivenDeps & {
  donations: Pick<Donations, 'countClaimable'>
  monthlyDonations: { list: (scope: { uid: string }) => Promise<MyDonations['monthly']> }
}

export function openMyDonations(deps: MyDonationDeps) {
  return {
    async read(user: User): Promise<MyDonations> {
      const [given, claimable, monthly] = await Promise.all([
        readGiven(deps, { uid: user.uid, maxCampaigns: maxCampaigns.own }),
        deps.donations.countClaimable(user),
        deps.monthlyDonations.list({ uid: user.uid }),
      ])
      return { ...given, claimable, monthly }
    },
  }
}

/** What an account gave, with the public campaigns that it supports, the latest first. */
async function readGiven(
  deps: GivenDeps,
  query: { uid: string; maxCampaigns: number },
): Promise<Given> {
  const { campaignIds, ...sums } = await summariseGiven(deps, query)
  const found = await deps.content.listCampaigns(
    { ids: campaignIds },
    { limit: query.maxCampaigns },
  )
  const { campaigns } = await deps.responses.toList(found)
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const supported = campaignIds.flatMap((id) => byId.get(id) ?? []).filter(isPublic)
  return { ...sums, campaigns: supported.map(toProgress) }
}

/** A donor may read no more than everyone may. */
const isPublic = ({ status }: CampaignCard) =>
  status === 'approved' || status === 'ended' || status === 'cancelled'

const toProgress = (campaign: CampaignCard): CampaignProgress => {
  const { id, title, status, goal, raised, daysLeft } = campaign
  return { id, title, status, goal, raised, daysLeft }
}

const summaryRow = z.object({
  given: koboSchema,
  donations: z.int(),
  campaignIds: z.array(z.string()),
})
const receiptRow = z.extend(statusFactsSchema, {
  accessCode: z.string(),
  number: z.nullable(z.string()),
  paidAt: z.date(),
  campaign: z.string(),
})

/** What an account gave. Donations that were refunded in full count no more. */
async function summariseGiven(
  { database, mode }: LedgerDeps,
  { uid, maxCampaigns }: { uid: string; maxCampaigns: number },
): Promise<z.output<typeof summaryRow>> {
  const summary = await database.row(
    summaryRow,
    sql`with given as (
        select donation.campaign_id, donation.created_at, donation.amount_kobo - reversal.reversed as net
        from donation
        cross join lateral (
          select coalesce(-sum(raised_kobo), 0)::bigint as reversed from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
            and entry.reversal_key is not null) reversal
        where donation.donor_uid = ${uid} and donation.mode = ${mode} and donation.state = 'paid'
          and reversal.reversed < donation.amount_kobo)
      select coalesce(sum(net), 0)::bigint as given, count(*)::integer as donations,
        array(select campaign_id from given group by campaign_id
          order by max(created_at) desc limit ${maxCampaigns}) as "campaignIds"
      from given`,
  )
  if (summary === undefined) throw new Error('a sum of donations returned no row')
  return summary
}

/** The newest paid donations of an account, with the numbers of their receipts. */
async function listLatestReceipts(
  { database, mode }: LedgerDeps,
  { uid, limit }: { uid: string; limit: number },
): Promise<LatestReceipt[]> {
  const rows = await database.rows(
    receiptRow,
    sql`select donation.access_code as "accessCode", receipt.number,
        donation.campaign_title as campaign, ${statusFactsColumns}
      from donation
      ${statusFactsJoins}
      left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
      where donation.donor_uid = ${uid} and donation.mode = ${mode} and donation.state = 'paid'
      order by donation.created_at desc, donation.id desc limit ${limit}`,
  )
  return rows.map(({ accessCode, number, campaign, ...facts }) => ({
    accessCode,
    number,
    donatedAt: facts.paidAt.toISOString(),
    campaign,
    amount: facts.amount,
    status: toDonationStatus(facts),
  }))
}
