import * as z from 'zod/mini'

import type { CampaignCard, CampaignStatus } from '#shared/campaign.ts'
import { lagosToday } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { kobo } from '#shared/money.ts'
import {
  chartDays,
  type AccountOverview,
  type NextStep,
  type OrganiserOverview,
  type Overview,
} from '#shared/overview.ts'

import type { CampaignResponses } from '../../campaigns/views/campaign-response.ts'
import type { Donations } from '../../money/donations/donations.ts'
import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import type { Ledger } from '../../money/ledger/ledger.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Actor, User } from '../../platform/policy/actor.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { readDonor, toProgress } from './given.ts'
import { toNextSteps, readStepFacts } from './next-steps.ts'

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

const dayRow = z.object({ day: z.string(), donations: z.int(), donated: koboSchema })

const dayMs = 86_400_000

/** What the campaigns of an owner received on each of the last 30 days, by the day of the money in Lagos. */
async function listReceivedDays(
  { database, mode, now }: LedgerDeps,
  ownerUid: string,
): Promise<OrganiserOverview['days']> {
  const days = Array.from({ length: chartDays }, (_, index) =>
    lagosToday(new Date(now().getTime() - (chartDays - 1 - index) * dayMs)),
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
