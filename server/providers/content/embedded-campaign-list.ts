import * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { sql, type Sql } from '../../database/sql.ts'
import { campaignOf, campaignRow, campaignSelection, isCampaignId } from './campaign-row.ts'
import {
  UnknownCursor,
  type CampaignFilter,
  type CampaignPage,
  type PageRequest,
} from './content.ts'

/** One page by key, so that a later page costs no more than the first and nothing is shown twice when new ones arrive. */
export async function listMatching(
  queries: Queries,
  filter: CampaignFilter,
  { limit, after, order = 'newest' }: PageRequest,
): Promise<CampaignPage> {
  const [rows, total] = await Promise.all([
    queries.rows(
      campaignRow,
      sql`${campaignSelection} where ${matching(filter)} ${beyond(after, order)}
        ${order === 'newest' ? sql`order by c.created_at desc, c.id desc` : sql`order by c.created_at, c.id`}
        limit ${limit + 1}`,
    ),
    countMatching(queries, filter),
  ])
  const campaigns = rows.slice(0, limit).map(campaignOf)
  const last = campaigns.at(-1)
  return { campaigns, total, next: rows.length > limit && last ? cursorOf(last) : null }
}

export async function countMatching(queries: Queries, filter: CampaignFilter): Promise<number> {
  const row = await queries.row(
    z.object({ total: z.int() }),
    sql`select count(*) as total from campaign c where ${matching(filter)}`,
  )
  return row?.total ?? 0
}

function matching({ status, ownerUid, category, text }: CampaignFilter): Sql {
  return sql`c.deleted_at is null
    ${status === undefined ? sql`` : sql`and c.status = ${status}`}
    ${ownerUid === undefined ? sql`` : sql`and c.owner_uid = ${ownerUid}`}
    ${category === undefined ? sql`` : sql`and c.category = ${category}`}
    ${text === undefined ? sql`` : sql`and c.search @@ to_tsquery('simple', ${searchQuery(text)})`}`
}

/** Every word must begin a word of the campaign. Nothing typed reaches the query language: words are letters and digits. */
function searchQuery(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.map((word) => `${word}:*`).join(' & ')
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
