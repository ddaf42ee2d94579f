import { mapTexts } from '#shared/campaign-content.ts'
import type { CampaignCard, CampaignDetail, ContactHiding } from '#shared/campaign.ts'
import { daysLeft } from '#shared/day.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import type { Actor } from '../../platform/policy/actor.ts'
import type { CampaignPage, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory } from '../lifecycle/campaign-history.ts'
import { getHiding, toContact } from './contact-access.ts'

/** Implemented by the ledger. */
export interface CampaignTotals {
  campaignTotals: (campaignIds: string[]) => Promise<Map<string, { raised: Kobo; donors: number }>>
  hasDonations: (campaignId: string) => Promise<boolean>
}

export type CampaignResponses = ReturnType<typeof openCampaignResponses>

/** Turns stored campaigns into API responses. The only place that decides which fields leave the server, and for whom. */
export function openCampaignResponses({
  totals,
  history,
  now,
}: {
  totals: CampaignTotals
  history: CampaignHistory
  now: () => Date
}) {
  const toCards = async (campaigns: StoredCampaign[]): Promise<CampaignCard[]> => {
    const sums = await totals.campaignTotals(campaigns.map(({ id }) => id))
    return campaigns.map((campaign) => {
      const { raised = kobo(0), donors = 0 } = sums.get(campaign.id) ?? {}
      return { ...toCardFields(campaign, now()), raised, donors }
    })
  }

  return {
    async toList({ campaigns, ...page }: CampaignPage) {
      return { ...page, campaigns: await toCards(campaigns) }
    },

    /** `contactHidden` says that the person may not see the contact. By default it depends on the actor alone. */
    async toDetail(
      campaign: StoredCampaign,
      actor: Actor,
      contactHidden?: ContactHiding | null,
    ): Promise<CampaignDetail> {
      const isOwner = actor.kind === 'user' && actor.uid === campaign.ownerUid
      const isOwnerOrStaff = isOwner || (actor.kind === 'user' && actor.roles.length > 0)
      const [cards, hasDonations, isFrozen, rejectionReason] = await Promise.all([
        toCards([campaign]),
        isOwner && totals.hasDonations(campaign.id),
        history.isFrozen(campaign.id),
        campaign.status === 'rejected' && isOwnerOrStaff
          ? history.findRejectionReason(campaign.id)
          : null,
      ])
      const [card] = cards
      if (!card) throw new Error('the campaign has no card')
      return {
        ...card,
        startDate: campaign.startDate,
        ...mapTexts((name) => campaign[name]),
        images: campaign.images,
        owner: campaign.owner,
        ...toContactFor(campaign, actor, contactHidden),
        isOwner,
        canDelete: isOwner && !hasDonations,
        acceptsDonations: campaign.status === 'approved' && !isFrozen && (card.daysLeft ?? 1) > 0,
        rejectionReason,
      }
    },
  }
}

function toCardFields(
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

const toContactFor = (
  campaign: StoredCampaign,
  actor: Actor,
  contactHidden = getHiding(actor, campaign),
) => toContact(campaign, contactHidden)
