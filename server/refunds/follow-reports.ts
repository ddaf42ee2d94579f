import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import { bookRefund } from './accept-refund.ts'
import { askForBankAccount, deleteBankAccount } from './bank-account-links.ts'
import type { RefundDeps } from './refund-deps.ts'
import { notifyProcessed } from './refund-notices.ts'
import { changeRefund, refundColumns, refundRowSchema, type RefundRow } from './refund-rows.ts'
import { toFailureDelay } from './send-refund.ts'

const batchSize = 200
const reportSchema = z.extend(refundRowSchema, { status: z.string() })
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
  return database.rows(
    reportSchema,
    sql`select ${refundColumns}, report.status
        from provider_refund report
        join refund on refund.campaign_id = report.campaign_id and refund.mode = report.mode
          and refund.refund_id = report.refund_id
        where refund.mode = ${payments.mode} and refund.id::text > ${after} and (
          (refund.state in ('known', 'needs-attention') and report.status in ('processed', 'failed'))
          or (refund.state = 'known' and report.status = 'needs-attention')
          or (refund.state in ('requested', 'held', 'failed', 'given-up') and report.status = 'processed')
          or (refund.state = 'processed' and report.status = 'failed'))
        order by refund.id::text limit ${batchSize}`,
  )
}

async function followReport(deps: RefundDeps, reported: ReportedRefund): Promise<void> {
  const { status, ...row } = reported
  // The report decides, not a lease: its holder finds the state changed.
  const refund: RefundRow = { ...row, leaseToken: null }
  // Booked first, so that a refund is not final before the ledger has it.
  if (status !== 'needs-attention') await bookRefund(deps, refund)
  await deps.database.transaction(async (queries) => {
    switch (status) {
      case 'processed': {
        const processed = await changeRefund(queries, refund, 'process')
        if (!processed) return
        await deleteBankAccount(queries, refund)
        return notifyProcessed(deps, queries, processed)
      }
      case 'failed': {
        const afterSeconds = toFailureDelay(refund.failures)
        const problem = 'failed-at-provider'
        await changeRefund(queries, refund, 'fail', { problem, afterSeconds, hasFailed: true })
        return deleteBankAccount(queries, refund)
      }
      default:
        return askForBankAccount(deps, queries, refund)
    }
  })
}
