import { toStory } from '#shared/campaign-version.ts'
import { createHash } from 'node:crypto'

import type { StoredCampaign, UserDocument } from './content.ts'

/** The values that lists are sorted by. */
export type Ranking = { raised: number; share: number; trend: number }

/** A campaign with everything that a store holds about it. The owner's name is that of the profile. */
export type MovedCampaign = Omit<StoredCampaign, 'owner'> & {
  accountNumberSealed: Uint8Array | null
  /** Null in a store that ranks approved campaigns only. */
  ranking: Ranking | null
}
export type MovedUser = Omit<UserDocument, '_id'>

/** `others`: documents that lack what Ajo's campaigns have, which only other programs write. */
export type CampaignBatch = { campaigns: MovedCampaign[]; others: string[] }

/** Reads and writes a store as a whole. Everything can be repeated. */
export interface MovableStore {
  listCampaigns: () => AsyncIterable<CampaignBatch>
  findCampaigns: (ids: string[]) => Promise<MovedCampaign[]>
  /** Adds them, or replaces those that are there. */
  saveCampaigns: (campaigns: MovedCampaign[]) => Promise<void>
  deleteCampaign: (id: string) => Promise<void>
  listUsers: () => AsyncIterable<MovedUser[]>
  findUsers: (uids: string[]) => Promise<MovedUser[]>
  saveUsers: (users: MovedUser[]) => Promise<void>
  deleteUser: (uid: string) => Promise<void>
}

/** The move cannot go on before a person has decided something. The message is a sentence. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}

/** The same for the same campaign in both stores. A new field of a campaign is a type error until it is added here. */
export function toCampaignDigest(campaign: MovedCampaign): string {
  const { contact, bankAccount, accountNumberSealed: sealed, ranking } = campaign
  const canonical = {
    id: campaign.id.toLowerCase(),
    slug: campaign.slug,
    ownerUid: campaign.ownerUid,
    status: campaign.status,
    ...toStory(campaign),
    images: campaign.images.map((image) => [
      image.id,
      image.width,
      image.height,
      image.alt,
      image.focus?.x ?? null,
      image.focus?.y ?? null,
      image.placeholder ?? null,
    ]),
    contact: [contact.name, contact.email, contact.phone, contact.isPublic],
    bankAccount: [bankAccount.bankCode, bankAccount.last4, bankAccount.subAccountCode],
    createdAt: campaign.createdAt.toISOString(),
    accountNumberSealed: sealed && Buffer.from(sealed).toString('base64url'),
    // Others are ranked when they are approved.
    ranking:
      campaign.status === 'approved' && ranking
        ? [ranking.raised, ranking.share, ranking.trend]
        : null,
  } satisfies Record<keyof MovedCampaign, unknown>
  return digest(canonical)
}

export function toUserDigest(user: MovedUser): string {
  const canonical = {
    uid: user.uid,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email,
    gender: user.gender,
    terms: user.terms,
    emailVerified: user.emailVerified,
  } satisfies Record<keyof MovedUser, unknown>
  return digest(canonical)
}

export function toTotalDigest(digests: ReadonlyMap<string, string>): string {
  const lines = [...digests].map(([name, value]) => `${name} ${value}`)
  return digest(lines.toSorted())
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
