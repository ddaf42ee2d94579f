import * as z from 'zod/mini'

import { maxListTotal } from '#shared/campaign-query.ts'

import type { Database, Queries, Transaction } from '../../../platform/database/database.ts'
import { joinSql, sql, type Sql } from '../../../platform/database/sql.ts'
import { assignSlug, type SlugDigests, isSlug, toSlug } from '../slug.ts'
import {
  isCampaignId,
  type CampaignChange,
  type CampaignUpdate,
  type ContentStore,
  type NewCampaign,
  type StoredCampaign,
  decodeCursor,
  encodeCursor,
  type AddressPage,
  type CampaignFilter,
  type CampaignPage,
  type PageRequest,
} from '../content.ts'
import { listApproved, listOverdue, updateListing, countApproved } from './approved-list.ts'
import {
  campaignFields,
  campaignRow,
  campaignTables,
  ownerColumn,
  selectCampaigns,
  writtenColumns,
  toWrittenValues,
  toRowLimit,
  totalRow,
} from './campaign-row.ts'
import {
  deleteSearchWords,
  matchesWords,
  saveSearchWords,
  searchWords,
  suggestWords,
} from './search-words.ts'
import { embeddedUsers } from './users.ts'
import { compiledObject } from '../../../platform/database/compiled-object.ts'

export function embeddedContent(database: Database, digests?: SlugDigests): ContentStore {
  return {
    ...embeddedUsers(database),

    insertCampaign: (campaign, record) =>
      database.transaction(async (queries) => {
        const stored = await insertCampaign(queries, campaign, digests)
        await record?.(queries, stored)
        return stored
      }),

    findCampaign: (id) => findCampaign(database, id),

    async findCampaignBySlug(slug) {
      if (!isSlug(slug)) return undefined
      return database.row(
        campaignRow,
        sql`${selectCampaigns} join campaign_slug s on s.campaign_id = c.id
          where s.slug = ${slug.toLowerCase()} and c.deleted_at is null`,
      )
    },

    listCampaigns: (filter, page) => listCampaigns(database, filter, page),
    listAddresses: (page) => listAddresses(database, page),
    listPending: (ids) =>
      database.rows(
        pendingRow,
        sql`select c.id, c.title, c.owner_uid as "ownerUid", ${ownerColumn}, c.goal, c.created_at as "createdAt"
          from ${campaignTables} where c.deleted_at is null and (c.status = 'pending' or c.id = any(${[...ids]}))`,
      ),
    countCampaigns: (filter) => countCampaigns(database, filter),
    publicLists: {
      list: (filter, page) => listApproved(database, filter, page),
      listAddresses: (page) => listAddresses(database, page),
      count: (filter) => countCampaigns(database, { ...filter, status: 'approved' }),
      suggest: (text) => suggestWords(database, text),
    },

    changeCampaign: (id, plan) =>
      database.transaction(async (queries) => {
        const existing = await lockCampaign(queries, id)
        if (!existing) return false
        const update = typeof plan === 'function' ? await plan(queries, existing) : plan
        if (update.from !== undefined && update.from !== existing.status) return false
        await updateCampaign(queries, { existing, digests }, update)
        await update.record?.(queries)
        return true
      }),

    listOverdue: (today, limit) => listOverdue(database, today, limit),

    async showsImage(imageId) {
      const shown = await database.row(
        z.object({}),
        sql`select from campaign where images @> jsonb_build_array(jsonb_build_object('id', ${imageId}::text))
          and status in ('approved', 'ended', 'cancelled') and deleted_at is null limit 1`,
      )
      return shown !== undefined
    },

    async deleteCampaign(id) {
      if (!isCampaignId(id)) return
      await database.transaction((queries) => deleteCampaign(queries, id.toLowerCase()))
    },
  }
}

/** Runs the update and brings the listing up to date in one statement, which returns the ids of the changed campaigns. */
function withListing(update: Sql): Sql {
  return sql`with changed as (${update}), ${updateListing(sql`select * from changed`)}
    select id from changed`
}

async function findCampaign(queries: Queries, id: string): Promise<StoredCampaign | undefined> {
  if (!isCampaignId(id)) return undefined
  return queries.row(
    campaignRow,
    sql`${selectCampaigns} where c.id = ${id.toLowerCase()} and c.deleted_at is null`,
  )
}

async function insertCampaign(
  queries: Transaction,
  campaign: NewCampaign,
  digests: SlugDigests | undefined,
): Promise<StoredCampaign> {
  const existing = await findCampaign(queries, campaign.id)
  if (existing) return existing

  const slug = await assignSlug(queries, campaign, digests)
  await queries.run(insertedRow({ ...campaign, slug, status: 'pending' }))
  await saveSearchWords(queries, campaign.id)
  const stored = await findCampaign(queries, campaign.id)
  if (!stored) throw new Error('the inserted campaign was not found')
  return stored
}

type CampaignRow = Omit<StoredCampaign, 'owner'> & { accountNumberSealed: Uint8Array | null }

export function insertedRow(campaign: CampaignRow): Sql {
  return sql`insert into campaign (id, slug, owner_uid, status, ${joinSql(writtenColumns)}, account_number_sealed, created_at)
    values (${campaign.id}, ${campaign.slug}, ${campaign.ownerUid}, ${campaign.status}, ${joinSql(toWrittenValues(campaign))},
      ${campaign.accountNumberSealed}, ${campaign.createdAt})`
}

/** Deletes the row, its place in the list and the words that no other campaign uses: all of them may name people. */
async function deleteCampaign(queries: Transaction, id: string): Promise<void> {
  await queries.run(sql`delete from campaign_listing where campaign_id = ${id}`)
  const row = await queries.row(
    z.object({ words: z.array(z.string()) }),
    sql`delete from campaign where id = ${id} returning tsvector_to_array(search) as words`,
  )
  if (row) await deleteSearchWords(queries, row.words)
}

/** The campaign, which no other transaction changes until this one ends. */
async function lockCampaign(queries: Transaction, id: string): Promise<StoredCampaign | undefined> {
  if (!isCampaignId(id)) return undefined
  await queries.run(sql`select from campaign where id = ${id.toLowerCase()} for update`)
  return findCampaign(queries, id)
}

type Target = { existing: StoredCampaign; digests: SlugDigests | undefined }

async function updateCampaign(
  queries: Transaction,
  { existing, digests }: Target,
  { to: status = existing.status, fields }: CampaignUpdate,
): Promise<void> {
  if (fields) return updateFields(queries, { existing, digests }, { ...fields, status })
  if (status === existing.status) return
  await queries.run(
    withListing(sql`update campaign set status = ${status} where id = ${existing.id} returning *`),
  )
}

async function updateFields(
  queries: Transaction,
  { existing, digests }: Target,
  { status, ...change }: CampaignChange & Pick<StoredCampaign, 'status'>,
): Promise<void> {
  const { accountNumberSealed = null, ...campaign } = { ...existing, ...change }
  const isRenamed = toSlug(campaign.title) !== toSlug(existing.title)
  const slug = isRenamed ? await assignSlug(queries, campaign, digests) : existing.slug
  const values = toWrittenValues(campaign)
  await queries.run(
    withListing(sql`update campaign set status = ${status}, slug = ${slug},
        ${joinSql(writtenColumns.map((column, index) => sql`${column} = ${values[index]}`))},
        account_number_sealed = coalesce(${accountNumberSealed}, account_number_sealed)
      where id = ${existing.id} returning *`),
  )
  await saveSearchWords(queries, existing.id)
}

const addressRow = compiledObject({
  id: z.string(),
  slug: z.string(),
  createdAt: z.date(),
  key: z.string(),
})

/** The addresses of the approved campaigns, read by keyset without their texts. */
async function listAddresses(
  queries: Queries,
  { limit, after }: { limit: number; after?: string },
): Promise<AddressPage> {
  const rows = await queries.rows(
    addressRow,
    sql`select c.id, c.slug, c.created_at as "createdAt", (extract(epoch from l.created_at) * 1000000)::bigint::text as key
      from campaign_listing l
      join lateral (
        select id, slug, created_at from campaign where campaign.id = l.campaign_id and deleted_at is null limit 1) c on true
      where true ${after === undefined ? sql`` : afterCursor(after)}
      order by l.created_at, l.campaign_id limit ${limit + 1}`,
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    addresses: shown.map(({ id, slug, createdAt }) => ({ id, slug, createdAt })),
    next: rows.length > limit && last ? encodeCursor(last.key, last.id) : null,
  }
}

function afterCursor(cursor: string): Sql {
  const { key, id } = decodeCursor(cursor, /^\d{1,16}$/)
  return sql`and (l.created_at, l.campaign_id) > ('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond', ${id})`
}

const pendingRow = compiledObject({
  id: campaignFields.id,
  title: campaignFields.title,
  ownerUid: campaignFields.ownerUid,
  owner: campaignFields.owner,
  goal: campaignFields.goal,
  createdAt: campaignFields.createdAt,
})

type AgeOrder = 'newest' | 'oldest'

/** Keyset pagination: later pages cost the same as the first, and new campaigns repeat no rows. */
async function listCampaigns(
  queries: Queries,
  filter: CampaignFilter,
  page: PageRequest,
): Promise<CampaignPage> {
  const { limit, after, order = 'newest' } = page
  const isPublic =
    filter.status === 'approved' && filter.ownerUid === undefined && filter.ids === undefined
  if (isPublic && order !== 'oldest') return listApproved(queries, filter, { ...page, order })
  if (order !== 'newest' && order !== 'oldest') throw new Error(`unsupported order: ${order}`)
  return searchWords(queries, filter.text, (query) =>
    listPage(queries, toCondition({ ...filter, query }), { limit, order, after }),
  )
}

async function listPage(
  queries: Queries,
  condition: Sql,
  { limit, order, after }: { limit: number; order: AgeOrder; after: string | undefined },
): Promise<CampaignPage> {
  const [rows, total] = await Promise.all([
    queries.rows(
      campaignRow,
      sql`${selectCampaigns} where ${condition} ${afterCursorCampaignList(after, order)}
        ${order === 'newest' ? sql`order by c.created_at desc, c.id desc` : sql`order by c.created_at, c.id`}
        limit ${toRowLimit(limit)}`,
    ),
    count(queries, condition, maxListTotal + 1),
  ])
  const campaigns = rows.slice(0, limit)
  const last = campaigns.at(-1)
  const next = rows.length > limit && last ? encodeCursor(last.createdAt.getTime(), last.id) : null
  return {
    campaigns,
    total: Math.min(total, maxListTotal),
    isTotalExact: total <= maxListTotal,
    next,
  }
}

async function countCampaigns(queries: Queries, filter: CampaignFilter): Promise<number> {
  const [only, ...others] = Object.keys(filter)
  if (only === 'status' && others.length === 0 && filter.status === 'approved')
    return countApproved(queries)
  const { total } = await searchWords(queries, filter.text, async (query) => ({
    total: await count(queries, toCondition({ ...filter, query })),
  }))
  return total
}

async function count(queries: Queries, condition: Sql, most?: number): Promise<number> {
  const row = await queries.row(
    totalRow,
    most === undefined
      ? sql`select count(*) as total from campaign c where ${condition}`
      : sql`select count(*) as total from (select from campaign c where ${condition} limit ${most}) counted`,
  )
  return row?.total ?? 0
}

function toCondition({
  status,
  ownerUid,
  category,
  cause,
  ids,
  query,
  textIds,
}: Omit<CampaignFilter, 'text'> & { query: string | undefined }): Sql {
  return sql`c.deleted_at is null
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${ownerUid === undefined ? sql`` : sql`and c.owner_uid = ${ownerUid}`}
    ${category === undefined ? sql`` : sql`and c.category = ${category}`}
    ${cause === undefined ? sql`` : sql`and c.cause = ${cause}`}
    ${ids === undefined ? sql`` : sql`and c.id = any(${ids}::text[])`}
    ${query === undefined ? sql`` : sql`and ${matchesWords(query, sql`c.search`, sql`c.id`, textIds)}`}`
}

function afterCursorCampaignList(after: string | undefined, order: AgeOrder): Sql {
  if (after === undefined) return sql``
  const { key, id } = decodeCursor(after, /^\d{1,14}$/)
  const createdAt = new Date(Number(key))
  return order === 'newest'
    ? sql`and (c.created_at, c.id) < (${createdAt}, ${id})`
    : sql`and (c.created_at, c.id) > (${createdAt}, ${id})`
}
