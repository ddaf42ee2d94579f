import * as z from 'zod/mini'

import type { Account } from '#shared/account.ts'
import { storyFields } from '#shared/campaign-version.ts'
import type { CampaignStatus } from '#shared/campaign.ts'
import type { Category, Cause } from '#shared/category.ts'
import type { CampaignSort, CampaignState } from '#shared/campaign-query.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { Outage } from '../../platform/runtime/errors.ts'

/** A person's profile (specification §3, User). Roles are stored in our own database only. */
export type UserDocument = Omit<Account, 'roles' | 'inactiveRoles' | 'createdAt'>

/** The content of a campaign, in every store, version and change of it. `bankAccount` is never sent to a browser as a whole. */
export const contentFields = {
  ...storyFields,
  contact: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    isPublic: z.boolean(),
  }),
  bankAccount: z.object({ bankCode: z.string(), last4: z.string(), subAccountCode: z.string() }),
}

/** A campaign as it is stored (specification §3). */
export type StoredCampaign = z.output<z.ZodMiniObject<typeof contentFields>> & {
  id: string
  slug: string
  ownerUid: string
  owner: { firstname: string; lastname: string }
  status: CampaignStatus
  createdAt: Date
}

/** The caller generates the id, which makes insertion idempotent. */
export type NewCampaign = Omit<StoredCampaign, 'slug' | 'owner' | 'status'> & {
  /** Encrypted (readings C8). */
  accountNumberSealed: Uint8Array
}

/** A new account number comes with the `bankAccount` created for it. */
export type CampaignChange = Partial<Omit<NewCampaign, 'id' | 'ownerUid' | 'createdAt'>>

/** A change of a stored campaign. Without `from`, in any status. */
export type CampaignUpdate = {
  from?: CampaignStatus
  to?: CampaignStatus
  /** Omitted fields keep their values. A new title assigns a new slug; earlier slugs still work. */
  fields?: CampaignChange
  /** Writes rows of our own that belong to the change. */
  record?: (queries: Transaction) => Promise<void>
}

/** Decides on a change. What it reads stays the same until the change is made, if it changes with the campaign only. */
export type CampaignPlan = (queries: Queries, current: StoredCampaign) => Promise<CampaignUpdate>

export type CampaignFilter = {
  status?: CampaignStatus
  ownerUid?: string
  category?: Category
  text?: string
  /** These match `text` too, because their updates contain it. */
  textIds?: readonly string[]
  cause?: Cause
  /** Places match without regard to case and tone marks. Places and `state` filter approved campaigns only. */
  country?: string
  city?: string
  /** Matches a country or a city. */
  place?: string
  state?: Exclude<CampaignState, 'ended'>
  /** Only these campaigns, in any status. */
  ids?: readonly string[]
  /** Filters approved campaigns only. */
  except?: readonly string[]
}

export type PublicFilter = CampaignFilter & { status?: never; ownerUid?: never; ids?: never }

export type ListingOrder = CampaignSort

/** Campaigns that end within so many days match the state 'ending-soon'. */
export const endingSoonDays = 14

export type PageRequest = {
  limit: number
  /** The `next` of an earlier page. Other values throw `UnknownCursor`. */
  after?: string
  /** Lists other than that of all approved campaigns support 'newest' and 'oldest' only. */
  order?: ListingOrder | 'oldest'
}

export type CampaignPage = {
  campaigns: StoredCampaign[]
  /** At most `maxListTotal`. */
  total: number
  /** False if there may be more than `total`. */
  isTotalExact: boolean
  next: string | null
}

/** What a queue says of a campaign. */
export type PendingCampaign = Pick<
  StoredCampaign,
  'id' | 'title' | 'ownerUid' | 'owner' | 'goal' | 'createdAt'
>

/** Where approved campaigns are found, oldest first. */
export type AddressPage = {
  addresses: Pick<StoredCampaign, 'id' | 'slug' | 'createdAt'>[]
  next: string | null
}

export class UnknownCursor extends Error {
  override name = 'UnknownCursor'
}

/** Where a page of a list ends. */
export const encodeCursor = (...parts: (string | number)[]): string =>
  Buffer.from(parts.join('.')).toString('base64url')

/** The key that the list is sorted by, and the id of a campaign. Cursors of another order are unknown. */
export function decodeCursor(cursor: string, keyPattern: RegExp, order?: string) {
  const parts = Buffer.from(cursor, 'base64url').toString().split('.')
  const [key = '', id = ''] = order === undefined || parts.shift() === order ? parts : []
  if (!keyPattern.test(key) || !isCampaignId(id)) throw new UnknownCursor(cursor)
  return { key, id }
}

/** The hosted store failed, timed out or sent an unexpected response. */
export class ContentUnavailable extends Outage {
  override name = 'ContentUnavailable'
}

/**
 * Lists of approved campaigns for everybody. A hosted store may read them from a cache, which can lag behind what other programs
 * change. Decisions about people and money read `ContentStore` itself.
 */
export interface PublicLists {
  list: (
    filter: PublicFilter,
    page: PageRequest & { order?: ListingOrder },
  ) => Promise<CampaignPage>
  count: (filter: PublicFilter) => Promise<number>
  /** Replaces the misspelt words of a search. Undefined where all are known, or where the store cannot tell. */
  suggest?: (text: string) => Promise<string | undefined>
  /** For a sitemap: without the texts, and without limit. */
  listAddresses: (page: { limit: number; after?: string }) => Promise<AddressPage>
}

/**
 * Stores campaigns and profiles. Ids match without regard to case (specification §2). Where a change has a `record`, the embedded
 * store makes both in one transaction. A hosted store writes first and records afterwards, because a transaction that waits for the
 * network would hold a connection.
 */
export interface ContentStore {
  insertUser: (user: Omit<UserDocument, '_id'>) => Promise<UserDocument>
  findUserByUid: (uid: string) => Promise<UserDocument | undefined>
  updateUser: (
    _id: string,
    change: Partial<Omit<UserDocument, '_id' | 'uid' | 'terms'>>,
  ) => Promise<void>

  insertCampaign: (
    campaign: NewCampaign,
    record?: (queries: Transaction, stored: StoredCampaign) => Promise<void>,
  ) => Promise<StoredCampaign>
  findCampaign: (id: string) => Promise<StoredCampaign | undefined>
  /** By the current slug or an earlier one. */
  findCampaignBySlug: (slug: string) => Promise<StoredCampaign | undefined>
  listCampaigns: (filter: CampaignFilter, page: PageRequest) => Promise<CampaignPage>
  /** Without the texts, and without limit. */
  listAddresses: PublicLists['listAddresses']
  /** Pending campaigns and those with the ids, without their texts and without limit. */
  listPending: (ids: readonly string[]) => Promise<PendingCampaign[]>
  publicLists: PublicLists
  countCampaigns: (filter: CampaignFilter) => Promise<number>
  /** One change at a time. False, with nothing changed, when there is no such campaign or its status is not `from`. */
  changeCampaign: (id: string, update: CampaignUpdate | CampaignPlan) => Promise<boolean>
  /** Approved campaigns whose end date is `today` or earlier. */
  listOverdue: (today: string, limit: number) => Promise<StoredCampaign[]>
  showsImage: (imageId: string) => Promise<boolean>
  /** Deletes texts, images, contact and account number. The campaign is no longer found. */
  deleteCampaign: (id: string) => Promise<void>
}

/** Orders the 'trending' list: donors in the trend period times this value, plus the second of creation, so that ties show the newest first. */
export const trendPerDonor = 10_000_000_000

/** `raised` is in kobo; `donors` are those in the trend period. */
export type RankingTotals = { id: string; raised: number; donors: number }

/** What a hosted store reports about changes of other programs. */
export interface ContentWebhook {
  isSigned: (body: Uint8Array, signature: string | undefined, now: Date) => boolean
  /** From now on, public lists show the change. False for a delivery that came before. */
  receive: (delivery: string) => Promise<boolean>
}

/** Additional operations of a hosted store, which our SQL cannot join with the ledger. */
export interface HostedContentStore {
  /** Ids of campaigns with donors in the trend period. */
  listTrending: () => Promise<string[]>
  /** Stores the values that lists are sorted by. Returns the number of changed campaigns. */
  updateRanking: (totals: RankingTotals[]) => Promise<number>
  findUsedImages: (ids: string[]) => Promise<string[]>
  /** Gives the store the images of public campaigns that it does not have. Returns the number of campaigns. */
  handOutImages: () => Promise<number>
  /** Undefined without its secret. */
  webhook?: ContentWebhook
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True for ids that Ajo generates. */
export function isCampaignId(id: string): boolean {
  return uuid.test(id)
}
