import * as z from 'zod/mini'

import type { Config } from '../../../platform/config/config.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { sql, joinSql, type Sql } from '../../../platform/database/sql.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import { countedByHundred, openQuotaMeter } from '../../quotas/quota-meter.ts'
import { clearAssets, imageHandOut, findAssets } from '../sanity/images.ts'
import { openSanityApi } from '../sanity/sanity-api.ts'
import { sanityContent } from '../sanity/sanity-content.ts'
import { listPublicAssets, sanityMovableStore } from '../sanity/sanity-move.ts'
import { type MoveDeps, movedImages } from './move-content.ts'
import {
  type MovableStore,
  MoveRefused,
  type MovedCampaign,
  type MovedUser,
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

const idRow = z.object({ id: z.string() })

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
      const rows = await database.rows(
        idRow,
        sql`select campaign_id as id from deleted_campaign where campaign_id = any(${ids})`,
      )
      return new Set(rows.map(({ id }) => id))
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
const slugRow = z.object({ campaignId: z.string() })

/** The embedded store as a whole. Slugs stay where they are, because both stores share their table. */
function embeddedMovableStore(database: Database): MovableStore {
  const find = (condition: Sql) => findMoved(database, condition)
  return {
    async *listCampaigns() {
      for (let after = ''; ;) {
        const campaigns = await find(
          sql`c.id collate "C" > ${after} order by c.id collate "C" limit ${batchSize}`,
        )
        yield { campaigns, others: [] }
        after = campaigns.at(-1)?.id ?? ''
        if (campaigns.length < batchSize) return
      }
    },
    findCampaigns: (ids) => find(sql`c.id = any(${ids})`),
    saveCampaigns: (campaigns) =>
      database.transaction(async (queries) => {
        for (const campaign of campaigns) await saveCampaign(queries, campaign)
      }),
    deleteCampaign: (id) => embeddedContent(database).deleteCampaign(id),

    async *listUsers() {
      for (let after = ''; ;) {
        const users = await database.rows(
          userRow,
          sql`select ${userColumns} from user_document where uid collate "C" > ${after}
            order by uid collate "C" limit ${batchSize}`,
        )
        yield users.map(toUser)
        after = users.at(-1)?.uid ?? ''
        if (users.length < batchSize) return
      }
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
  const owner = await queries.row(
    slugRow,
    sql`select campaign_id as "campaignId" from campaign_slug where slug = ${slug}`,
  )
  if (owner?.campaignId !== id)
    throw new MoveRefused(`The address ${slug} of ${id} belongs to ${owner?.campaignId}.`)
}
