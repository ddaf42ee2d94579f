import type { CampaignCard } from '#shared/campaign.ts'
import type { CampaignProgress, DonorOverview, Given, MyDonations } from '#shared/overview.ts'

import type { CampaignResponses } from '../../campaigns/views/campaign-response.ts'
import type { Donations } from '../../money/donations/donations.ts'
import type { LedgerDeps } from '../../money/ledger/entries/ledger-deps.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { listLatestReceipts, summariseGiven } from './given-donations.ts'

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

export type MyDonationReader = ReturnType<typeof openMyDonations>

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
