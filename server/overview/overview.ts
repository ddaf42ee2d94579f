import type { CampaignCard, CampaignStatus } from '#shared/campaign.ts'
import type {
  AccountOverview,
  CampaignProgress,
  DonorOverview,
  NextStep,
  OrganiserOverview,
  Overview,
} from '#shared/overview.ts'

import type { CampaignResponses } from '../campaigns/views/campaign-response.ts'
import type { Donations } from '../donations/donations.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Actor } from '../policy/actor.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { listLatestReceipts, summariseGiven } from './given-donations.ts'
import { toNextSteps } from './next-steps.ts'
import { listReceivedDays } from './received-days.ts'
import { readStepFacts } from './step-facts.ts'

type OverviewDeps = LedgerDeps & {
  content: Pick<ContentStore, 'listCampaigns' | 'countCampaigns'>
  ledger: Pick<Ledger, 'ownerTotals' | 'platformTotals'>
  responses: Pick<CampaignResponses, 'toList'>
  donations: Pick<Donations, 'listDonations'>
}

/** Next steps consider so many of a person's campaigns. */
const maxOwnCampaigns = 50
const shownCampaigns = 3
const shownDonations = 3
const shownReceipts = 3

export type OverviewReader = ReturnType<typeof openOverview>

/** What the dashboard's first page shows. The number of queries does not depend on what a person has. */
export function openOverview(deps: OverviewDeps) {
  const { content, ledger, responses } = deps

  return {
    /** An account's figures, with campaigns of every status; for visitors the platform's (readings P9, M4). */
    async readFigures(actor: Actor): Promise<Overview> {
      const uid = actor.kind === 'user' ? actor.uid : undefined
      const [{ raised: donations, donors }, campaigns] = await Promise.all([
        uid === undefined ? ledger.platformTotals() : ledger.ownerTotals(uid),
        content.countCampaigns(uid === undefined ? { status: 'approved' } : { ownerUid: uid }),
      ])
      const scope = uid === undefined ? 'platform' : 'account'
      return { scope, donations, donors, campaigns }
    },

    async readAccount(uid: string): Promise<AccountOverview> {
      const [own, donor] = await Promise.all([listOwn(uid), readDonor(uid)])
      const [organiser, nextSteps] = await Promise.all([
        own.campaigns.length > 0 ? readOrganiser(uid, own) : null,
        listNextSteps(uid, { campaigns: own.campaigns, hasDonated: donor !== null }),
      ])
      return { nextSteps, organiser, donor }
    },
  }

  async function listOwn(ownerUid: string) {
    return responses.toList(await content.listCampaigns({ ownerUid }, { limit: maxOwnCampaigns }))
  }

  async function readOrganiser(
    uid: string,
    { campaigns, total }: { campaigns: CampaignCard[]; total: number },
  ): Promise<OrganiserOverview> {
    const [days, { donations }] = await Promise.all([
      listReceivedDays(deps, uid),
      deps.donations.listDonations({ tab: 'received', uid, limit: shownDonations, paidOnly: true }),
    ])
    const shown = campaigns.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)))
    return {
      campaigns: shown.slice(0, shownCampaigns).map(toProgress),
      total,
      days,
      latest: donations,
    }
  }

  async function listNextSteps(
    uid: string,
    known: { campaigns: CampaignCard[]; hasDonated: boolean },
  ): Promise<NextStep[]> {
    const campaignIds = known.campaigns.map(({ id }) => id)
    return toNextSteps({ ...known, ...(await readStepFacts(deps, { uid, campaignIds })) })
  }

  async function readDonor(uid: string): Promise<DonorOverview | null> {
    const [{ campaignIds, ...sums }, receipts] = await Promise.all([
      summariseGiven(deps, { uid, maxCampaigns: shownCampaigns }),
      listLatestReceipts(deps, { uid, limit: shownReceipts }),
    ])
    if (receipts.length === 0) return null
    const found = await content.listCampaigns({ ids: campaignIds }, { limit: shownCampaigns })
    const { campaigns } = await responses.toList(found)
    const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
    const supported = campaignIds.flatMap((id) => byId.get(id) ?? []).filter(isPublic)
    return { ...sums, receipts, campaigns: supported.map(toProgress) }
  }
}

const closed: readonly CampaignStatus[] = ['rejected', 'ended', 'cancelled', 'taken-down']

/** Campaigns that still need something come first. */
const isOver = ({ status, daysLeft }: CampaignCard) =>
  closed.includes(status) || (daysLeft !== null && daysLeft <= 0)

/** A donor may read no more than everyone may. */
const isPublic = ({ status }: CampaignCard) =>
  status === 'approved' || status === 'ended' || status === 'cancelled'

const toProgress = (campaign: CampaignCard): CampaignProgress => {
  const { id, title, status, goal, raised, daysLeft } = campaign
  return { id, title, status, goal, raised, daysLeft }
}
