import * as z from 'zod/mini'

import { sql } from '../../../platform/database/sql.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ProviderRefund } from '../../../providers/payments/refunds.ts'
import { openSweep } from '../../../platform/queue/sweep.ts'
import type { LedgerDeps, PaymentDeps } from '../entries/ledger-deps.ts'
import { bookQuarantinedRefund } from '../entries/quarantined-entries.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

const rowSchema = z.object({
  id: z.string(),
  refundId: z.int(),
  /** Null unless the payment has entries. */
  campaignId: z.nullable(z.string()),
})
type Row = z.output<typeof rowSchema>

/** A processed refund can still fail, as one of a donation. */
const watchedMs = 30 * 24 * 3_600_000

/** Asks for the refunds of quarantined payments until they are final. A failed one opens the payment again for an admin. A processed one is booked if the payment is. */
export async function watchQuarantinedRefunds(deps: Deps): Promise<void> {
  const { database, mode, now, payments } = deps
  const watched = await database.rows(
    rowSchema,
    sql`select id, refund_id as "refundId", case when owner_uid is not null then campaign_id end as "campaignId"
        from quarantined_payment
        where state = 'refunded' and refund_id is not null and mode = ${mode}
          and (refund_status is distinct from 'processed' or resolved_at > ${new Date(now().getTime() - watchedMs)})
        order by created_at`,
  )
  const sweep = await openSweep(deps, 'quarantined refund')
  for (const row of watched)
    await sweep.run(row.id, async () => {
      const refund = await payments.refunds.find(row.refundId)
      if (refund) await database.transaction((queries) => save(deps, queries, row, refund))
    })
}

async function save(deps: Deps, queries: Transaction, row: Row, refund: ProviderRefund) {
  const { id, campaignId } = row
  const { status } = refund
  if (campaignId !== null) await bookQuarantinedRefund(deps, queries, { campaignId, refund })
  await queries.run(
    status === 'failed'
      ? sql`update quarantined_payment set state = 'open', refund_status = ${status}, refund_id = null, resolved_at = null,
              earlier_refund_ids = array_append(earlier_refund_ids, refund_id)
            where id = ${id} and state = 'refunded'`
      : sql`update quarantined_payment set refund_status = ${status} where id = ${id} and state = 'refunded'`,
  )
}
