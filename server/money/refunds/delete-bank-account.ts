import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RefundRow } from './refund-rows.ts'

/** The account number is needed until the refund is final, and not a day longer. True if the donor had named one. */
export async function deleteBankAccount(
  { row }: Queries,
  { campaignId, id }: RefundRow,
): Promise<boolean> {
  const deleted = await row(
    z.object({ isNamed: z.boolean() }),
    sql`delete from refund_bank_account where campaign_id = ${campaignId} and refund_id = ${id}
        returning bank_id is not null as "isNamed"`,
  )
  return deleted?.isNamed ?? false
}
