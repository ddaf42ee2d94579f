import type { Queries } from '#server/database/database.ts'

import { dataOf } from './api-transactions.ts'
import { queueDelivery } from './deliveries.ts'
import { disputeData } from './dispute-data.ts'
import { dueDisputes, findDispute, insertDispute, saveDispute, type Dispute } from './disputes.ts'
import { after } from './periods.ts'
import type { MoveParts } from './refund-moves.ts'
import { insertRefund, saveRefund } from './refunds.ts'
import { restate, returnedOf } from './returned.ts'
import { lockByReference, type Transaction } from './transactions.ts'

export type Raised = { reference: string; amount: number | null; category: string }

/** A donor's bank asks for a payment back. Undefined where there is nothing left to ask for. */
export function raiseDispute(
  parts: MoveParts,
  { reference, amount, category }: Raised,
): Promise<Dispute | undefined> {
  const { database, now, periods } = parts
  return database.transaction(async (queries) => {
    const transaction = await lockByReference(queries, reference)
    if (!transaction?.paid_at) return undefined
    const { left } = await returnedOf(queries, transaction)
    if (left === 0) return undefined
    const dispute = await insertDispute(
      queries,
      {
        reference,
        refund_amount: Math.min(amount ?? left, left),
        category,
        due_at: after(now(), periods.disputeMs),
        moves_at: after(now(), Math.min(periods.disputeMs, periods.disputeReminderMs)),
        history: [entry(now(), 'pending', 'bank')],
      },
      now(),
    )
    await tell(queries, parts, { event: 'create', dispute, transaction })
    return dispute
  })
}

/** Reminds of disputes, and accepts in the merchant's place those that nobody answered in time. */
export async function moveDisputes(parts: MoveParts): Promise<number> {
  const due = await dueDisputes(parts.database, parts.now())
  for (const { id, reference } of due)
    await parts.database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      const dispute = await findDispute(queries, id)
      const now = parts.now()
      if (!transaction || !dispute?.moves_at || dispute.moves_at > now) return
      if (dispute.due_at <= now) {
        const end = { resolution: 'auto-accepted' as const, by: 'system' }
        await resolveDispute(queries, parts, { transaction, dispute, ...end })
      } else {
        const next = after(now, parts.periods.disputeReminderMs)
        const movesAt = next < dispute.due_at ? next : dispute.due_at
        await saveDispute(queries, { ...dispute, moves_at: movesAt }, now)
        await tell(queries, parts, { event: 'remind', dispute, transaction })
      }
    })
  return due.length
}

type Ending = {
  transaction: Transaction
  dispute: Dispute
  resolution: NonNullable<Dispute['resolution']>
  by: string
}

/** Ends a dispute. Accepted money is gone at once, and the payment says so. */
export async function resolveDispute(
  queries: Queries,
  parts: MoveParts,
  { transaction, dispute, resolution, by }: Ending,
) {
  const now = parts.now()
  const resolved: Dispute = {
    ...dispute,
    status: 'resolved',
    resolution,
    refund_amount: resolution === 'declined' ? 0 : dispute.refund_amount,
    moves_at: null,
    resolved_at: now,
    history: [...dispute.history, entry(now, 'resolved', by)],
  }
  await saveDispute(queries, resolved, now)
  if (resolution !== 'declined' && parts.faults().shapes.isDisputeRefunded)
    await payByRefund(queries, resolved, now)
  const restated = await restate(queries, transaction)
  return tell(queries, parts, { event: 'resolve', dispute: resolved, transaction: restated })
}

async function payByRefund(queries: Queries, dispute: Dispute, now: Date) {
  const { id, reference, refund_amount } = dispute
  const refund = await insertRefund(
    queries,
    {
      reference,
      dispute_id: id,
      amount: refund_amount,
      status: 'processed',
      customer_note: null,
      merchant_note: null,
      moves_at: null,
    },
    now,
  )
  await saveRefund(queries, { ...refund, refunded_at: now }, now)
}

type Told = { event: 'create' | 'remind' | 'resolve'; dispute: Dispute; transaction: Transaction }

async function tell(queries: Queries, parts: MoveParts, { event, dispute, transaction }: Told) {
  const data = await shownDispute(queries, parts, { dispute, transaction })
  const { reference } = transaction
  await queueDelivery(queries, { event: `charge.dispute.${event}`, reference, data }, parts.now())
  return data
}

export async function shownDispute(
  queries: Queries,
  { faults }: Pick<MoveParts, 'faults'>,
  { dispute, transaction }: { dispute: Dispute; transaction: Transaction },
) {
  const [data] = await dataOf(queries, [transaction], faults())
  return disputeData(dispute, { ...data, plan: {} })
}

const entry = (now: Date, status: string, by: string) => ({
  status,
  by,
  createdAt: now.toISOString(),
})
