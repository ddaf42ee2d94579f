import * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { isCampaignId } from '../content.ts'
import { isSlug } from '../slug.ts'
import {
  MoveRefused,
  type CampaignBatch,
  type MovableStore,
  type MovedCampaign,
  type MovedUser,
} from '../moved-content.ts'
import {
  parseCampaign,
  toCampaignId,
  toDocumentFields,
  toDocumentId,
  toFirstRanking,
  toText,
} from './campaign-document.ts'
import { findExistingAssets } from './images.ts'
import { openListedWrites, type ListedWrites } from './listed-writes.ts'
import * as queries from './queries.ts'
import type { SanityApi } from './sanity-api.ts'
import { saveUser, toUserId, userSchema } from './users.ts'

const batchSize = 100
/** The longest campaign has about 90 kB with its words, and a mutation at most 4 MB. */
const campaignsPerMutation = 25
const movedSchema = z.object({
  _id: z.string(),
  campaign: z.unknown(),
  accountNumber: z.nullish(z.string()),
  ranking: z.nullish(z.object({ raised: z.int(), share: z.int(), trend: z.int() })),
})
const userBatch = z.array(z.looseObject({ _id: z.string(), createdAt: z.string() }))
const ownerSchema = z.array(z.object({ _id: z.string(), uid: z.string() }))
type Deps = { api: SanityApi; database: Database }
type WriteDeps = Deps & { writes: ListedWrites }

/** The dataset as a whole. Drafts that no one published in the studio are left out. */
export function sanityMovableStore(
  deps: Deps,
  deleteCampaign: MovableStore['deleteCampaign'],
): MovableStore {
  const { api, database } = deps
  // Lists that the CDN made before the move are not shown after it.
  const writes = openListedWrites(api, { database, usesCdn: true })
  const find = (query: string, params: Record<string, unknown>) =>
    api.query(z.array(movedSchema), query, params)
  return {
    async *listCampaigns() {
      for (let after = ''; ;) {
        const found = await find(queries.movedCampaigns, { after, limit: batchSize })
        yield toBatch(found)
        after = found.at(-1)?._id ?? ''
        if (found.length < batchSize) return
      }
    },
    async findCampaigns(ids) {
      const found = await find(queries.movedCampaignsByIds, { ids: ids.map(toDocumentId) })
      return toBatch(found).campaigns
    },
    async saveCampaigns(campaigns) {
      for (let from = 0; from < campaigns.length; from += campaignsPerMutation)
        await saveCampaigns({ ...deps, writes }, campaigns.slice(from, from + campaignsPerMutation))
    },
    deleteCampaign,
    listUsers: () => listUsers(api),
    findUsers: async (uids) =>
      toUsers(await api.query(userBatch, queries.movedUsersByUid, { uids })),
    async saveUsers(users) {
      const found = await api.query(ownerSchema, queries.usersByUid, {
        uids: users.map(({ uid }) => uid),
      })
      const ids = toFirstIds(found)
      await writes.mutate(
        users.flatMap((user) =>
          saveUser({ _id: ids.get(user.uid) ?? toUserId(user.uid), ...user }),
        ),
      )
    },
    async deleteUser(uid) {
      const found = await api.query(ownerSchema, queries.usersByUid, { uids: [uid] })
      const failure = await writes.mutate(found.map(({ _id }) => ({ delete: { id: _id } })))
      if (failure) throw new MoveRefused(`Other documents refer to the profile of ${uid}.`)
    },
  }
}

function toBatch(found: z.output<typeof movedSchema>[]): CampaignBatch {
  const batch: CampaignBatch = { campaigns: [], others: [] }
  for (const document of found) {
    const campaign = toMoved(document)
    if (campaign) batch.campaigns.push(campaign)
    else batch.others.push(document._id)
  }
  return batch
}

function toMoved(document: z.output<typeof movedSchema>): MovedCampaign | undefined {
  const parsed = parseCampaign(document.campaign)
  if (!parsed) return undefined
  const { owner: _owner, ...campaign } = parsed
  const isOurs =
    document._id === toDocumentId(campaign.id) &&
    isCampaignId(campaign.id) &&
    isSlug(campaign.slug) &&
    campaign.bankAccount.last4.length === 4
  if (!isOurs) return undefined
  const sealed = document.accountNumber ?? null
  return {
    ...campaign,
    accountNumberSealed: sealed === null ? null : Buffer.from(sealed, 'base64url'),
    ranking: document.ranking ?? toFirstRanking(campaign),
  }
}

async function saveCampaigns(deps: WriteDeps, campaigns: MovedCampaign[]): Promise<void> {
  const { api, database, writes } = deps
  const images = campaigns.flatMap((campaign) => campaign.images)
  const assets = await findExistingAssets(api, database, images)
  const uids = campaigns.map(({ ownerUid }) => ownerUid)
  const owners = toFirstIds(await api.query(ownerSchema, queries.usersByUid, { uids }))
  const failure = await writes.mutate(
    campaigns.flatMap((campaign) => {
      const _id = toDocumentId(campaign.id)
      const owner = owners.get(campaign.ownerUid)
      const { accountNumberSealed, ranking, status } = campaign
      const set = {
        ...toDocumentFields(campaign, assets),
        status,
        userId: campaign.ownerUid,
        ...(accountNumberSealed && { accountNumber: toText(accountNumberSealed) }),
        ...(owner !== undefined && { createdBy: { _type: 'reference', _ref: owner } }),
        ranking: ranking ?? toFirstRanking(campaign),
      }
      return [
        { createIfNotExists: { _id, _type: 'campaign', ...set } },
        { patch: { id: _id, set } },
      ]
    }),
  )
  if (failure) throw new MoveRefused('Someone changed campaigns at Sanity meanwhile. Run it again.')
}

/** Several documents may hold a uid. The first counts, as for `findUserByUid`. */
const toFirstIds = (found: z.output<typeof ownerSchema>) =>
  new Map(found.toReversed().map(({ uid, _id }) => [uid, _id]))

async function* listUsers(api: SanityApi): AsyncIterable<MovedUser[]> {
  const seen = new Set<string>()
  for (let key = '', id = ''; ;) {
    const found = await api.query(userBatch, queries.movedUsers, { key, id, limit: batchSize })
    const users = toUsers(found).filter(({ uid }) => !seen.has(uid))
    for (const { uid } of users) seen.add(uid)
    yield users
    const last = found.at(-1)
    if (!last || found.length < batchSize) return
    key = last.createdAt
    id = last._id
  }
}

/** In the order of their creation. Documents without a uid belong to other programs. */
function toUsers(found: z.output<typeof userBatch>): MovedUser[] {
  const users = new Map<string, MovedUser>()
  for (const document of found) {
    const user = z.safeParse(userSchema, document).data
    if (!user || users.has(user.uid)) continue
    const { _id, ...moved } = user
    users.set(user.uid, moved)
  }
  return [...users.values()]
}

/** The picture of every public campaign with its asset, which is undefined until it is handed out. */
export async function* listPublicAssets(
  api: SanityApi,
): AsyncIterable<{ id: string; assetId: string | undefined }[]> {
  const schema = z.array(
    z.object({
      _id: z.string(),
      images: z.nullish(
        z.array(z.object({ _key: z.nullish(z.string()), asset: z.nullish(z.string()) })),
      ),
    }),
  )
  for (let after = ''; ;) {
    const found = await api.query(schema, queries.publicAssets, { after, limit: batchSize })
    yield found
      .filter(({ _id }) => isCampaignId(toCampaignId(_id)))
      .flatMap(({ images }) =>
        (images ?? []).map(({ _key, asset }) => ({
          id: /^[0-9a-f]{64}$/.test(_key ?? '') ? (_key ?? '') : (asset ?? ''),
          assetId: asset ?? undefined,
        })),
      )
    after = found.at(-1)?._id ?? ''
    if (found.length < batchSize) return
  }
}
