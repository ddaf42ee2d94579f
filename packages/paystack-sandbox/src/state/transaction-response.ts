import * as z from 'zod/mini'

import type { Queries } from '../storage/database.ts'
import type { Behaviour } from '../faults/behaviour.ts'
import type { Faults } from '../faults/faults.ts'
import { stableCode, stableId, type Transaction, type Transfer } from './transactions.ts'
import { findSplits, type Split } from './customers.ts'
import { findSubAccounts, toSubAccountResponse, type SubAccount } from './sub-accounts.ts'
import { testCards } from './test-cards.ts'

type ShapedFields = {
  amount: number
  fees: number | null
  fees_split: unknown
  currency: string
  metadata: unknown
  subaccount: unknown
}

/** Applies the shape faults: variants that real responses of the provider have been seen in. */
function applyShapeFaults<Data extends ShapedFields>(
  data: Data,
  { shapes, behaviour }: Faults,
): ShapedFields & Data {
  const changed: ShapedFields = { ...data }
  if (shapes.metadata !== undefined) changed.metadata = shapes.metadata
  if (shapes.isFeePassedOn) {
    changed.amount += data.fees ?? 0
    changed.fees_split = addFee(data.fees_split, data.fees ?? 0)
  }
  if (shapes.isSubAccountMissing) {
    changed.subaccount = {}
    changed.fees_split = null
  }
  if (behaviour.feesSplit === 'null') changed.fees_split = null
  else if (behaviour.feesSplit === 'text' && changed.fees_split !== null)
    changed.fees_split = JSON.stringify(changed.fees_split)
  if (shapes.currency !== undefined) changed.currency = shapes.currency
  return { ...data, ...changed }
}

const splitSchema = z.looseObject({ subaccount: z.number() })

/** The bearer of the fee keeps what the donor paid for it. */
function addFee(split: unknown, fee: number): unknown {
  const { data } = z.safeParse(splitSchema, split)
  return data ? { ...data, subaccount: data.subaccount + fee } : split
}

export type Shown = { faults: () => Faults; now: () => Date }

/** Transactions with their sub-accounts, as verify, lists and webhooks show them. */
export async function loadTransactionResponses(
  queries: Queries,
  transactions: Transaction[],
  deps: Shown,
) {
  const faults = deps.faults()
  const codes = transactions.map((transaction) => transaction.sub_account_code)
  const subAccounts = await findSubAccounts(queries, codes)
  const splits = await findSplits(
    queries,
    transactions.map(({ split_code }) => split_code),
  )
  return transactions.map((transaction) => {
    const subAccount = subAccounts.get(transaction.sub_account_code ?? '')
    const shown = hideLateFees(transaction, faults.behaviour, deps.now())
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

/** `split` of a transaction that was divided by a split: the terms, and who got what once it was paid. */
function toSharesResponse(transaction: Transaction, split: Split, account: SubAccount) {
  const { fees, main_share, sub_share } = transaction
  const part = { subaccount_code: account.code, id: account.id }
  return {
    id: split.id,
    name: split.name,
    split_code: split.code,
    formula: {
      type: 'percentage',
      bearer_type: 'subaccount',
      bearer_subaccount: account.id,
      subaccounts: [{ share: split.share, ...part, name: account.business_name }],
      integration: 100 - split.share,
    },
    shares: {
      paystack: fees ?? 0,
      subaccounts:
        sub_share === null
          ? []
          : [{ amount: sub_share, original_share: sub_share, fees: fees ?? 0, ...part }],
      integration: main_share ?? 0,
      original_share: main_share ?? 0,
      fees: 0,
    },
  }
}

/** How a payment was made. Before it is paid, the provider sends an object of nulls. */
function toAuthorization(transaction: Transaction) {
  const { paid_at, channel, transfer } = transaction
  if (!paid_at) return unpaid
  if (channel === 'bank_transfer' || channel === 'dedicated_nuban')
    return transferAuthorization(transaction, transfer ?? defaultTransfer)
  if (channel === 'ussd' || channel === 'bank') return offlineAuthorization(transaction)
  return cardAuthorization(transaction)
}

/** The code of a card that may be charged again. */
export function toSavedCode({ paid_with, email }: Transaction): string | undefined {
  const card = testCards.find(({ key }) => key === paid_with?.card)
  return card?.reusable ? toCardCode(email, card.key) : undefined
}

const toCardCode = (email: string, key: string) => `AUTH_${stableCode(email + key, 10)}`

const unpaid = {
  exp_month: null,
  exp_year: null,
  account_name: null,
  receiver_bank_account_number: null,
  receiver_bank: null,
}

function cardAuthorization({ paid_with, email }: Transaction) {
  const card = testCards.find(({ key }) => key === paid_with?.card)
  if (!paid_with || !card) return unpaid
  const isLocal = paid_with.country === 'NG'
  return {
    authorization_code: toCardCode(email, card.key),
    bin: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    exp_month: paid_with.month,
    exp_year: paid_with.year,
    channel: 'card',
    // The provider's own text ends with a space.
    card_type: `${card.brand} `,
    bank: isLocal ? 'TEST BANK' : 'TEST BANK ABROAD',
    country_code: paid_with.country,
    brand: card.brand,
    reusable: card.reusable,
    signature: `SIG_${stableCode(card.key)}`,
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  }
}

const defaultTransfer: Transfer = {
  senderName: 'TEST PAYER',
  senderBank: null,
  senderAccount: 'XXXXXXX553',
  narration: 'Test transaction',
  sessionId: null,
  receiverNumber: '',
  receiverBank: '',
}

/** The expiry is the month of the payment and means nothing. */
function transferAuthorization({ email, channel, paid_at }: Transaction, transfer: Transfer) {
  const { senderName, senderBank, senderAccount, narration, sessionId } = transfer
  const [year = '', month = ''] = (paid_at ?? new Date(0)).toISOString().split('-')
  return {
    authorization_code: `AUTH_${stableCode(`${email} ${senderName} ${senderAccount}`, 10)}`,
    bin: '008XXX',
    last4: `X${senderAccount?.slice(-3) ?? '000'}`,
    exp_month: month,
    exp_year: year,
    channel,
    card_type: 'transfer',
    bank: senderBank,
    country_code: 'NG',
    brand: 'Managed Account',
    reusable: false,
    signature: null,
    account_name: null,
    sender_country: 'NG',
    sender_bank: senderBank,
    sender_bank_account_number: senderAccount,
    sender_name: senderName,
    narration,
    ...(sessionId !== null && { session_id: sessionId }),
    receiver_bank_account_number: transfer.receiverNumber || null,
    receiver_bank: transfer.receiverBank || null,
  }
}

/** Of USSD and of payments with a bank account the provider shows nothing. */
function offlineAuthorization({ email, channel }: Transaction) {
  return {
    authorization_code: `AUTH_${stableCode(`${email} ${channel}`, 10)}`,
    bin: 'XXXXXX',
    last4: 'XXXX',
    exp_month: 'XX',
    exp_year: 'XXXX',
    channel,
    card_type: 'offline',
    bank: channel === 'ussd' ? 'Guaranty Trust Bank' : 'Test Bank',
    country_code: 'NG',
    brand: 'offline',
    reusable: false,
    signature: null,
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  }
}
