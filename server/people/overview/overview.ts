import type { CampaignCard, CampaignStatus } from '#shared/campaign.ts'
import type { AccountOverview, NextStep, OrganiserOverview, Overview } from '#shared/overview.ts'

import type { CampaignResponses } from '../../campaigns/views/campaign-response.ts'
import type { Donations } from '../../money/donations/donations.ts'
import type { LedgerDeps } from '../../money/ledger/entries/ledger-deps.ts'
import type { Ledger } from '../../money/ledger/ledger.ts'
import type { Actor, User } from '../../platform/policy/actor.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { toNextSteps } from './next-steps.ts'
import { listReceivedDays } from './received-days.ts'
import { readDonor, toProgress } from './read-given.ts'
import { readStepFacts } from './step-facts.ts'

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
