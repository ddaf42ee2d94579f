import * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { SanityApi } from './sanity-api.ts'

const batchSize = 50
const assetRow = z.object({ id: z.string(), assetId: z.string() })

/** Deletes the assets that Ajo uploaded, except those that a document or draft still shows. Returns how many. */
export async function clearAssets(api: SanityApi, database: Database): Promise<number> {
  let cleared = 0
  for (let after = ''; ;) {
    const rows = await database.rows(
      assetRow,
      sql`select id, asset_id as "assetId" from hosted_image where id > ${after} order by id limit ${batchSize}`,
    )
    for (const { id, assetId } of rows) {
      if ((await api.mutate([{ delete: { id: assetId } }])) === 'conflict') continue
      await database.run(sql`delete from hosted_image where id = ${id}`)
      cleared += 1
    }
    after = rows.at(-1)?.id ?? ''
    if (rows.length < batchSize) return cleared
  }
}
