import type { Queries } from '../storage/database.ts'

import type { Behaviour } from '../faults/behaviour.ts'
import type { Faults } from '../faults/faults.ts'
import { applyShapeFaults } from '../faults/response-shapes.ts'
import { stableCode, stableId } from '../state/identifiers.ts'
import { findSplits, type Split } from '../state/splits.ts'
import { findSubAccounts, toSubAccountResponse, type SubAccount } from '../state/sub-accounts.ts'
import { toAuthorization } from './authorization-response.ts'
import { toSharesResponse } from './split-response.ts'
import type { Transaction } from '../state/transactions.ts'

/** Transactions with their sub-accounts, as verify, lists and webhooks show them. */
export async function loadTransactionResponses(
  queries: Queries,
  transactions: Transaction[],
  { faults, now }: { faults: Faults; now: Date },
) {
  const codes = transactions.map((transaction) => transaction.sub_account_code)
  const subAccounts = await findSubAccounts(queries, codes)
  const splits = await findSplits(
    queries,
    transactions.map(({ split_code }) => split_code),
  )
  return transactions.map((transaction) => {
    const subAccount = subAccounts.get(transaction.sub_account_code ?? '')
    const shown = hideLateFees(transaction, faults.behaviour, now)
    return applyShapeFaults(
      toTransactionResponse(shown, { subAccount, split: splits.get(transaction.split_code ?? '') }),
      faults,
    )
  })
}

const feesAfterMs = 3_600_000

function hideLateFees(transaction: Transaction, { areFeesLate }: Behaviour, now: Date) {
  const { paid_at } = transaction
  const isLate = areFeesLate && paid_at && now.getTime() < paid_at.getTime() + feesAfterMs
  return isLate ? { ...transaction, fees: null } : transaction
}

/** The provider sends some fields twice under different names. */
function toTransactionResponse(
  transaction: Transaction,
  { subAccount, split }: { subAccount: SubAccount | undefined; split: Split | undefined },
) {
  const paidAt = transaction.paid_at?.toISOString() ?? null
  const createdAt = transaction.created_at.toISOString()
  return {
    id: transaction.id,
    domain: 'test',
    status: transaction.status,
    reference: transaction.reference,
    receipt_number: null,
    amount: transaction.amount,
    message: transaction.message,
    gateway_response: transaction.gateway_response,
    paid_at: paidAt,
    created_at: createdAt,
    channel: transaction.channel,
    currency: transaction.currency,
    ip_address: null,
    metadata: transaction.metadata,
    log: toLog(transaction),
    fees: transaction.fees,
    fees_split: split ? null : toFeesSplit(transaction, subAccount),
    authorization: toAuthorization(transaction),
    customer: toCustomer(transaction.email),
    plan: null,
    split: split && subAccount ? toSharesResponse(transaction, split, subAccount) : {},
    order_id: null,
    paidAt,
    createdAt,
    requested_amount: transaction.amount,
    pos_transaction_data: null,
    source: toSource(transaction),
    fees_breakdown: null,
    connect: null,
    transaction_date: createdAt,
    plan_object: {},
    subaccount: subAccount && !split ? toSubAccountResponse(subAccount) : {},
  }
}

/** Activity on the checkout page. */
function toLog({ opened_at, paid_at, attempts, errors, status, history }: Transaction) {
  if (!opened_at) return null
  const start = Math.floor(opened_at.getTime() / 1_000)
  const end = paid_at ? Math.floor(paid_at.getTime() / 1_000) : start
  return {
    start_time: start,
    time_spent: end - start,
    attempts,
    errors,
    success: status === 'success',
    mobile: false,
    input: [],
    history,
  }
}

function toFeesSplit(transaction: Transaction, subAccount: SubAccount | undefined) {
  const { fees, main_share, sub_share, bearer, transaction_charge } = transaction
  if (fees === null || !subAccount) return null
  return {
    paystack: fees,
    integration: main_share,
    subaccount: sub_share,
    params: {
      bearer,
      transaction_charge: String(transaction_charge ?? ''),
      percentage_charge: String(subAccount.percentage_charge),
    },
  }
}

const toSource = ({ channel }: Transaction) =>
  channel === 'dedicated_nuban'
    ? {
        source: 'dedicated_nuban',
        type: 'api',
        identifier: null,
        entry_point: 'dedicated_nuban',
      }
    : {
        source: 'merchant_api',
        type: 'api',
        identifier: null,
        entry_point: 'transaction_initialize',
      }

export function toCustomer(email: string) {
  return {
    id: stableId(email),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${stableCode(email)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}
