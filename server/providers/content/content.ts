import type { genders } from '#shared/account.ts'
import type { CampaignStatus, Category } from '#shared/campaign.ts'
import type { Image } from '#shared/image.ts'
import type { Kobo } from '#shared/money.ts'

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

export type NewCampaign = Omit<StoredCampaign, 'id' | 'slug' | 'owner' | 'status' | 'createdAt'> & {
  /** Encrypted by the caller (readings C8). */
  accountNumberSealed: Uint8Array
}

export type CampaignFilter = {
  status?: CampaignStatus
  ownerUid?: string
  category?: Category
  text?: string
}

export type CampaignPage = { campaigns: StoredCampaign[]; total: number; next: string | null }

/** Where campaigns and profiles live. `find` may miss. Ids match whatever their case (specification §2). */
export interface ContentStore {
  insertUser: (user: Omit<UserDocument, '_id'>) => Promise<UserDocument>
  findUserByUid: (uid: string) => Promise<UserDocument | undefined>
  updateUser: (
    _id: string,
    change: Partial<Pick<UserDocument, 'firstname' | 'lastname' | 'email' | 'emailVerified'>>,
  ) => Promise<void>

  /** Stores it as pending. */
  insertCampaign: (campaign: NewCampaign) => Promise<StoredCampaign>
  findCampaign: (id: string) => Promise<StoredCampaign | undefined>
  findCampaignBySlug: (slug: string) => Promise<StoredCampaign | undefined>
  /** Newest first; `after` is the `next` of an earlier page. */
  listCampaigns: (
    filter: CampaignFilter,
    page: { limit: number; after?: string },
  ) => Promise<CampaignPage>
  countCampaigns: (filter: CampaignFilter) => Promise<number>
  setCampaignStatus: (id: string, from: CampaignStatus, to: CampaignStatus) => Promise<boolean>
  deleteCampaign: (id: string) => Promise<void>
}
