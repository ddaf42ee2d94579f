import { invalidAmount, invalidEmail, invalidParams, missing, ProviderRefusal } from './envelope.ts'
import { textOf } from './request-body.ts'

/** What POST /transaction/initialize accepts, or the refusal that the provider gives. */
export function initializeRequest(body: Record<string, unknown>) {
  const email = emailOf(body.email)
  const amount = amountOf(body.amount)
  const charge = chargeOf(body.transaction_charge)
  if (charge !== null && charge >= amount) throw invalidAmount()
  for (const name of ['plan', 'split', 'split_code', 'invoice_limit'])
    if (name in body) throw invalidParams(`"${name}" is not offered by the sandbox`)
  return {
    email,
    amount,
    currency: currencyOf(body.currency),
    reference: referenceOf(body.reference),
    callback_url: callbackOf(body.callback_url),
    sub_account_code: textOf(body.subaccount),
    transaction_charge: charge,
    bearer: bearerOf(body.bearer),
    channels: channelsOf(body.channels),
  }
}

function emailOf(value: unknown): string {
  if (value === '') throw missing('Email is not allowed to be empty')
  const email = textOf(value)
  if (email === null) throw missing('Email Address is required')
  // The provider refuses hosts that cannot be on the internet.
  if (
    email.length > 254 ||
    !/^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/.test(email) ||
    email.endsWith('.local')
  )
    throw invalidEmail()
  return email
}

const most = 10_000_000_00
const least = 50_00

function amountOf(value: unknown): number {
  if (value === undefined || value === null) throw invalidAmount('You must specify a valid amount')
  const text = typeof value === 'number' ? String(value) : textOf(value)
  if (text !== null && /^\d+\.\d+$/.test(text)) throw invalidAmount('"amount" must be an integer')
  const amount = text !== null && /^\d+$/.test(text) ? Number(text) : 0
  if (amount > most) throw invalidAmount('Transaction amount limit exceeded')
  if (amount < least) throw invalidAmount()
  return amount
}

function chargeOf(value: unknown): number | null {
  const text = textOf(value)
  if (text === null) return null
  if (!/^\d{1,12}$/.test(text)) throw invalidParams('Transaction charge is invalid')
  return Number(text)
}

function referenceOf(value: unknown): string | null {
  const reference = textOf(value)
  if (reference !== null && !/^[A-Za-z0-9.=-]{1,100}$/.test(reference))
    throw new ProviderRefusal('Invalid character in transaction reference', {
      code: 'invalid_params',
      nextStep: "Ensure that the value(s) you're passing are valid.",
    })
  return reference
}

function currencyOf(value: unknown): string {
  const currency = textOf(value) ?? 'NGN'
  if (currency !== 'NGN')
    throw new ProviderRefusal('Currency not supported by merchant', {
      code: 'unsupported_currency',
      nextStep: "Ensure that the currency you're passing is enabled for your integration",
    })
  return currency
}

function callbackOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null) return null
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw invalidParams('Invalid callback url')
  return text
}

function bearerOf(value: unknown): 'account' | 'subaccount' {
  const bearer = textOf(value) ?? 'account'
  if (bearer !== 'account' && bearer !== 'subaccount') throw invalidParams('Invalid bearer')
  return bearer
}

/** The ways to pay that the merchant offers, or null for all of them. */
function channelsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  const channels = value.filter((channel) => typeof channel === 'string')
  return channels.length > 0 ? channels : null
}
