import * as z from 'zod/mini'

import type { Config } from '../../../platform/config/config.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { sql, joinSql, type Sql } from '../../../platform/database/sql.ts'
import { eachPage } from '../../../platform/lists/each-page.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import { countedByHundred, openQuotaMeter } from '../../quotas/quota-meter.ts'
import { clearAssets, imageHandOut, findAssets, findExistingAssets } from '../sanity/images.ts'
import { openSanityApi, type SanityApi } from '../sanity/sanity-api.ts'
import { sanityContent } from '../sanity/sanity-content.ts'
import { type MoveDeps, movedImages } from './move-content.ts'
import {
  type MovableStore,
  MoveRefused,
  type MovedCampaign,
  type MovedUser,
  type CampaignBatch,
} from '../moved-content.ts'
import { compiledObject } from '../../../platform/database/compiled-object.ts'
import { updateListing } from '../embedded/approved-list.ts'
import {
  campaignColumns,
  campaignFields,
  campaignTables,
  writtenColumns,
} from '../embedded/campaign-row.ts'
import { embeddedContent, insertedRow } from '../embedded/embedded-content.ts'
import { saveSearchWords } from '../embedded/search-words.ts'
import { insertUser, userColumns, userRow } from '../embedded/users.ts'
import { isCampaignId } from '../content.ts'
import { isSlug } from '../slug.ts'
import {
  parseCampaign,
  toCampaignId,
  toDocumentFields,
  toDocumentId,
  toFirstRanking,
  toText,
} from '../sanity/campaign-document.ts'
import { openListedWrites, type ListedWrites } from '../sanity/listed-writes.ts'
import * as queries from '../sanity/queries.ts'
import { saveUser, toUserId, userSchema } from '../sanity/users.ts'

type MoveOptions = {
  database: Database
  ownImages: ImageStorage
  plans: Config['plans']
  sanity: Extract<Config['content'], { kind: 'sanity' }>
}

export type MovableStores = {
  embedded: MovableStore
  hosted: MovableStore
  images: MoveDeps['images']
  findDeleted: MoveDeps['findDeleted']
  /** Deletes the copies of pictures at Sanity. Returns how many. */
  clearAssets: () => Promise<number>
}

/** Both content stores, whichever is live, as `npm run ajo -- content` needs them. */
export function openMovableStores({
  database,
  ownImages,
  plans,
  sanity,
}: MoveOptions): MovableStores {
  const meter = openQuotaMeter({ database, now: () => new Date(), plans })
  const options = { ...sanity, onRequest: countedByHundred(meter, 'content-requests') }
  const api = openSanityApi(options)
  const { content } = sanityContent({ ...options, database, ownImages })
  return {
    embedded: embeddedMovableStore(database),
    hosted: sanityMovableStore({ api, database }, (id) => content.deleteCampaign(id)),
    images: movedImages({
      database,
      own: ownImages,
      hosted: {
        findAsset: async (id) => (await findAssets(database, [{ id }])).get(id),
        fetch: (assetId) => api.fetchImage(assetId, undefined),
        listPublic: () => listPublicAssets(api),
        handOut: imageHandOut(api, { database, ownImages }),
      },
    }),
    async findDeleted(ids) {
      const deleted = sql`select campaign_id from deleted_campaign where campaign_id = any(${ids})`
      return new Set(await database.values(z.string(), deleted))
    },
    clearAssets: () => clearAssets(api, database),
  }
}

type ClearDeps = {
  /** The store that nothing uses any more. */
  cleared: MovableStore
  live: MovableStore
  findDeleted: (ids: string[]) => Promise<Set<string>>
}

export type Cleared = { campaigns: number; users: number }

/** Counts what a store holds. Refuses if it is the only one that has a campaign or profile. */
export async function checkCleared({ cleared, live, findDeleted }: ClearDeps): Promise<Cleared> {
  const only: string[] = []
  const count = { campaigns: 0, users: 0 }
  for await (const { campaigns } of cleared.listCampaigns()) {
    const ids = campaigns.map(({ id }) => id)
    const there = new Set((await live.findCampaigns(ids)).map(({ id }) => id))
    const deleted = await findDeleted(ids)
    only.push(...ids.filter((id) => !there.has(id) && !deleted.has(id)))
    count.campaigns += ids.length
  }
  for await (const users of cleared.listUsers()) {
    const uids = users.map(({ uid }) => uid)
    const there = new Set((await live.findUsers(uids)).map(({ uid }) => uid))
    only.push(...uids.filter((uid) => !there.has(uid)))
    count.users += uids.length
  }
  if (only.length > 0)
    throw new MoveRefused(
      `${only.length} campaigns and profiles are only in that store: ${only.slice(0, 5).join(', ')}. Move them first.`,
    )
  return count
}

/** Deletes everything that Ajo wrote. It can be stopped at any point and run again. */
export async function clearContent({ cleared }: Pick<ClearDeps, 'cleared'>): Promise<void> {
  const ids: string[] = []
  for await (const { campaigns } of cleared.listCampaigns())
    ids.push(...campaigns.map(({ id }) => id))
  for (const id of ids) await cleared.deleteCampaign(id)
  const uids: string[] = []
  for await (const users of cleared.listUsers()) uids.push(...users.map(({ uid }) => uid))
  for (const uid of uids) await cleared.deleteUser(uid)
}

const batchSize = 100
const movedRow = compiledObject({
  ...campaignFields,
  sealed: z.nullable(z.instanceof(Uint8Array)),
  raised: z.nullable(z.int()),
  share: z.nullable(z.int()),
  trend: z.nullable(z.int()),
})

/** The embedded store as a whole. Slugs stay where they are, because both stores share their table. */
function embeddedMovableStore(database: Database): MovableStore {
  const find = (condition: Sql) => findMoved(database, condition)
  return {
    async *listCampaigns() {
      const read = (last?: MovedCampaign) =>
        find(sql`c.id collate "C" > ${last?.id ?? ''} order by c.id collate "C" limit ${batchSize}`)
      for await (const campaigns of eachPage(batchSize, read)) yield { campaigns, others: [] }
    },
    findCampaigns: (ids) => find(sql`c.id = any(${ids})`),
    saveCampaigns: (campaigns) =>
      database.transaction(async (queries) => {
        for (const campaign of campaigns) await saveCampaign(queries, campaign)
      }),
    deleteCampaign: (id) => embeddedContent(database).deleteCampaign(id),

    async *listUsers() {
      const read = (last?: z.output<typeof userRow>) =>
        database.rows(
          userRow,
          sql`select ${userColumns} from user_document where uid collate "C" > ${last?.uid ?? ''}
            order by uid collate "C" limit ${batchSize}`,
        )
      for await (const users of eachPage(batchSize, read)) yield users.map(toUser)
    },
    async findUsers(uids) {
      const found = sql`select ${userColumns} from user_document where uid = any(${uids})`
      return (await database.rows(userRow, found)).map(toUser)
    },
    saveUsers: (users) =>
      database.transaction(async (queries) => {
        for (const user of users) await queries.run(insertUser(user))
      }),
    deleteUser: async (uid) =>
      void (await database.run(sql`delete from user_document where uid = ${uid}`)),
  }
}

async function findMoved(database: Database, condition: Sql): Promise<MovedCampaign[]> {
  const rows = await database.rows(
    movedRow,
    sql`select ${campaignColumns}, c.account_number_sealed as sealed, l.raised_kobo as raised, l.share, l.trend
      from ${campaignTables} left join campaign_listing l on l.campaign_id = c.id
      where c.deleted_at is null and ${condition}`,
  )
  return rows.map(({ sealed, raised, share, trend, owner: _owner, ...campaign }) => {
    const ranking =
      raised === null || share === null || trend === null ? null : { raised, share, trend }
    return { ...campaign, accountNumberSealed: sealed, ranking }
  })
}

const toUser = ({ _id, ...user }: z.output<typeof userRow>): MovedUser => user

async function saveCampaign(queries: Transaction, campaign: MovedCampaign): Promise<void> {
  const { id, ranking } = campaign
  await claimSlug(queries, campaign)
  await queries.run(
    sql`with changed as (
        ${insertedRow(campaign)}
        on conflict (id) do update set slug = excluded.slug, owner_uid = excluded.owner_uid, status = excluded.status,
          ${joinSql(writtenColumns.map((column) => sql`${column} = excluded.${column}`))},
          account_number_sealed = excluded.account_number_sealed, created_at = excluded.created_at, deleted_at = null
        returning *), ${updateListing(sql`select * from changed`)}
      select id from changed`,
  )
  // The next ranking compares them with the ledger.
  if (ranking)
    await queries.run(
      sql`update campaign_listing set raised_kobo = ${ranking.raised}, share = ${ranking.share}, trend = ${ranking.trend},
          created_at = ${campaign.createdAt}, ranked_at = null
        where campaign_id = ${id}`,
    )
  await saveSearchWords(queries, id)
}

async function claimSlug(queries: Transaction, { id, slug }: MovedCampaign): Promise<void> {
  await queries.run(
    sql`insert into campaign_slug (slug, campaign_id) values (${slug}, ${id}) on conflict do nothing`,
  )
  const owner = await queries.value(
    z.string(),
    sql`select campaign_id from campaign_slug where slug = ${slug}`,
  )
  if (owner !== id) throw new MoveRefused(`The address ${slug} of ${id} belongs to ${owner}.`)
}

const sanityBatch = 100
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
function sanityMovableStore(
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
      const read = (last?: z.output<typeof movedSchema>) =>
        find(queries.movedCampaigns, { after: last?._id ?? '', limit: sanityBatch })
      for await (const found of eachPage(sanityBatch, read)) yield toBatch(found)
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
    const found = await api.query(userBatch, queries.movedUsers, { key, id, limit: sanityBatch })
    const users = toUsers(found).filter(({ uid }) => !seen.has(uid))
    for (const { uid } of users) seen.add(uid)
    yield users
    const last = found.at(-1)
    if (!last || found.length < sanityBatch) return
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
async function* listPublicAssets(
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
  const read = (last?: z.output<typeof schema>[number]) =>
    api.query(schema, queries.publicAssets, { after: last?._id ?? '', limit: sanityBatch })
  for await (const found of eachPage(sanityBatch, read))
    yield found
      .filter(({ _id }) => isCampaignId(toCampaignId(_id)))
      .flatMap(({ images }) =>
        (images ?? []).map(({ _key, asset }) => ({
          id: /^[0-9a-f]{64}$/.test(_key ?? '') ? (_key ?? '') : (asset ?? ''),
          assetId: asset ?? undefined,
        })),
      )
}
