import { findCustomer, findSplit, type Split } from '../state/customers.ts'
import { findAccountByNumber, testBank } from '../state/dedicated-accounts.ts'
import { calculateFee } from '../state/fees.ts'
import { randomCode, insertTransaction, type Transfer } from '../state/transactions.ts'
import type { LifecycleDeps } from './periods.ts'
import { completePayment } from './charge.ts'

export type SentTransfer = {
  accountNumber: string
  amount: number
} & Partial<
  Pick<Transfer, 'senderName' | 'senderBank' | 'senderAccount' | 'narration' | 'sessionId'>
>

type TransferResult =
  | { kind: 'received'; reference: string }
  /** The bank returns the amount to the sender at once. */
  | { kind: 'rejected'; reason: string }

/** A bank transfer to a dedicated account: a payment with a reference of the provider's, without a checkout. */
export async function receiveTransfer(
  deps: LifecycleDeps,
  sent: SentTransfer,
): Promise<TransferResult> {
  const { database, now, faults } = deps
  const account = await findAccountByNumber(database, sent.accountNumber)
  const isOpen = account?.unassigned_at === null || faults().behaviour.closedAccounts === 'accepted'
  if (!account || !isOpen) return { kind: 'rejected', reason: 'Unknown account number' }
  if (!Number.isInteger(sent.amount) || sent.amount <= 0)
    return { kind: 'rejected', reason: 'Invalid amount' }
  const customer = await findCustomer(database, account.customer_code)
  if (!customer) throw new Error('a dedicated account has no customer')
  const split =
    account.split_code === null ? undefined : await findSplit(database, account.split_code)
  const at = now()
  const fields = {
    reference: randomCode(12),
    email: customer.email,
    amount: sent.amount,
    currency: 'NGN',
    callback_url: null,
    metadata: toMetadata(sent.accountNumber),
    ...toTerms(sent.amount, split),
    bearer: 'subaccount' as const,
    channels: null,
    transfer: toTransfer(sent),
  }
  // Outside of a transaction, because the insertion tries another id where one is taken.
  const transaction = await insertTransaction(database, fields, at)
  if (!transaction) throw new Error('a reference was taken')
  const channel = 'dedicated_nuban'
  const paid = {
    ...transaction,
    channel,
    status: 'success',
    gateway_response: 'Approved',
    fees: calculateFee(sent.amount, { channel }),
    paid_at: at,
  }
  await database.transaction((queries) => completePayment(queries, paid, deps))
  return { kind: 'received', reference: transaction.reference }
}

const toTerms = (amount: number, split: Split | undefined) => ({
  sub_account_code: split?.sub_account_code ?? null,
  transaction_charge: split ? Math.floor((amount * (100 - split.share)) / 100) : null,
  split_code: split?.code ?? null,
})

const toMetadata = (accountNumber: string) => ({
  receiver_account_number: accountNumber,
  receiver_bank: testBank.name,
  custom_fields: [
    {
      display_name: 'Receiver Account',
      variable_name: 'receiver_account_number',
      value: accountNumber,
    },
    { display_name: 'Receiver Bank', variable_name: 'receiver_bank', value: testBank.name },
  ],
})

function toTransfer(sent: SentTransfer): Transfer {
  return {
    senderName: sent.senderName ?? 'TEST SENDER',
    senderBank: sent.senderBank ?? 'Zenith Bank',
    senderAccount: sent.senderAccount ?? 'XXXXXX0011',
    narration: sent.narration ?? null,
    sessionId: sent.sessionId ?? null,
    receiverNumber: sent.accountNumber,
    receiverBank: testBank.name,
  }
}
