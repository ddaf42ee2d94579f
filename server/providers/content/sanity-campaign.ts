import * as z from 'zod/mini'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { holdSlug, takeSlug } from './campaign-slugs.ts'
import {
  ContentUnavailable,
  type CampaignChange,
  type ContentStore,
  type NewCampaign,
  type StoredCampaign,
} from './content.ts'
import { documentFields, documentId, documentIds, readable } from './sanity-campaign-document.ts'
import { countDocuments, listDocuments } from './sanity-campaign-list.ts'
import { assetsOf } from './sanity-images.ts'
import { campaignByAnyCase, campaignByIds, overdueCampaigns, userByUid } from './sanity-queries.ts'
import type { SanityWire } from './sanity-wire.ts'
import { isSlug } from './slug.ts'

type Campaigns = Omit<ContentStore, 'insertUser' | 'findUserByUid' | 'updateUser'>
type Found = { documentId: string; revision: string; campaign: StoredCampaign }

const mostTurns = 10

/** The campaigns of the hosted content store. Their addresses are in our own database, where they can be kept apart. */
export function sanityCampaigns(wire: SanityWire, database: Database): Campaigns {
  const findCampaign = async (id: string) => (await find(wire, id))?.campaign

  return {
    insertCampaign: (campaign, within = database) => insert(wire, within, campaign),
    findCampaign,

    async findCampaignBySlug(slug) {
      if (!isSlug(slug)) return undefined
      const led = await database.row(
        z.object({ id: z.string() }),
        sql`select campaign_id::text as id from campaign_slug where slug = ${slug.toLowerCase()}`,
      )
      return findCampaign(led?.id ?? slug)
    },

    listCampaigns: (filter, page) => listDocuments(wire, filter, page),
    countCampaigns: (filter) => countDocuments(wire, filter),

    async listOverdue(today, limit) {
      const found = await wire.query(z.array(foundSchema), overdueCampaigns, { today, limit })
      return found.flatMap(readable)
    },

    setCampaignStatus: (id, { from, to }) =>
      change(wire, id, ({ campaign }) => (campaign.status === from ? { status: to } : undefined)),

    updateCampaign: (id, asked, within = database) =>
      change(wire, id, ({ campaign }) => changedFields(within, campaign, asked)),

    async deleteCampaign(id) {
      const found = await find(wire, id)
      if (!found) return
      // What somebody began to edit in the service's studio holds the contact as well.
      const drafts = { delete: { id: `drafts.${found.documentId}` } }
      const unwritten = await wire.mutate([{ delete: { id: found.documentId } }, drafts])
      if (unwritten) throw new ContentUnavailable('a campaign is referred to and cannot be deleted')
    },
  }
}

async function find(wire: SanityWire, id: string): Promise<Found | undefined> {
  const where = documentIds(id)
  if (where === null) return undefined
  const schema = z.nullable(foundSchema)
  const document =
    'ids' in where
      ? await wire.query(schema, campaignByIds, where)
      : await wire.query(schema, campaignByAnyCase, { id: where.anyCase })
  const [campaign] = readable(document)
  if (!document || !campaign) return undefined
  return { documentId: document._id, revision: document._rev, campaign }
}

async function insert(
  wire: SanityWire,
  queries: Queries,
  campaign: NewCampaign,
): Promise<StoredCampaign> {
  const known = await find(wire, campaign.id)
  if (known) return withAddress(wire, queries, known)
  const slug = await takeSlug(queries, campaign)
  const owner = await wire.query(referableSchema, userByUid, { uid: campaign.ownerUid })
  await wire.mutate([
    {
      create: {
        ...documentFields({ ...campaign, slug }, await assetsOf(queries, campaign.images)),
        _id: documentId(campaign.id),
        _type: 'campaign',
        status: 'pending',
        userId: campaign.ownerUid,
        accountNumber: sealedText(campaign.accountNumberSealed),
        ...(owner && { createdBy: { _type: 'reference', _ref: owner._id } }),
        ranking: { raised: 0, share: 0, trend: Math.floor(campaign.createdAt.getTime() / 1000) },
      },
    },
  ])
  const stored = await find(wire, campaign.id)
  if (!stored) throw new Error('a campaign was stored and cannot be found')
  return stored.campaign
}

/** The store keeps a document also when our transaction around it was taken back, and its address with that. */
async function withAddress(wire: SanityWire, queries: Queries, { campaign }: Found) {
  if (await holdSlug(queries, campaign)) return campaign
  const slug = await takeSlug(queries, campaign)
  await change(wire, campaign.id, () => ({ 'ajo.slug': slug }))
  return { ...campaign, slug }
}

/** Whoever is slower by a revision looks again. False if there is nothing to change. */
async function change(
  wire: SanityWire,
  id: string,
  fieldsOf: (found: Found) => Fields | undefined | Promise<Fields | undefined>,
): Promise<boolean> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const found = await find(wire, id)
    const set = found && (await fieldsOf(found))
    if (!set) return false
    const patch = { id: found.documentId, ifRevisionID: found.revision, set }
    const unwritten = await wire.mutate([{ patch }])
    if (unwritten === undefined) return true
  }
  throw new ContentUnavailable('the content store takes no change of a campaign')
}

type Fields = Record<string, unknown>

async function changedFields(
  queries: Queries,
  known: StoredCampaign,
  { accountNumberSealed, ...asked }: CampaignChange,
): Promise<Fields> {
  const campaign = { ...known, ...asked }
  const slug = campaign.title === known.title ? known.slug : await takeSlug(queries, campaign)
  return {
    ...documentFields({ ...campaign, slug }, await assetsOf(queries, campaign.images)),
    ...(accountNumberSealed && { accountNumber: sealedText(accountNumberSealed) }),
  }
}

/** Text is all that the store takes (readings C8: encrypted). */
function sealedText(sealed: Uint8Array): string {
  return Buffer.from(sealed).toString('base64url')
}

const foundSchema = z.looseObject({ _id: z.string(), _rev: z.string() })
const referableSchema = z.nullable(z.object({ _id: z.string() }))
