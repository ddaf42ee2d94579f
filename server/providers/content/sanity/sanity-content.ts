import * as z from 'zod/mini'
import { createHmac, timingSafeEqual, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { parseJson } from '#shared/json.ts'
import { maxListTotal } from '#shared/campaign-query.ts'
import { lagosDay } from '#shared/day.ts'

import type { Database } from '../../../platform/database/database.ts'
import { cachedImageStorage } from '../../../platform/images/image-cache.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import {
  type ContentStore,
  type HostedContentStore,
  trendPerDonor,
  type RankingTotals,
  type ContentWebhook,
  ContentUnavailable,
  type CampaignChange,
  type CampaignPlan,
  type CampaignUpdate,
  type NewCampaign,
  type StoredCampaign,
  UnknownCursor,
  type AddressPage,
  endingSoonDays,
  type CampaignFilter,
  type CampaignPage,
  type PageRequest,
} from '../content.ts'
import { type SlugDigests, assignSlug, isSlug } from '../slug.ts'
import {
  imageHandOut,
  withHandOut,
  findUsedImages,
  sanityImageStorage,
  findAssets,
} from './images.ts'
import { openListedWrites, type ListedWrites } from './listed-writes.ts'
import { openSanityApi, type SanityOptions, type SanityApi } from './sanity-api.ts'
import { sanityUsers } from './users.ts'
import {
  toCampaignId,
  toDocumentId,
  toGoal,
  parseCampaign,
  parseCampaigns,
  parsePending,
  toDocumentFields,
  toDocumentIds,
  toFirstRanking,
  toPossibleIds,
  toText,
} from './campaign-document.ts'
import {
  rankedCampaigns,
  trendingCampaigns,
  campaignByAnyCase,
  campaignByIds,
  overdueCampaigns,
  pendingCampaigns,
  showsImage,
  userByUid,
  approvedAddresses,
  countedCampaigns,
  sortedCampaigns,
} from './queries.ts'
import { sql } from '../../../platform/database/sql.ts'
import { joinNextCall } from '../../../platform/runtime/single-flight.ts'
import { toSearchText, toWords } from '../search-text.ts'

type HostedStores = SanityOptions & {
  database: Database
  digests?: SlugDigests
  /** Without it, nothing reports what editors change, so that the CDN is not used. */
  webhookSecret?: string
  /** Where images are stored before they are public, and after. */
  ownImages: ImageStorage
}

/**
 * Stores campaigns and profiles at Sanity, with the images of public campaigns. Slugs and asset ids are in our own database, all
 * images in our own storage (docs/hosted-content.md).
 */
export function sanityContent(options: HostedStores): {
  content: ContentStore
  imageStorage: ImageStorage
  hosted: HostedContentStore
} {
  const { database, digests, ownImages, webhookSecret: secret } = options
  const api = openSanityApi(options)
  const writes = openListedWrites(api, { database, usesCdn: secret !== undefined })
  return {
    content: withHandOut({
      ...sanityUsers(api, writes),
      ...sanityCampaigns(api, { database, digests, writes }),
    }),
    imageStorage: cachedImageStorage(sanityImageStorage(api, database, ownImages), {
      isCached: (key) => key.startsWith('image-'),
    }),
    hosted: {
      async listTrending() {
        const params = { minTrend: trendPerDonor }
        const found = await api.query(z.array(idSchema), trendingCampaigns, params)
        return found.map(({ _id }) => toCampaignId(_id))
      },
      async updateRanking(totals) {
        let updated = 0
        for (let from = 0; from < totals.length; from += batchSize)
          updated += await updateBatch(api, totals.slice(from, from + batchSize))
        return updated
      },
      findUsedImages: findUsedImages(api),
      handOutImages: imageHandOut(api, { database, ownImages }),
      ...(secret !== undefined && { webhook: sanityWebhook({ database, writes, secret }) }),
    },
  }
}

const batchSize = 500

const idSchema = z.object({ _id: z.string() })
const rankedSchema = z.object({
  _id: z.string(),
  goalAmount: z.union([z.string(), z.number()]),
  createdAt: z.coerce.date(),
  ranking: z.nullish(z.object({ raised: z.int(), share: z.int(), trend: z.int() })),
})

async function updateBatch(api: SanityApi, totals: RankingTotals[]): Promise<number> {
  const ids = totals.flatMap(({ id }) => [toDocumentId(id), id])
  const documents = await api.query(z.array(rankedSchema), rankedCampaigns, { ids })
  const totalsById = new Map(totals.map((entry) => [entry.id, entry]))
  const patches = documents.flatMap(({ _id, goalAmount, createdAt, ranking }) => {
    const found = totalsById.get(toCampaignId(_id))
    const goal = toGoal(goalAmount)
    if (!found || !goal) return []
    const { raised, donors } = found
    const share = Math.min(Math.floor((raised / goal) * 10_000), 10_000)
    const trend = donors * trendPerDonor + Math.floor(createdAt.getTime() / 1000)
    const isSame = ranking?.raised === raised && ranking.trend === trend && ranking.share === share
    return isSame ? [] : [{ patch: { id: _id, set: { ranking: { raised, share, trend } } } }]
  })
  // A document that was deleted meanwhile fails the whole batch. The next comparison repeats the others.
  const failure = patches.length > 0 ? await api.mutate(patches) : undefined
  return failure === undefined ? patches.length : 0
}

/** Older and later signatures may be copies of an earlier request. */
const maxAgeMs = 300_000
const maxDeliveries = 100

type WebhookDeps = { database: Database; writes: Pick<ListedWrites, 'mutate'>; secret: string }

/** Sanity's GROQ-powered webhook (https://www.sanity.io/docs/webhooks), which reports what editors change. */
function sanityWebhook({ database, writes, secret }: WebhookDeps): ContentWebhook {
  const join = joinNextCall<void>()
  const isNew = async (delivery: string) =>
    (await database.value(
      z.boolean(),
      sql`select ${delivery} = any(deliveries) from listed_write`,
    )) !== true

  return {
    isSigned: (body, signature, now) => isSigned(secret, { body, signature, now }),

    async receive(delivery) {
      if (!(await isNew(delivery))) return false
      // Reports that arrive together share one change of the count, which the CDN's answers must then contain.
      await join('count', async () => void (await writes.mutate([])))
      await database.run(
        sql`update listed_write set deliveries =
          (array_append(deliveries, ${delivery}))[greatest(cardinality(deliveries) + 2 - ${maxDeliveries}, 1):]`,
      )
      return true
    },
  }
}

type Signed = { body: Uint8Array; signature: string | undefined; now: Date }

/** `t` is in milliseconds. The signature covers it and the received bytes, because serialised JSON can differ from them. */
function isSigned(secret: string, { body, signature, now }: Signed): boolean {
  const [, at, digest] = /^t=(\d{13}),\s?v1=([\w-]{43})$/.exec(signature ?? '') ?? []
  if (at === undefined || digest === undefined) return false
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest()
  const isValid = timingSafeEqual(expected, Buffer.from(digest, 'base64url'))
  return isValid && Math.abs(now.getTime() - Number(at)) <= maxAgeMs
}

type Campaigns = Omit<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>
type FoundCampaign = { documentId: string; revision: string; campaign: StoredCampaign }
type Fields = Record<string, unknown>
type CampaignDeps = {
  database: Database
  digests: SlugDigests | undefined
  writes: ListedWrites
}

const maxAttempts = 10

const foundSchema = z.looseObject({ _id: z.string(), _rev: z.string() })
const ownerSchema = z.nullable(z.object({ _id: z.string() }))

/** Campaigns at Sanity. Their slugs are in our own database, which can guarantee that they are unique. */
function sanityCampaigns(api: SanityApi, deps: CampaignDeps): Campaigns {
  const { database, digests, writes } = deps
  const findCampaign = async (id: string) => (await find(api, id))?.campaign
  const insert = async (campaign: NewCampaign) => {
    const slug = await assignSlug(database, campaign, digests)
    const owner = await api.query(ownerSchema, userByUid, { uid: campaign.ownerUid })
    await writes.mutate([
      {
        create: {
          ...toDocumentFields({ ...campaign, slug }, await findAssets(database, campaign.images)),
          _id: toDocumentId(campaign.id),
          _type: 'campaign',
          status: 'pending',
          userId: campaign.ownerUid,
          accountNumber: toText(campaign.accountNumberSealed),
          ...(owner && { createdBy: { _type: 'reference', _ref: owner._id } }),
          ranking: toFirstRanking(campaign),
        },
      },
    ])
    const stored = await findCampaign(campaign.id)
    if (!stored) throw new Error('the inserted campaign was not found')
    return stored
  }

  return {
    async insertCampaign(campaign, record) {
      const stored = (await findCampaign(campaign.id)) ?? (await insert(campaign))
      if (record) await database.transaction((queries) => record(queries, stored))
      return stored
    },
    findCampaign,

    async findCampaignBySlug(slug) {
      if (!isSlug(slug)) return undefined
      const id = await database.value(
        z.string(),
        sql`select campaign_id from campaign_slug where slug = ${slug.toLowerCase()}`,
      )
      return findCampaign(id ?? slug)
    },

    listCampaigns: (filter, page) => listDocuments(api, filter, page),
    listAddresses: (page) => listDocumentAddresses(api, page),
    async listPending(ids) {
      const params = { ids: ids.flatMap(toPossibleIds) }
      return parsePending(await api.query(z.array(z.unknown()), pendingCampaigns, params))
    },
    countCampaigns: (filter) => countDocuments(api, filter),
    publicLists: {
      list: (filter, page) => listDocuments(writes, { ...filter, status: 'approved' }, page),
      listAddresses: (page) => listDocumentAddresses(writes, page),
      count: (filter) => countDocuments(writes, { ...filter, status: 'approved' }),
    },

    async listOverdue(today, limit) {
      const found = await api.query(z.array(foundSchema), overdueCampaigns, { today, limit })
      return parseCampaigns(found)
    },

    changeCampaign: (id, plan) =>
      withCampaignClaim(database, id, async () => {
        const update = await writeUpdate(api, deps, { id, plan })
        if (update?.record) await database.transaction(update.record)
        return update !== undefined
      }),

    showsImage: (imageId) => api.query(z.boolean(), showsImage, { imageId }),

    async deleteCampaign(id) {
      const document = await findDocument(api, id)
      if (!document) return
      // A draft in Sanity's studio contains the contact data too.
      const deleteDraft = { delete: { id: `drafts.${document._id}` } }
      const failure = await writes.mutate([{ delete: { id: document._id } }, deleteDraft])
      if (failure)
        throw new ContentUnavailable('cannot delete a campaign that other documents refer to')
    },
  }
}

/** Also one that an editor left without a title or goal. */
async function findDocument(api: SanityApi, id: string) {
  const documentIds = toDocumentIds(id)
  if (documentIds === undefined) return null
  const schema = z.nullable(foundSchema)
  return 'ids' in documentIds
    ? api.query(schema, campaignByIds, documentIds)
    : api.query(schema, campaignByAnyCase, { id: documentIds.anyCase })
}

async function find(api: SanityApi, id: string): Promise<FoundCampaign | undefined> {
  const document = await findDocument(api, id)
  const campaign = parseCampaign(document)
  if (!document || !campaign) return undefined
  return { documentId: document._id, revision: document._rev, campaign }
}

/**
 * Reads, changes and writes with optimistic locking by revision, because people edit documents in Sanity's studio too. Undefined,
 * with nothing written, when there is no such campaign or its status is not `from`.
 */
async function writeUpdate(
  api: SanityApi,
  deps: CampaignDeps,
  { id, plan }: { id: string; plan: CampaignUpdate | CampaignPlan },
): Promise<CampaignUpdate | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const found = await find(api, id)
    if (!found) return undefined
    const { campaign, documentId, revision } = found
    const update = typeof plan === 'function' ? await plan(deps.database, campaign) : plan
    const { from, to = campaign.status, fields } = update
    if (from !== undefined && from !== campaign.status) return undefined
    const set = {
      ...(fields && (await toChangedFields(deps, campaign, fields))),
      ...(to !== campaign.status && { status: to }),
    }
    if (Object.keys(set).length === 0) return update
    const patch = { id: documentId, ifRevisionID: revision, set }
    if ((await deps.writes.mutate([{ patch }])) === undefined) return update
  }
  throw new ContentUnavailable('too many concurrent changes to a campaign')
}

async function toChangedFields(
  { database: queries, digests }: CampaignDeps,
  existing: StoredCampaign,
  { accountNumberSealed, ...change }: CampaignChange,
): Promise<Fields> {
  const campaign = { ...existing, ...change }
  const slug =
    campaign.title === existing.title ? existing.slug : await assignSlug(queries, campaign, digests)
  return {
    ...toDocumentFields({ ...campaign, slug }, await findAssets(queries, campaign.images)),
    ...(accountNumberSealed && { accountNumber: toText(accountNumberSealed) }),
  }
}

/** Longer than a change takes, so that only the claim of a killed process ends this way. */
const claimMinutes = 2
const pollMs = 50
const maxPolls = 200

/** Runs changes of one campaign one after the other, without holding a connection while Sanity answers. */
async function withCampaignClaim<Result>(
  database: Database,
  campaignId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const claim = { id: campaignId.toLowerCase(), token: randomUUID() }
  for (let polls = 0; !(await take(database, claim)); polls++) {
    if (polls === maxPolls) throw new ContentUnavailable('too many changes to a campaign')
    await delay(pollMs)
  }
  try {
    return await work()
  } finally {
    await database.run(
      sql`delete from campaign_claim where campaign_id = ${claim.id} and token = ${claim.token}`,
    )
  }
}

async function take(database: Database, { id, token }: { id: string; token: string }) {
  const taken = await database.run(
    sql`insert into campaign_claim as existing (campaign_id, token, claimed_until)
      values (${id}, ${token}, clock_timestamp() + make_interval(mins => ${claimMinutes}))
      on conflict (campaign_id) do update set token = excluded.token, claimed_until = excluded.claimed_until
      where existing.claimed_until < clock_timestamp()`,
  )
  return taken === 1
}

const addressesSchema = z.array(
  z.object({ _id: z.string(), slug: z.nullish(z.string()), createdAt: z.string() }),
)

async function listDocumentAddresses(
  api: Pick<SanityApi, 'query'>,
  { limit, after }: { limit: number; after?: string },
): Promise<AddressPage> {
  const cursor = toCursor(after, 'oldest')
  const found = await api.query(addressesSchema, approvedAddresses, { ...cursor, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    addresses: shown.map(({ _id, slug, createdAt }) => ({
      id: toCampaignId(_id),
      slug: slug ?? toCampaignId(_id),
      createdAt: new Date(createdAt),
    })),
    next:
      found.length > limit && last
        ? encodeCursor('oldest', { key: last.createdAt, id: last._id })
        : null,
  }
}

const maxWords = 8
const dayMs = 86_400_000

type Order = NonNullable<PageRequest['order']>
type Cursor = { key: string | number; id: string }

const cursorSchema = z.tuple([
  z.string(),
  z.union([z.string().check(z.maxLength(40)), z.number()]),
  z.string().check(z.regex(/^[\w.-]{1,128}$/)),
])
const pageSchema = z.object({
  rows: z.array(
    z.object({
      key: z.union([z.string(), z.number()]),
      campaign: z.looseObject({ _id: z.string() }),
    }),
  ),
  total: z.int(),
})

/** Keyset pagination: new campaigns repeat no rows on later pages. */
async function listDocuments(
  api: Pick<SanityApi, 'query'>,
  filter: CampaignFilter,
  { limit, after, order = 'newest' }: PageRequest,
): Promise<CampaignPage> {
  const cursor = toCursor(after, order)
  const filterParams = toParams(filter)
  if (filterParams === undefined) return { campaigns: [], total: 0, isTotalExact: true, next: null }
  const params = { ...filterParams, ...cursor, limit: limit + 1 }
  const { rows, total } = await api.query(pageSchema, sortedCampaigns[order], params)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    campaigns: parseCampaigns(shown.map(({ campaign }) => campaign)),
    total: Math.min(total, maxListTotal),
    isTotalExact: total <= maxListTotal,
    next:
      rows.length > limit && last
        ? encodeCursor(order, { key: last.key, id: last.campaign._id })
        : null,
  }
}

async function countDocuments(
  api: Pick<SanityApi, 'query'>,
  filter: CampaignFilter,
): Promise<number> {
  const params = toParams(filter)
  return params === undefined ? 0 : api.query(z.int(), countedCampaigns, params)
}

/** GROQ requires every parameter, so absent filters are null. Undefined when the search text has no words. */
function toParams({ status, ownerUid, category, cause, text, ...filter }: CampaignFilter) {
  const { country, city, place, state, ids, except, textIds } = filter
  const words = text === undefined ? null : [...new Set(toWords(text))].slice(0, maxWords)
  if (words?.length === 0) return undefined
  const now = new Date()
  return {
    status: status ?? null,
    ownerUid: ownerUid ?? null,
    category: category ?? null,
    cause: cause ?? null,
    words: words && words.map((word) => `${word}*`),
    textIds: toIdsOrNull(textIds),
    country: toSearchTextOrNull(country),
    city: toSearchTextOrNull(city),
    place: toSearchTextOrNull(place),
    state: state ?? null,
    ids: toIdsOrNull(ids),
    except: toIdsOrNull(except),
    today: lagosDay(now),
    soon: lagosDay(new Date(now.getTime() + endingSoonDays * dayMs)),
  }
}

const toIdsOrNull = (ids?: readonly string[]) => ids?.flatMap(toPossibleIds) ?? null

const toSearchTextOrNull = (text: string | undefined) =>
  text === undefined ? null : toSearchText(text)

function encodeCursor(order: Order, { key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString('base64url')
}

/** Where a page of this order begins. GROQ requires every parameter, so the first page has nulls. */
function toCursor(cursor: string | undefined, order: Order): Cursor | { key: null; id: null } {
  if (cursor === undefined) return { key: null, id: null }
  const result = z.safeParse(cursorSchema, parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!result.success || result.data[0] !== order) throw new UnknownCursor(cursor)
  const [, key, id] = result.data
  return { key, id }
}
