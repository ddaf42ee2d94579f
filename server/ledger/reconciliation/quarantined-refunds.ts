import * as z from 'zod/mini'

import { sql } from '../../database/sql.ts'
import { openSweep } from '../../queue/sweep.ts'
import type { LedgerDeps, PaymentDeps } from '../entries/ledger-deps.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

const rowSchema = z.object({ id: z.string(), refundId: z.int() })

/** Asks for the refunds of quarantined payments until they are final. A failed one opens the payment again for an admin. */
export async function watchQuarantinedRefunds(deps: Deps): Promise<void> {
  const { database, mode, payments } = deps
  const watched = await database.rows(
    rowSchema,
    sql`select id, refund_id as "refundId" from quarantined_payment
        where state = 'refunded' and refund_status is distinct from 'processed' and refund_id is not null and mode = ${mode}
        order by created_at`,
  )
  const sweep = await openSweep(deps, 'quarantined refund')
  for (const { id, refundId } of watched)
    await sweep.run(id, async () => {
      const refund = await payments.refunds.find(refundId)
      if (refund) await saveStatus(deps, id, refund.status)
    })
}

function saveStatus({ database }: Deps, id: string, status: string) {
  return database.run(
    status === 'failed'
      ? sql`update quarantined_payment set state = 'open', refund_status = ${status}, refund_id = null, resolved_at = null,
              earlier_refund_ids = array_append(earlier_refund_ids, refund_id)
            where id = ${id} and state = 'refunded'`
      : sql`update quarantined_payment set refund_status = ${status} where id = ${id} and state = 'refunded'`,
  )
}
