import { maxListTotal } from '#shared/campaign-query.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import {
  isCampaignId,
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type PageRequest,
} from '../content.ts'
import { countApproved, listApproved } from './approved-list.ts'
import { campaignRow, selectCampaigns, toCampaign, toRowLimit, totalRow } from './campaign-row.ts'
import { searchWords } from './search-words.ts'

type AgeOrder = 'newest' | 'oldest'

/** Keyset pagination: later pages cost the same as the first, and new campaigns repeat no rows. */
export async function listCampaigns(
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
      sql`${selectCampaigns} where ${condition} ${afterCursor(after, order)}
        ${order === 'newest' ? sql`order by c.created_at desc, c.id desc` : sql`order by c.created_at, c.id`}
        limit ${toRowLimit(limit)}`,
    ),
    count(queries, condition, maxListTotal + 1),
  ])
  const campaigns = rows.slice(0, limit).map(toCampaign)
  const last = campaigns.at(-1)
  const next = rows.length > limit && last ? encodeCursor(last) : null
  return {
    campaigns,
    total: Math.min(total, maxListTotal),
    isTotalExact: total <= maxListTotal,
    next,
  }
}

export async function countCampaigns(queries: Queries, filter: CampaignFilter): Promise<number> {
  const [only, ...others] = Object.keys(filter)
  if (only === 'status' && others.length === 0 && filter.status === 'approved')
    return countApproved(queries)
  const { total } = await searchWords(queries, filter.text, async (query) => ({
    total: await count(queries, toCondition({ ...filter, query })),
  }))
  return total
}

/** Counts up to `most`, or all. */
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
  ids,
  query,
}: Omit<CampaignFilter, 'text'> & { query: string | undefined }): Sql {
  return sql`c.deleted_at is null
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${ownerUid === undefined ? sql`` : sql`and c.owner_uid = ${ownerUid}`}
    ${category === undefined ? sql`` : sql`and c.category = ${category}`}
    ${ids === undefined ? sql`` : sql`and c.id = any(${ids}::text[])`}
    ${query === undefined ? sql`` : sql`and c.search @@ ${query}::tsquery`}`
}

function afterCursor(after: string | undefined, order: AgeOrder): Sql {
  if (after === undefined) return sql``
  const { createdAt, id } = decodeCursor(after)
  return order === 'newest'
    ? sql`and (c.created_at, c.id) < (${createdAt}, ${id})`
    : sql`and (c.created_at, c.id) > (${createdAt}, ${id})`
}

function encodeCursor({ createdAt, id }: { createdAt: Date; id: string }): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

function decodeCursor(cursor: string): { createdAt: Date; id: string } {
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  if (!/^\d{1,14}$/.test(ms) || !isCampaignId(id)) throw new UnknownCursor(cursor)
  return { createdAt: new Date(Number(ms)), id }
}
