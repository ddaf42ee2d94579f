import { mapTexts } from '#shared/campaign-content.ts'
import type { CampaignCard, CampaignDetail, ContactHiding } from '#shared/campaign.ts'
import { daysLeft } from '#shared/day.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import type { Actor } from '../../platform/policy/actor.ts'
import type { Counters } from '../../platform/rate-limits/counters.ts'
import type { CampaignPage, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory } from '../lifecycle/campaign-history.ts'
import type { OutsideReceipts } from '../records/records.ts'

/** Implemented by the ledger. */
export interface CampaignTotals {
  campaignTotals: (campaignIds: string[]) => Promise<Map<string, { raised: Kobo; donors: number }>>
  hasDonations: (campaignId: string) => Promise<boolean>
}

export type CampaignResponses = ReturnType<typeof openCampaignResponses>

/** Turns stored campaigns into API responses. The only place that decides which fields leave the server, and for whom. */
export function openCampaignResponses({
  totals,
  outsideReceipts,
  history,
  now,
}: {
  totals: CampaignTotals
  outsideReceipts: Pick<OutsideReceipts, 'sum'>
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
      const [cards, receivedOutside, hasDonations, isFrozen, rejectionReason] = await Promise.all([
        toCards([campaign]),
        outsideReceipts.sum(campaign.id),
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
        receivedOutside,
        ...mapTexts((name) => campaign[name]),
        images: campaign.images,
        budget: campaign.budget,
        owner: campaign.owner,
        ...toContactFor(campaign, actor, contactHidden),
        isOwner,
        memberRole: toMemberRole(actor, campaign),
        canDelete: isOwner && !hasDonations,
        acceptsDonations: campaign.status === 'approved' && !isFrozen && (card.daysLeft ?? 1) > 0,
        rejectionReason,
      }
    },
  }
}

const toMemberRole = (actor: Actor, { id }: StoredCampaign) =>
  (actor.kind === 'user' && actor.memberships?.[id]) || null

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

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Enough for a person who compares campaigns, and too few to collect addresses. */
export const contactLimits = { perHour: 20, perDay: 50 }

type Campaign = Pick<StoredCampaign, 'id' | 'ownerUid' | 'status' | 'contact'>

/**
 * Whether a person may see the organiser's contact on the page of a campaign (readings P6). Null: yes. Counts the different campaigns whose
 * contact an account has seen. Without counters there is no limit.
 */
export function openContactAccess({ counters }: { counters: Counters | undefined }) {
  return async (actor: Actor, campaign: Campaign): Promise<ContactHiding | null> => {
    const hiding = getHiding(actor, campaign)
    if (hiding || !counters || campaign.contact.isPublic || actor.kind !== 'user') return hiding
    if (isOwner(actor, campaign) || isUnpublished(campaign)) return null
    return (await isWithinLimits(counters, actor.uid, campaign.id)) ? null : 'too-many'
  }
}

/** Who may see it at all. */
function getHiding(actor: Actor, campaign: Campaign): ContactHiding | null {
  if (campaign.contact.isPublic) return null
  if (actor.kind !== 'user') return 'log-in'
  return actor.emailVerified || isOwner(actor, campaign) ? null : 'confirm-address'
}

/** Only the owner and reviewers reach it, and the access log records what reviewers read. */
const isUnpublished = ({ status }: Campaign) =>
  status !== 'approved' && status !== 'ended' && status !== 'cancelled'

const isOwner = (actor: Actor, { ownerUid }: Campaign) =>
  actor.kind === 'user' && actor.uid === ownerUid

/** A campaign counts once a day. One that was refused does not count. */
async function isWithinLimits(counters: Counters, uid: string, campaignId: string) {
  const seen = `contact ${uid} ${campaignId}`
  if (await counters.get(seen)) return true
  const limits = [
    { name: `contacts-per-hour ${uid}`, windowMs: hourMs, max: contactLimits.perHour },
    { name: `contacts-per-day ${uid}`, windowMs: dayMs, max: contactLimits.perDay },
  ]
  for (const [index, { name, windowMs, max }] of limits.entries()) {
    const { count } = await counters.increment(name, windowMs)
    if (count <= max) continue
    for (const counted of limits.slice(0, index + 1)) await counters.release(counted.name)
    return false
  }
  await counters.increment(seen, dayMs)
  return true
}

/** The contact, or why the person may not see it. */
export function toContact(
  { contact: { name, email, phone } }: Pick<StoredCampaign, 'contact'>,
  contactHidden: ContactHiding | null,
) {
  return { contact: contactHidden === null ? { name, email, phone } : null, contactHidden }
}
