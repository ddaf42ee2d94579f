import * as z from 'zod/mini'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { payeeEmailPurpose } from './payee-rows.ts'

type Deps = { database: Database; sealing: Pick<Sealing, 'seal'> }

const batchSize = 200
const plainRow = z.object({ campaignId: z.string(), account: z.string(), email: z.string() })

/** Seals the addresses of payees that an earlier version stored in plain text. A run that was stopped continues where it ended. */
export const sealPayeesTask = (deps: Deps): Task => ({
  name: 'seal-payees',
  lane: 'maintenance',
  cron: '* * * * *',
  run: async () => {
    while ((await sealBatch(deps)) === batchSize);
  },
})

async function sealBatch({ database, sealing }: Deps): Promise<number> {
  return database.transaction(async (queries) => {
    const rows = await queries.rows(
      plainRow,
      sql`select campaign_id as "campaignId", sub_account_code as account, email from campaign_payee where email is not null
        order by created_at limit ${batchSize} for update skip locked`,
    )
    if (rows.length === 0) return 0
    const sealed = rows.map(({ email }) => sealing.seal(payeeEmailPurpose, email))
    await queries.run(sql`
      update campaign_payee payee set email = null, email_sealed = fresh.sealed
      from unnest(${rows.map(({ campaignId }) => campaignId)}::text[], ${rows.map(({ account }) => account)}::text[],
        ${sealed}::bytea[]) as fresh (campaign_id, account, sealed)
      where payee.campaign_id = fresh.campaign_id and payee.sub_account_code = fresh.account`)
    return rows.length
  })
}
