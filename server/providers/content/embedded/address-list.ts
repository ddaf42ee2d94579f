import * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { compiledObject } from '../../../platform/database/compiled-object.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import { isCampaignId, UnknownCursor, type AddressPage } from '../content.ts'

const addressRow = compiledObject({
  id: z.string(),
  slug: z.string(),
  createdAt: z.date(),
  key: z.string(),
})

/** The addresses of the approved campaigns, read by keyset without their texts. */
export async function listAddresses(
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
    next:
      rows.length > limit && last
        ? Buffer.from(`${last.key}.${last.id}`).toString('base64url')
        : null,
  }
}

function afterCursor(cursor: string): Sql {
  const [key = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  if (!/^\d{1,16}$/.test(key) || !isCampaignId(id)) throw new UnknownCursor(cursor)
  return sql`and (l.created_at, l.campaign_id) > ('epoch'::timestamptz + ${key}::bigint * interval '1 microsecond', ${id})`
}
