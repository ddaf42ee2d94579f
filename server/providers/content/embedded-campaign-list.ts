import type { Queries } from '../../database/database.ts'
import { sql, type Sql } from '../../database/sql.ts'
import {
  campaignOf,
  campaignRow,
  campaignSelection,
  isCampaignId,
  pageRows,
  totalRow,
} from './campaign-row.ts'
import {
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type PageRequest,
} from './content.ts'
import { countListed, listListed } from './embedded-listing.ts'
import { searched } from './search-words.ts'

/** One page by key, so that a later page costs no more than the first and nothing is shown twice when new ones arrive. */
export async function listMatching(
  queries: Queries,
  filter: CampaignFilter,
  page: PageRequest,
): Promise<CampaignPage> {
  const { limit, after, order = 'newest' } = page
  if (filter.status === 'approved' && filter.ownerUid === undefined && order !== 'oldest')
    return listListed(queries, filter, { ...page, order })
  if (order !== 'newest' && order !== 'oldest') throw new Error(`not sorted by ${order}`)
  return searched(queries, filter.text, (query) =>
    listThose(queries, matching({ ...filter, query }), { limit, order, after }),
  )
}

async function listThose(
  queries: Queries,
  those: Sql,
  { limit, order, after }: { limit: number; order: 'newest' | 'oldest'; after: string | undefined },
): Promise<CampaignPage> {
  const [rows, total] = await Promise.all([
    queries.rows(
      campaignRow,
      sql`${campaignSelection} where ${those} ${beyond(after, order)}
        ${order === 'newest' ? sql`order by c.created_at desc, c.id desc` : sql`order by c.created_at, c.id`}
        limit ${pageRows(limit)}`,
    ),
    count(queries, those),
  ])
  const campaigns = rows.slice(0, limit).map(campaignOf)
  const last = campaigns.at(-1)
  return { campaigns, total, next: rows.length > limit && last ? cursorOf(last) : null }
}

export async function countMatching(queries: Queries, filter: CampaignFilter): Promise<number> {
  const [only, ...others] = Object.keys(filter)
  if (only === 'status' && others.length === 0 && filter.status === 'approved')
    return countListed(queries)
  const { total } = await searched(queries, filter.text, async (query) => ({
    total: await count(queries, matching({ ...filter, query })),
  }))
  return total
}

async function count(queries: Queries, those: Sql): Promise<number> {
  const row = await queries.row(
    totalRow,
    sql`select count(*) as total from campaign c where ${those}`,
  )
  return row?.total ?? 0
}

function matching({
  status,
  ownerUid,
  category,
  query,
}: Omit<CampaignFilter, 'text'> & { query: string | undefined }): Sql {
  return sql`c.deleted_at is null
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${ownerUid === undefined ? sql`` : sql`and c.owner_uid = ${ownerUid}`}
    ${category === undefined ? sql`` : sql`and c.category = ${category}`}
    ${query === undefined ? sql`` : sql`and c.search @@ to_tsquery('simple', ${query})`}`
}

function beyond(after: string | undefined, order: 'newest' | 'oldest'): Sql {
  if (after === undefined) return sql``
  const { createdAt, id } = readCursor(after)
  return order === 'newest'
    ? sql`and (c.created_at, c.id) < (${createdAt}, ${id}::uuid)`
    : sql`and (c.created_at, c.id) > (${createdAt}, ${id}::uuid)`
}

function cursorOf({ createdAt, id }: { createdAt: Date; id: string }): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  if (!/^\d{1,14}$/.test(ms) || !isCampaignId(id)) throw new UnknownCursor(cursor)
  return { createdAt: new Date(Number(ms)), id }
}
