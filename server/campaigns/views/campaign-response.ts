import type { CampaignCard, CampaignDetail } from '#shared/campaign.ts'
import { daysLeft } from '#shared/day.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import type { Actor } from '../../policy/actor.ts'
import type { CampaignPage, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory } from '../lifecycle/campaign-history.ts'

/** What the ledger knows of campaigns. */
export interface CampaignTotals {
  totalsOf: (campaignIds: string[]) => Promise<Map<string, { raised: Kobo; donors: number }>>
  hasDonations: (campaignId: string) => Promise<boolean>
}

export type CampaignAnswers = ReturnType<typeof campaignAnswers>

/** What the world is told of a campaign: the one place that decides which fields leave the server, and to whom. */
export function campaignAnswers({
  totals,
  history,
  now,
}: {
  totals: CampaignTotals
  history: CampaignHistory
  now: () => Date
}) {
  const cardsOf = async (campaigns: StoredCampaign[]): Promise<CampaignCard[]> => {
    const sums = await totals.totalsOf(campaigns.map(({ id }) => id))
    return campaigns.map((campaign) => {
      const { raised = kobo(0), donors = 0 } = sums.get(campaign.id) ?? {}
      return { ...cardFieldsOf(campaign, now()), raised, donors }
    })
  }

  return {
    async listOf({ campaigns, total, next }: CampaignPage) {
      return { campaigns: await cardsOf(campaigns), total, next }
    },

    async detailOf(campaign: StoredCampaign, actor: Actor): Promise<CampaignDetail> {
      const isOwner = actor.kind === 'user' && actor.uid === campaign.ownerUid
      const isConcerned = isOwner || (actor.kind === 'user' && actor.roles.length > 0)
      const [cards, hasDonations, isFrozen, rejectionReason] = await Promise.all([
        cardsOf([campaign]),
        isOwner && totals.hasDonations(campaign.id),
        history.isFrozen(campaign.id),
        campaign.status === 'rejected' && isConcerned
          ? history.rejectionReasonOf(campaign.id)
          : null,
      ])
      const [card] = cards
      if (!card) throw new Error('one campaign gave no card')
      return {
        ...card,
        ...pageFieldsOf(campaign),
        contact: contactFor(campaign, actor),
        isOwner,
        canDelete: isOwner && !hasDonations,
        acceptsDonations: campaign.status === 'approved' && !isFrozen && (card.daysLeft ?? 1) > 0,
        rejectionReason,
      }
    },
  }
}

function cardFieldsOf(
  campaign: StoredCampaign,
  now: Date,
): Omit<CampaignCard, 'raised' | 'donors'> {
  const { id, slug, status, title, description, category, country, city, goal, endDate } = campaign
  return {
    id,
    slug,
    status,
    title,
    description,
    category,
    country,
    city,
    goal,
    endDate,
    daysLeft: daysLeft(endDate, now),
    image: campaign.images[0] ?? null,
  }
}

function pageFieldsOf({
  startDate,
  raiseMoneyFor,
  importance,
  impact,
  images,
  owner,
}: StoredCampaign) {
  return { startDate, raiseMoneyFor, importance, impact, images, owner }
}

/** To people who are signed in, and to everybody where the owner ticked so (readings P6). */
function contactFor({ contact }: StoredCampaign, actor: Actor): CampaignDetail['contact'] {
  if (actor.kind !== 'user' && !contact.isPublic) return null
  const { name, email, phone } = contact
  return { name, email, phone }
}
