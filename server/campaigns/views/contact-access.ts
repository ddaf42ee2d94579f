import type { ContactHiding } from '#shared/campaign.ts'

import type { Actor } from '../../platform/policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Counters } from '../../platform/rate-limits/counters.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Enough for a person who compares campaigns, and too few to collect addresses. */
export const contactLimits = { perHour: 20, perDay: 50 }

type Campaign = Pick<StoredCampaign, 'id' | 'ownerUid' | 'status' | 'contact'>

/** Whether a person may see the organiser's contact on the page of a campaign (readings P6). Null: yes. */
export type ContactAccess = ReturnType<typeof openContactAccess>

/** Counts the different campaigns whose contact an account has seen. Without counters there is no limit. */
export function openContactAccess({ counters }: { counters: Counters | undefined }) {
  return async (actor: Actor, campaign: Campaign): Promise<ContactHiding | null> => {
    const hiding = getHiding(actor, campaign)
    if (hiding || !counters || campaign.contact.isPublic || actor.kind !== 'user') return hiding
    if (isOwner(actor, campaign) || isUnpublished(campaign)) return null
    return (await isWithinLimits(counters, actor.uid, campaign.id)) ? null : 'too-many'
  }
}

/** Who may see it at all. */
export function getHiding(actor: Actor, campaign: Campaign): ContactHiding | null {
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
