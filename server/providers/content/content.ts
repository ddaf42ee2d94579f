import type { genders } from '#shared/account.ts'
import type { CampaignSort, CampaignState, CampaignStatus, Category } from '#shared/campaign.ts'
import type { Image } from '#shared/image.ts'
import type { Kobo } from '#shared/money.ts'

import type { Queries } from '../../database/database.ts'

/** The profile document of a person (specification §3, User). Roles are not in it: they are ours alone. */
export type UserDocument = {
  _id: string
  uid: string
  firstname: string
  lastname: string
  email: string
  gender: (typeof genders)[number]
  terms: boolean
  emailVerified: boolean
}

/** A campaign as it is stored (specification §3). `bankAccount` names who is paid; it never leaves the server whole. */
export type StoredCampaign = {
  id: string
  slug: string
  ownerUid: string
  owner: { firstname: string; lastname: string }
  status: CampaignStatus
  title: string
  country: string
  city: string
  category: Category
  description: string
  goal: Kobo
  startDate: string | null
  endDate: string | null
  raiseMoneyFor: string
  importance: string
  impact: string
  images: Image[]
  contact: { name: string; email: string; phone: string; isPublic: boolean }
  bankAccount: { bankCode: string; last4: string; subAccountCode: string }
  createdAt: Date
}

/** Its id is made by the caller, so that a repeated insertion is the same campaign. */
export type NewCampaign = Omit<StoredCampaign, 'slug' | 'owner' | 'status'> & {
  /** Encrypted by the caller (readings C8). */
  accountNumberSealed: Uint8Array
}

/** What may become different of a campaign. A new account number comes sealed, together with the sub-account made for it. */
export type CampaignChange = Partial<Omit<NewCampaign, 'id' | 'ownerUid' | 'createdAt'>>

export type CampaignFilter = {
  status?: CampaignStatus
  ownerUid?: string
  category?: Category
  text?: string
  /** Places as people write them: capitals and marks make no difference. These and `state` are for approved campaigns. */
  country?: string
  city?: string
  /** A country or a city. */
  place?: string
  state?: CampaignState
}

export type ListingOrder = CampaignSort

export type PageRequest = {
  limit: number
  /** The `next` of an earlier page. Whatever else throws `UnknownCursor`. */
  after?: string
  /** Besides by age, only lists of all approved campaigns are sorted. */
  order?: ListingOrder | 'oldest'
}

/** `total` counts no further than one more than `mostCounted` where the list is everybody's. */
export type CampaignPage = { campaigns: StoredCampaign[]; total: number; next: string | null }

export class UnknownCursor extends Error {
  override name = 'UnknownCursor'
}

/** The hosted store did not answer, or not in a way that we know. */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable'
}

/**
 * Where campaigns and profiles live. `find` may miss. Ids match whatever their case (specification §2).
 * What takes `within` joins that transaction where the store is our own database; a hosted store does it at once.
 */
export interface ContentStore {
  insertUser: (user: Omit<UserDocument, '_id'>) => Promise<UserDocument>
  findUserByUid: (uid: string) => Promise<UserDocument | undefined>
  updateUser: (
    _id: string,
    change: Partial<Pick<UserDocument, 'firstname' | 'lastname' | 'email' | 'emailVerified'>>,
  ) => Promise<void>

  /** Stores it as pending. A second time with the same id changes nothing. */
  insertCampaign: (campaign: NewCampaign, within?: Queries) => Promise<StoredCampaign>
  findCampaign: (id: string) => Promise<StoredCampaign | undefined>
  /** By the address it has or ever had. */
  findCampaignBySlug: (slug: string) => Promise<StoredCampaign | undefined>
  listCampaigns: (filter: CampaignFilter, page: PageRequest) => Promise<CampaignPage>
  countCampaigns: (filter: CampaignFilter) => Promise<number>
  /** False, and nothing changed, if the campaign is no longer where the move begins. */
  setCampaignStatus: (
    id: string,
    move: { from: CampaignStatus; to: CampaignStatus },
    within?: Queries,
  ) => Promise<boolean>
  /** What is not named stays. A new title brings a new address, and the old one still leads here. False if there is no such campaign. */
  updateCampaign: (id: string, change: CampaignChange, within?: Queries) => Promise<boolean>
  /** Approved ones whose end date has come, at most so many. */
  listOverdue: (today: string, limit: number) => Promise<StoredCampaign[]>
  /** It answers to nobody from now on, and its words, pictures, contact and account number are gone. */
  deleteCampaign: (id: string) => Promise<void>
}

/** What a campaign has raised, and how many gave of late. */
export type Given = { id: string; raised: number; donors: number }

/** What a hosted store is asked besides: its documents are not in our database, and the books are not in its documents. */
export interface HostedStore {
  /** Campaigns that count as given to of late. */
  trending: () => Promise<string[]>
  /** Brings what the books say to where lists are sorted. How many were different. */
  rank: (given: Given[]) => Promise<number>
  /** Those of the pictures that a campaign shows. */
  shownPictures: (ids: string[]) => Promise<string[]>
}
