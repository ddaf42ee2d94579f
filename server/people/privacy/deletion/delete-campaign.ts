import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../../platform/database/database.ts'
import { identifier, sql } from '../../../platform/database/sql.ts'
import { markDeleted } from '../../../campaigns/documents/document-rows.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'
import { deleteComparisons } from '../../../campaigns/similarity/comparisons.ts'
import { deleteFingerprints } from '../../../campaigns/similarity/fingerprints.ts'
import { tablesOfCampaign } from '../inventory/inventory.ts'

const imageRow = z.object({ id: z.string() })

/** Pictures of the campaign's earlier versions and of its waiting change. */
export function listEarlierImages(queries: Queries, campaignId: string) {
  return queries.rows(
    imageRow,
    sql`select distinct image->>'id' as id from (
        select content->'images' as images from campaign_version where campaign_id = ${campaignId}
        union all
        select coalesce(proposed->'images', '[]') from campaign_pending_change where campaign_id = ${campaignId}
        union all
        select images || jsonb_path_query_array(earlier, '$[*].images[*]') from campaign_update where campaign_id = ${campaignId}
      ) used, jsonb_array_elements(used.images) as image`,
  )
}

/** Deletes what our own tables hold about a deleted campaign, in both content modes. */
export async function deleteCampaignData(
  queries: Transaction,
  { id, bankAccount }: Pick<StoredCampaign, 'id' | 'bankAccount'>,
): Promise<void> {
  await deleteFingerprints(queries, id)
  await deleteComparisons(queries, { id, bankAccount })
  // Evidence keeps the documents for its term.
  await markDeleted(
    queries,
    sql`campaign_id = ${id} and not exists (select from evidence where evidence.campaign_id = ${id})`,
    new Date(),
  )
  await queries.run(sql`
    delete from bank_account_holder where sub_account_code = ${bankAccount.subAccountCode}
      or sub_account_code in (select sub_account_code from donation where campaign_id = ${id})
      or sub_account_code in (
        select proposed->'bankAccount'->>'subAccountCode' from campaign_pending_change where campaign_id = ${id})`)
  for (const table of tablesOfCampaign)
    await queries.run(sql`delete from ${identifier(table)} where campaign_id = ${id}`)
}
