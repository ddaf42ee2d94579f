import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { forgetPrints } from '../similarity/fingerprints.ts'

/** What our own tables hold of a campaign that is deleted. */
export async function forgetCampaign(
  queries: Queries,
  { id, bankAccount }: Pick<StoredCampaign, 'id' | 'bankAccount'>,
): Promise<void> {
  await forgetPrints(queries, id)
  await queries.run(sql`
    delete from account_holder where sub_account_code = ${bankAccount.subAccountCode}
      or sub_account_code in (select sub_account_code from donation where campaign_id = ${id})
      or sub_account_code in (
        select proposed->'bankAccount'->>'subAccountCode' from campaign_change where campaign_id = ${id})`)
  await queries.run(sql`delete from campaign_change where campaign_id = ${id}`)
  await queries.run(sql`delete from campaign_edit where campaign_id = ${id}`)
  await queries.run(sql`delete from thanks where campaign_id = ${id}`)
}
