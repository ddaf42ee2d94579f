import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { deleteFingerprints } from '../similarity/fingerprints.ts'

/** Deletes what our own tables hold about a deleted campaign, in both content modes. */
export async function deleteCampaignData(
  queries: Transaction,
  { id, bankAccount }: Pick<StoredCampaign, 'id' | 'bankAccount'>,
): Promise<void> {
  await deleteFingerprints(queries, id)
  await queries.run(sql`
    delete from bank_account_holder where sub_account_code = ${bankAccount.subAccountCode}
      or sub_account_code in (select sub_account_code from donation where campaign_id = ${id})
      or sub_account_code in (
        select proposed->'bankAccount'->>'subAccountCode' from campaign_pending_change where campaign_id = ${id})`)
  await queries.run(sql`delete from campaign_pending_change where campaign_id = ${id}`)
  await queries.run(sql`delete from campaign_edit where campaign_id = ${id}`)
  await queries.run(sql`delete from thank_you_message where campaign_id = ${id}`)
}
