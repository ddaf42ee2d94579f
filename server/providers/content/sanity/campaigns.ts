import * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { assignSlug } from '../campaign-slugs.ts'
import {
  ContentUnavailable,
  type CampaignChange,
  type CampaignPlan,
  type CampaignUpdate,
  type ContentStore,
  type NewCampaign,
  type StoredCampaign,
} from '../content.ts'
import type { SlugDigests } from '../retired-slugs.ts'
import { isSlug } from '../slug.ts'
import { listDocumentAddresses } from './address-list.ts'
import { withCampaignClaim } from './campaign-claim.ts'
import {
  parseCampaign,
  parseCampaigns,
  toDocumentFields,
  toDocumentId,
  toDocumentIds,
  toFirstRanking,
  toText,
} from './campaign-document.ts'
import { countDocuments, listDocuments } from './campaign-list.ts'
import { findAssets } from './images.ts'
import type { ListedWrites } from './listed-writes.ts'
import {
  campaignByAnyCase,
  campaignByIds,
  overdueCampaigns,
  showsImage,
  userByUid,
} from './queries.ts'
import type { SanityApi } from './sanity-api.ts'

type Campaigns = Omit<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>
type FoundCampaign = { documentId: string; revision: string; campaign: StoredCampaign }
type Fields = Record<string, unknown>
export type CampaignDeps = {
  database: Database
  digests: SlugDigests | undefined
  writes: ListedWrites
}

const maxAttempts = 10

const slugRow = z.object({ id: z.string() })
const foundSchema = z.looseObject({ _id: z.string(), _rev: z.string() })
const ownerSchema = z.nullable(z.object({ _id: z.string() }))

/** Campaigns at Sanity. Their slugs are in our own database, which can guarantee that they are unique. */
export function sanityCampaigns(api: SanityApi, deps: CampaignDeps): Campaigns {
  const { database, writes } = deps
  const findCampaign = async (id: string) => (await find(api, id))?.campaign

  return {
    async insertCampaign(campaign, record) {
      const stored = await insert(api, deps, campaign)
      if (record) await database.transaction((queries) => record(queries, stored))
      return stored
    },
    findCampaign,

    async findCampaignBySlug(slug) {
      if (!isSlug(slug)) return undefined
      const row = await database.row(
        slugRow,
        sql`select campaign_id as id from campaign_slug where slug = ${slug.toLowerCase()}`,
      )
      return findCampaign(row?.id ?? slug)
    },

    listCampaigns: (filter, page) => listDocuments(api, filter, page),
    listAddresses: (page) => listDocumentAddresses(api, page),
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

async function insert(
  api: SanityApi,
  { database: queries, digests, writes }: CampaignDeps,
  campaign: NewCampaign,
): Promise<StoredCampaign> {
  const existing = await find(api, campaign.id)
  if (existing) return existing.campaign
  const slug = await assignSlug(queries, campaign, digests)
  const owner = await api.query(ownerSchema, userByUid, { uid: campaign.ownerUid })
  await writes.mutate([
    {
      create: {
        ...toDocumentFields({ ...campaign, slug }, await findAssets(queries, campaign.images)),
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
  const stored = await find(api, campaign.id)
  if (!stored) throw new Error('the inserted campaign was not found')
  return stored.campaign
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
