import type { Queries } from '../storage/database.ts'

import { loadTransactionResponses } from '../responses/transaction-response.ts'
import { addBalanceChange } from '../state/balance.ts'
import { calculateSplit } from '../state/fees.ts'
import { findSubAccount } from '../state/sub-accounts.ts'
import { lockByReference, saveTransaction, type Transaction } from '../state/transactions.ts'
import { queueDelivery } from '../webhooks/delivery-queue.ts'
import type { LifecycleDeps } from './lifecycle-deps.ts'

type Deps = Pick<LifecycleDeps, 'now' | 'faults'>

/** Completes a payment that succeeded and queues `charge.success`. */
export async function completePayment(
  queries: Queries,
  paid: Transaction,
  { now, faults }: Deps,
): Promise<void> {
  const divided = await dividePayment(queries, paid, now())
  const { reference } = divided
  // The provider's webhooks say 0 where a payment has no metadata.
  const shown = { ...divided, metadata: divided.metadata ?? 0 }
  const [data] = await loadTransactionResponses(queries, [shown], { faults: faults(), now: now() })
  await queueDelivery(queries, { event: 'charge.success', reference, data }, now())
}

/** Divides a payment that succeeded and adds the main account's share to its balance. */
export async function dividePayment(
  queries: Queries,
  paid: Transaction,
  now: Date,
): Promise<Transaction> {
  const divided = { ...paid, ...(await toShares(queries, paid)) }
  await saveTransaction(queries, divided)
  await addTransactionChange(queries, divided, { difference: divided.main_share, now })
  return divided
}

async function toShares(queries: Queries, transaction: Transaction) {
  const { amount, sub_account_code: code, bearer, transaction_charge: charge } = transaction
  const fee = transaction.fees ?? 0
  const subAccount = code === null ? undefined : await findSubAccount(queries, code)
  if (!subAccount) return { main_share: amount - fee, sub_share: 0 }
  const { percentage_charge: percentage } = subAccount
  const split = calculateSplit({ amount, fee, charge, percentage, bearer })
  return { main_share: split.integration, sub_share: split.subaccount }
}

/**
 * Changes the fee of a payment. The bearer pays the difference, but a sub-account that was settled keeps its share and the main account
 * pays. Undefined if nothing was paid.
 */
export function correctFee(
  { database, now }: LifecycleDeps,
  reference: string,
  fee: number,
): Promise<Transaction | undefined> {
  return database.transaction(async (queries) => {
    const transaction = await lockByReference(queries, reference)
    if (!transaction?.paid_at) return undefined
    return changeFee(queries, transaction, { fee, now: now() })
  })
}

export async function changeFee(
  queries: Queries,
  transaction: Transaction,
  { fee, now }: { fee: number; now: Date },
): Promise<Transaction> {
  const { fees, settlement_id, bearer, sub_account_code } = transaction
  const difference = (fees ?? 0) - fee
  const isOfSubAccount =
    sub_account_code !== null && bearer === 'subaccount' && settlement_id === null
  const changed = {
    ...transaction,
    fees: fee,
    main_share: (transaction.main_share ?? 0) + (isOfSubAccount ? 0 : difference),
    sub_share: (transaction.sub_share ?? 0) + (isOfSubAccount ? difference : 0),
  }
  await saveTransaction(queries, changed)
  if (!isOfSubAccount) await addTransactionChange(queries, changed, { difference, now })
  return changed
}

const addTransactionChange = (
  queries: Queries,
  { id }: Transaction,
  { difference, now }: { difference: number; now: Date },
) => {
  const change = { difference, cause: 'Transaction', cause_id: id, reason: 'Transaction' }
  return addBalanceChange(queries, change, now)
}
