import * as z from 'zod/mini'

import type { CampaignCard } from '#shared/campaign.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type {
  CampaignProgress,
  DonorOverview,
  Given,
  MyDonations,
  LatestReceipt,
} from '#shared/overview.ts'

import type { CampaignResponses } from '../../campaigns/views/campaign-response.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../../money/donations/donation-status.ts'
import type { Donations } from '../../money/donations/donations.ts'
import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import { sql } from '../../platform/database/sql.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore } from '../../providers/content/content.ts'

type GivenDeps = LedgerDeps & {
  content: Pick<ContentStore, 'listCampaigns'>
  responses: Pick<CampaignResponses, 'toList'>
}

const shownReceipts = 3
/** On the first page of the dashboard, and on the page of a person's donations. */
const maxCampaigns = { overview: 3, own: 12 }

/** Null for a person who gave nothing. */
export async function readDonor(deps: GivenDeps, uid: string): Promise<DonorOverview | null> {
  const [given, receipts] = await Promise.all([
    readGiven(deps, { uid, maxCampaigns: maxCampaigns.overview }),
    listLatestReceipts(deps, { uid, limit: shownReceipts }),
  ])
  return receipts.length === 0 ? null : { ...given, receipts }
}

type MyDonationDeps = GivenDeps & { donations: Pick<Donations, 'countClaimable'> }

export function openMyDonations(deps: MyDonationDeps) {
  return {
    async read(user: User): Promise<MyDonations> {
      const [given, claimable] = await Promise.all([
        readGiven(deps, { uid: user.uid, maxCampaigns: maxCampaigns.own }),
        deps.donations.countClaimable(user),
      ])
      return { ...given, claimable }
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

export const toProgress = (campaign: CampaignCard): CampaignProgress => {
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
