import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Payments, ProviderRefund } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import type { MoneyApp } from '#test/support/money/money-app.ts'

/** Moves the times of all open refunds back by 40 days: leases have ended, doubts are over, and everything is due. */
export async function passRefundTime(database: Database): Promise<void> {
  await database.run(sql`
    update refund set next_attempt_at = next_attempt_at - interval '40 days', sent_at = sent_at - interval '40 days',
      lease_until = lease_until - interval '40 days' where next_attempt_at is not null`)
  await database.run(sql`
    update refund_pace set next_at = now() - interval '1 hour', run_until = now() - interval '1 hour'`)
}

/** Sends, watches and retries all open refunds, as if they were due. */
export async function sendDueRefunds(
  database: Database,
  at: Pick<MoneyApp, 'runTask'>,
): Promise<void> {
  await passRefundTime(database)
  await at.runTask('send-refunds')
}

const stateSchema = z.object({
  state: z.string(),
  problem: z.nullable(z.string()),
  attempts: z.int(),
})

/** The refunds in the order of their requests. */
export function listRefunds(database: Database) {
  return database.rows(
    stateSchema,
    sql`select state, problem, attempts from refund order by created_at, id`,
  )
}

/** What the provider has of all refunds. */
export async function listProviderRefunds({ refunds }: Payments): Promise<ProviderRefund[]> {
  const found: ProviderRefund[] = []
  for await (const refund of refunds.listSince(new Date(0))) found.push(refund)
  return found
}

/** Refunds a part of a payment on the provider's own pages. */
export async function refundAtProvider(payments: Payments, reference: string, amount: number) {
  const payment = await payments.verify(reference)
  if (!payment) throw new Error('the payment is unknown')
  return payments.refunds.create({
    transactionId: payment.transactionId,
    amount: kobo(amount),
    customerNote: 'As you asked',
    merchantNote: 'A refund',
  })
}
