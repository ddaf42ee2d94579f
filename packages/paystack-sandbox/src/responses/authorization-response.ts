import { stableCode } from '../state/identifiers.ts'
import { testCards } from '../state/test-cards.ts'
import type { Transaction, Transfer } from '../state/transactions.ts'

/** How a payment was made. Before it is paid, the provider sends an object of nulls. */
export function toAuthorization(transaction: Transaction) {
  const { paid_at, channel, transfer } = transaction
  if (!paid_at) return unpaid
  if (channel === 'bank_transfer' || channel === 'dedicated_nuban')
    return transferAuthorization(transaction, transfer ?? defaultTransfer)
  if (channel === 'ussd' || channel === 'bank') return offlineAuthorization(transaction)
  return cardAuthorization(transaction)
}

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
    authorization_code: `AUTH_${stableCode(email + card.key, 10)}`,
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
