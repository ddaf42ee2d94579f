import type { Database } from '../storage/database.ts'
import type { Faults } from '../faults/faults.ts'
import {
  duplicateReference,
  invalidParams,
  invalidAmount,
  invalidEmail,
  missing,
  ProviderRefusal,
  parseMetadata,
  toText,
} from '../http/envelope.ts'
import { findSubAccount } from '../state/sub-accounts.ts'
import { insertTransaction } from '../state/transactions.ts'
import type { Behaviour } from '../faults/behaviour.ts'
import { calculateFee } from '../state/fees.ts'

type Deps = { database: Database; now: () => Date; faults: () => Faults }

/** Creates the transaction that the body of an initialize or a charge asks for. Throws the provider's refusals. */
export async function startTransaction(
  { database, now, faults }: Deps,
  body: Record<string, unknown>,
) {
  const request = parseInitializeRequest(body, faults().behaviour)
  const code = request.sub_account_code
  if (code !== null) {
    const account = await findSubAccount(database, code)
    const isRefused = faults().behaviour.inactiveSubAccount === 'refused' && !account?.active
    if (!account || isRefused) throw invalidParams('Invalid Subaccount')
  }
  const fields = { ...request, metadata: parseMetadata(body.metadata) }
  const createdAt = toCreatedAt(now(), faults())
  const transaction = await insertTransaction(database, fields, now(), createdAt)
  if (!transaction) throw duplicateReference()
  return transaction
}

function toCreatedAt(now: Date, { shapes }: Faults): Date {
  return shapes.isCreatedAtEqual ? new Date(now.getTime() - (now.getTime() % 3_600_000)) : now
}

/** Parses the body of POST /transaction/initialize. Throws the provider's refusals. */
function parseInitializeRequest(
  body: Record<string, unknown>,
  { subAccountBearer }: Pick<Behaviour, 'subAccountBearer'>,
) {
  const email = parseEmail(body.email)
  const amount = parseAmount(body.amount)
  const charge = parseCharge(body.transaction_charge)
  const bearer = parseBearer(body.bearer)
  if (charge !== null && charge > amount) throw invalidSplit()
  if (bearer === 'subaccount' && !isBearerAccepted(subAccountBearer, amount, charge))
    throw invalidSplit()
  for (const name of ['plan', 'split', 'split_code', 'invoice_limit'])
    if (name in body) throw invalidParams(`"${name}" is not offered by the sandbox`)
  return {
    email,
    amount,
    currency: parseCurrency(body.currency),
    reference: parseReference(body.reference),
    callback_url: parseCallbackUrl(body.callback_url),
    sub_account_code: toText(body.subaccount),
    transaction_charge: charge,
    bearer,
    channels: parseChannels(body.channels),
  }
}

const invalidSplit = () => invalidParams('Invalid Split transaction values')

/** Whether the sub-account's share covers the expected fee. */
function isBearerAccepted(
  accepted: Behaviour['subAccountBearer'],
  amount: number,
  charge: number | null,
): boolean {
  if (accepted !== 'refused-if-short') return accepted === 'accepted'
  return charge === null || amount - charge >= calculateFee(amount)
}

function parseEmail(value: unknown): string {
  if (value === '') throw missing('Email is not allowed to be empty')
  const email = toText(value)
  if (email === null) throw missing('Email Address is required')
  // The provider refuses hosts that cannot exist on the internet.
  if (
    email.length > 254 ||
    !/^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/.test(email) ||
    email.endsWith('.local')
  )
    throw invalidEmail()
  return email
}

const maxAmount = 10_000_000_00
const minAmount = 50_00

function parseAmount(value: unknown): number {
  if (value === undefined || value === null) throw invalidAmount('You must specify a valid amount')
  const text = typeof value === 'number' ? String(value) : toText(value)
  if (text !== null && /^\d+\.\d+$/.test(text)) throw invalidAmount('"amount" must be an integer')
  const amount = text !== null && /^\d+$/.test(text) ? Number(text) : 0
  if (amount > maxAmount) throw invalidAmount('Transaction amount limit exceeded')
  if (amount < minAmount) throw invalidAmount()
  return amount
}

function parseCharge(value: unknown): number | null {
  const text = toText(value)
  if (text === null) return null
  if (!/^\d{1,12}$/.test(text)) throw invalidParams('Transaction charge is invalid')
  return Number(text)
}

function parseReference(value: unknown): string | null {
  const reference = toText(value)
  if (reference !== null && !/^[A-Za-z0-9.=-]{1,100}$/.test(reference))
    throw new ProviderRefusal('Invalid character in transaction reference', {
      code: 'invalid_params',
      nextStep: "Ensure that the value(s) you're passing are valid.",
    })
  return reference
}

function parseCurrency(value: unknown): string {
  const currency = toText(value) ?? 'NGN'
  if (currency !== 'NGN')
    throw new ProviderRefusal('Currency not supported by merchant', {
      code: 'unsupported_currency',
      nextStep: "Ensure that the currency you're passing is enabled for your integration",
    })
  return currency
}

function parseCallbackUrl(value: unknown): string | null {
  const text = toText(value)
  if (text === null) return null
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw invalidParams('Invalid callback url')
  return text
}

function parseBearer(value: unknown): 'account' | 'subaccount' {
  const bearer = toText(value) ?? 'account'
  if (bearer !== 'account' && bearer !== 'subaccount') throw invalidParams('Invalid bearer')
  return bearer
}

/** Channels that the merchant offers; null for all. */
function parseChannels(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  const channels = value.filter((channel) => typeof channel === 'string')
  return channels.length > 0 ? channels : null
}
