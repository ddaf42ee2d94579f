import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import type { Faults } from '../faults/faults.ts'
import {
  invalidParams,
  missing,
  succeed,
  transactionNotFound,
  readBody,
  toText,
  listMeta,
  parseDateRange,
  parsePage,
  duplicateReference,
  invalidAmount,
  invalidEmail,
  ProviderRefusal,
  parseMetadata,
} from '../http/envelope.ts'
import {
  addHistory,
  fail,
  charge,
  chargeSaved,
  currentStep,
  testAccount,
  type Submission,
  completePayment,
  toResult,
} from '../lifecycle/charge.ts'
import type { LifecycleDeps, RouteDeps } from '../lifecycle/periods.ts'
import { loadTransactionResponses, toSavedCode } from '../state/transaction-response.ts'
import {
  lockByReference,
  saveTransaction,
  type Transaction,
  findByReference,
  insertTransaction,
  listTransactions,
  sumTransactions,
  listCardPayments,
} from '../state/transactions.ts'
import { findSubAccount } from '../state/sub-accounts.ts'
import type { Behaviour } from '../faults/behaviour.ts'
import { calculateFee } from '../state/fees.ts'

/** Payments without a checkout page: the merchant sends the details of a test card or the test account. */
export function chargeRoutes(deps: RouteDeps) {
  const { now } = deps
  const submit = async (c: Context, reference: string, submission: Submission) => {
    const transaction = await apply(deps, reference, (locked) => charge(locked, submission, now()))
    return answer(c, deps, transaction)
  }
  const readAnswer = async (c: Context, name: string) => {
    const body = await readBody(c)
    const reference = toText(body.reference)
    const text = toText(body[name])
    if (reference === null || text === null) throw missing(`${name} is required`)
    return { reference, text }
  }

  return new Hono()
    .post('/', async (c) => {
      const body = await readBody(c)
      const means = parseMeans(body)
      const { reference } = await startTransaction(deps, body)
      if ('card' in means) return submit(c, reference, means.card)
      const transaction = await apply(deps, reference, (locked) =>
        toResult(startAccount(locked, now())),
      )
      return answer(c, deps, transaction, 'send_birthday')
    })
    .post('/submit_birthday', async (c) => {
      const { reference } = await readAnswer(c, 'birthday')
      const transaction = await apply(deps, reference, (locked) =>
        toResult(addHistory(locked, now(), 'auth', 'Answered: birthday')),
      )
      return answer(c, deps, transaction)
    })
    .post('/submit_otp', async (c) => {
      const { reference, text } = await readAnswer(c, 'otp')
      const transaction = await apply(deps, reference, (locked) => {
        const submission =
          locked.channel === 'bank'
            ? ({ step: 'account', number: testAccount.number, code: text } as const)
            : ({ step: 'otp', answer: text } as const)
        return charge(locked, submission, now())
      })
      return answer(c, deps, transaction)
    })
    .post('/submit_pin', async (c) => {
      const { reference, text } = await readAnswer(c, 'pin')
      return submit(c, reference, { step: 'pin', answer: text })
    })
    .post('/submit_phone', async (c) => {
      const { reference, text } = await readAnswer(c, 'phone')
      return submit(c, reference, { step: 'phone', answer: text })
    })
    .get('/:reference', async (c) => {
      const kept = await apply(deps, c.req.param('reference'), (locked) => toResult(locked))
      return answer(c, deps, kept)
    })
}

const cardSchema = z.object({
  number: z.string(),
  cvv: z.string(),
  expiry_month: z.string(),
  expiry_year: z.string(),
})
const bankSchema = z.object({ code: z.string(), account_number: z.literal(testAccount.number) })

function parseMeans({ card, bank }: Record<string, unknown>) {
  if (z.safeParse(bankSchema, bank).success) return { bank: true }
  const { data } = z.safeParse(cardSchema, card)
  if (!data) throw invalidParams('Charge details are invalid')
  const { number, cvv, expiry_month: month, expiry_year: year } = data
  const expiry = `${month.padStart(2, '0')}/${year.slice(-2)}`
  return { card: { step: 'card', number, cvv, expiry } as const }
}

const startAccount = (transaction: Transaction, now: Date): Transaction => ({
  ...addHistory(transaction, now, 'action', 'Attempted to pay with bank account'),
  status: 'ongoing',
  channel: 'bank',
  opened_at: now,
})

/** A wrong answer ends the charge, unlike on the checkout page. */
async function apply(
  { database, now, faults, onQueued }: RouteDeps,
  reference: string,
  work: (locked: Transaction) => ReturnType<typeof charge>,
): Promise<Transaction> {
  const charged = await database.transaction(async (queries) => {
    const locked = await lockByReference(queries, reference)
    if (!locked) throw transactionNotFound()
    const { transaction, errors } = work(locked)
    const [mistake] = Object.values(errors)
    const next = mistake === undefined ? transaction : fail(transaction, mistake, now())
    if (next === locked) return locked
    if (next.status === 'success') await completePayment(queries, next, { faults, now })
    else await saveTransaction(queries, next)
    return next
  })
  if (charged.status === 'success') onQueued()
  return charged
}

const texts = {
  send_pin: 'Please enter your PIN',
  send_phone: 'Please enter your phone number',
  send_otp: 'Please enter the one-time password',
  send_birthday: 'Please enter your birthday',
}

async function answer(
  c: Context,
  deps: RouteDeps,
  transaction: Transaction,
  asked?: keyof typeof texts,
) {
  const { reference, status, access_code } = transaction
  const message = 'Charge attempted'
  if (status !== 'ongoing') {
    const [data] = await loadTransactionResponses(deps.database, [transaction], deps)
    return succeed(c, message, { data })
  }
  const step = currentStep(transaction)?.step
  if (step === 'bank') {
    const url = `${deps.publicUrl}/checkout/${access_code}`
    return succeed(c, message, { data: { reference, status: 'open_url', url } })
  }
  const next = asked ?? (step === undefined ? 'send_otp' : (`send_${step}` as const))
  return succeed(c, message, { data: { reference, status: next, display_text: texts[next] } })
}

export function transactionRoutes(deps: RouteDeps) {
  const { database, now, publicUrl, faults } = deps
  return new Hono()
    .post('/charge_authorization', async (c) => {
      const body = await readBody(c)
      const payments = await listCardPayments(database, parseEmail(body.email))
      const code = toText(body.authorization_code)
      const earlier = payments.find((payment) => toSavedCode(payment) === code)
      if (!earlier?.paid_with)
        throw invalidParams('Email does not match Authorization code. Please confirm')
      const { paid_with: paidWith } = earlier
      const { reference, access_code } = await startTransaction(deps, body)
      const { behaviour } = faults()
      const charged = await apply(deps, reference, (locked) =>
        toResult(chargeSaved(locked, { paidWith, behaviour }, now())),
      )
      if (charged.status !== 'abandoned') return answer(c, deps, charged)
      const url = `${publicUrl}/checkout/${access_code}`
      return succeed(c, 'Please, redirect your customer to the authorization url provided', {
        data: { authorization_url: url, reference, access_code, paused: true },
      })
    })
    .post('/initialize', async (c) => {
      const transaction = await startTransaction(deps, await readBody(c))
      const { access_code, reference } = transaction
      const url = `${publicUrl}/checkout/${access_code}`
      const data = { authorization_url: url, access_code, reference }
      return succeed(c, 'Authorization URL created', { data })
    })
    .get('/verify/:reference', async (c) => {
      const transaction = await findByReference(database, c.req.param('reference'))
      if (!transaction) throw transactionNotFound()
      const shown = { ...transaction, metadata: transaction.metadata ?? '' }
      const [data] = await loadTransactionResponses(database, [shown], deps)
      return succeed(c, 'Verification successful', { data })
    })
    .get('/', async (c) => {
      const page = parsePage(c)
      const filters = { ...parseDateRange(c), settlementId: null }
      const { rows, total } = await listTransactions(database, filters, page)
      const responses = await loadTransactionResponses(database, rows, deps)
      const data = responses.map((response) => ({ ...response, plan: {} }))
      if (faults().shapes.isPageShifting) await insertTransaction(database, otherPayment, now())
      return succeed(c, 'Transactions retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/totals', async (c) => {
      const { count, volume } = await sumTransactions(database, parseDateRange(c))
      const data = {
        total_transactions: count,
        total_volume: volume,
        total_volume_by_currency: [{ currency: 'NGN', amount: volume }],
        pending_transfers: 0,
        pending_transfers_by_currency: [{ currency: 'NGN', amount: 0 }],
      }
      return succeed(c, 'Transaction totals', { data })
    })
}

/** Inserted between two pages of a list by the fault `isPageShifting`. */
const otherPayment = {
  reference: null,
  email: 'other@example.com',
  amount: 500_000,
  currency: 'NGN',
  callback_url: null,
  metadata: null,
  sub_account_code: null,
  transaction_charge: null,
  bearer: 'account' as const,
  channels: null,
}

/** Creates the transaction that the body of an initialize or a charge asks for. Throws the provider's refusals. */
async function startTransaction(
  { database, now, faults }: LifecycleDeps,
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
    throw invalidParams('Invalid character in transaction reference')
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
