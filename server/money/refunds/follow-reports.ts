import * as z from 'zod/mini'

import { sql, type Sql } from '../../platform/database/sql.ts'
import { bookRefund } from './accept-refund.ts'
import { askForBankAccount } from './bank-account-links.ts'
import { deleteBankAccount } from './delete-bank-account.ts'
import type { RefundDeps } from './refund-deps.ts'
import { notifyProcessed } from './refund-notices.ts'
import { changeRefund, refundColumns, refundRowSchema, type RefundRow } from './refund-rows.ts'
import { toFailureDelay } from './send-refund.ts'

const batchSize = 200
const reportSchema = z.extend(refundRowSchema, { status: z.string(), reported: z.int() })
type ReportedRefund = z.output<typeof reportSchema>

/**
 * Follows what the provider reported about our refunds, whether by webhook, reconciliation or our own question. Each refund is a
 * transaction of its own, and one that cannot be written does not stop the next.
 */
export async function followReports(deps: RefundDeps, mayContinue: () => boolean): Promise<void> {
  let after = ''
  for (;;) {
    const refunds = await listReported(deps, after)
    for (const refund of refunds) {
      if (!mayContinue()) return
      await followReport(deps, refund).catch((error: unknown) => {
        deps.log.error(
          { err: error, refund: refund.id },
          'a report about a refund was not followed',
        )
      })
    }
    after = refunds.at(-1)?.id ?? ''
    if (refunds.length < batchSize) return
  }
}

/** Refunds whose state differs from the provider's report. A processed refund may fail afterwards. */
function listReported(
  { database, payments }: RefundDeps,
  after: string,
): Promise<ReportedRefund[]> {
  const { mode } = payments
  const reported = (isDifferent: Sql) => sql`
    select ${refundColumns}, report.status, report.amount_kobo as reported
    from refund
    join provider_refund report on report.campaign_id = refund.campaign_id and report.mode = refund.mode
      and report.refund_id = refund.refund_id
    where refund.mode = ${mode} and report.currency = 'NGN' and refund.id::text > ${after} and ${isDifferent}`
  // Each part has an index, so that the refunds of earlier years are not read every minute.
  return database.rows(
    reportSchema,
    sql`select * from (
          ${reported(sql`refund.next_attempt_at is not null and case refund.state
            when 'known' then report.status in ('processed', 'failed', 'needs-attention')
            when 'needs-attention' then report.status in ('processed', 'failed')
            when 'sent' then false else report.status = 'processed' end`)}
          union all ${reported(sql`refund.state = 'given-up' and report.status = 'processed'`)}
          union all ${reported(sql`refund.state = 'processed' and report.status = 'failed'`)}) reported
        order by id::text limit ${batchSize}`,
  )
}

async function followReport(deps: RefundDeps, reported: ReportedRefund): Promise<void> {
  const { status, reported: amount, ...row } = reported
  // The report decides, not a lease: its holder finds the state changed.
  const refund: RefundRow = { ...row, leaseToken: null }
  // Booked first, so that a refund is not final before the ledger has it.
  if (status !== 'needs-attention') await bookRefund(deps, refund)
  await deps.database.transaction(async (queries) => {
    switch (status) {
      case 'processed': {
        const processed = await changeRefund(queries, refund, 'process', { amount })
        if (!processed) return
        const isToAccount = await deleteBankAccount(queries, refund)
        return notifyProcessed(deps, queries, processed, isToAccount)
      }
      case 'failed': {
        const afterSeconds = toFailureDelay(refund.failures)
        const problem = 'failed-at-provider'
        await changeRefund(queries, refund, 'fail', { problem, afterSeconds, hasFailed: true })
        await deleteBankAccount(queries, refund)
        return
      }
      default:
        return askForBankAccount(deps, queries, refund)
    }
  })
}
