import { testCards, type Step, type TestCard } from '../state/test-cards.ts'
import { type Transaction, lockByReference, saveTransaction } from '../state/transactions.ts'
import type { Queries } from '../storage/database.ts'
import { loadTransactionResponses } from '../state/transaction-response.ts'
import { addBalanceChange } from '../state/balance.ts'
import { calculateSplit, calculateFee } from '../state/fees.ts'
import { findSubAccount } from '../state/sub-accounts.ts'
import { queueDelivery } from '../webhooks/deliveries.ts'
import type { LifecycleDeps } from './periods.ts'
import type { Behaviour } from '../faults/behaviour.ts'

/** One submitted form of the checkout page. */
export type Submission =
  | { step: 'card'; number: string; expiry: string; cvv: string; country?: string }
  | { step: 'pin' | 'phone' | 'otp'; answer: string }
  | { step: 'bank'; approved: boolean }
  | { step: 'transfer' | 'ussd'; arrivesAt: Date }
  | { step: 'account'; number: string; code: string }

/** `errors` are messages by field. */
export type ChargeResult = { transaction: Transaction; errors: Record<string, string> }

const maxTries = 3

/** A failed payment can be retried under the same reference. */
export function isPayable({ status }: Transaction): boolean {
  return ['abandoned', 'ongoing', 'failed'].includes(status)
}

/** The card in progress and the step that comes next, if any. */
export function currentStep({ attempt }: Transaction): { card: TestCard; step: Step } | undefined {
  const card = testCards.find(({ key }) => key === attempt?.card)
  const step = card?.steps[attempt?.step ?? 0]
  return card && step && { card, step }
}

/** Applies one form to the payment. A form that does not belong to the current step changes nothing. */
export function charge(transaction: Transaction, submission: Submission, now: Date): ChargeResult {
  if (!isPayable(transaction)) return toResult(transaction)
  if ('arrivesAt' in submission) return startTransfer(transaction, submission, now)
  if (submission.step === 'account') return payFromAccount(transaction, submission, now)
  if (submission.step === 'card') return startCard(transaction, submission, now)
  const current = currentStep(transaction)
  if (current?.step !== submission.step) return toResult(transaction)
  const mistake = findMistake(current.card, submission)
  if (mistake) return countTry(transaction, submission.step, { mistake, now })
  const recorded = addHistory(transaction, now, 'auth', `Answered: ${submission.step}`)
  const step = (transaction.attempt?.step ?? 0) + 1
  return step < current.card.steps.length
    ? toResult({
        ...recorded,
        attempt: recorded.attempt && { ...recorded.attempt, step, tries: 0 },
      })
    : toResult(finish(recorded, current.card, now))
}

export const toResult = (
  transaction: Transaction,
  errors: Record<string, string> = {},
): ChargeResult => ({ transaction, errors })

type TransferForm = Extract<Submission, { arrivesAt: Date }>
type AccountForm = Extract<Submission, { step: 'account' }>

/** The provider accepts transfers of at least ₦100. */
export const minTransfer = 100_00

export function offersChannel({ channels }: Transaction, channel: string): boolean {
  return channels === null || channels.includes(channel)
}

/** How long the account number of a transfer can be used. */
const transferExpiryMs = 30 * 60_000

export const getTransferExpiry = ({ created_at }: Transaction) =>
  new Date(created_at.getTime() + transferExpiryMs)

/** The payer confirms that the transfer was sent, or the code dialled. It stays pending until `arrivesAt`. */
function startTransfer(
  transaction: Transaction,
  { step, arrivesAt }: TransferForm,
  now: Date,
): ChargeResult {
  const channel = step === 'ussd' ? 'ussd' : 'bank_transfer'
  if (!offersChannel(transaction, channel)) return toResult(transaction)
  const isRefused =
    step === 'transfer' &&
    (transaction.amount < minTransfer || getTransferExpiry(transaction) <= now)
  if (isRefused) return toResult(transaction)
  const recorded = addHistory(transaction, now, 'action', `Set payment method to: ${channel}`)
  return toResult({
    ...recorded,
    status: 'pending',
    channel,
    gateway_response: step === 'ussd' ? 'Waiting for the USSD payment' : 'Waiting for the transfer',
    message: null,
    attempt: null,
    attempts: transaction.attempts + 1,
    opened_at: transaction.opened_at ?? now,
    settles_at: arrivesAt,
  })
}

export function payTransfer(transaction: Transaction, now: Date): Transaction {
  if (transaction.channel === 'card') return { ...pay(transaction, now), settles_at: null }
  const isUssd = transaction.channel === 'ussd'
  const paid = pay(transaction, now, isUssd ? 'ussd' : 'bank transfer')
  return { ...paid, message: isUssd ? 'madePayment' : null, settles_at: null }
}

export const testAccount = { number: '0000000000', code: '123456' }

/** A payment from a bank account that the payer's bank approves by a code. */
function payFromAccount(transaction: Transaction, form: AccountForm, now: Date): ChargeResult {
  if (!offersChannel(transaction, 'bank')) return toResult(transaction)
  if (form.number !== testAccount.number)
    return toResult(transaction, {
      account: `Only the test account ${testAccount.number} is accepted here.`,
    })
  const started = {
    ...addHistory(transaction, now, 'action', 'Attempted to pay with bank account'),
    channel: 'bank',
    attempt: null,
    attempts: transaction.attempts + 1,
    opened_at: transaction.opened_at ?? now,
  }
  return toResult(
    form.code === testAccount.code
      ? pay(started, now, 'bank account')
      : fail(started, 'Incorrect one-time password', now),
  )
}

type CardForm = Extract<Submission, { step: 'card' }>

function startCard(transaction: Transaction, form: CardForm, now: Date): ChargeResult {
  if (!offersChannel(transaction, 'card')) return toResult(transaction)
  const digits = form.number.replace(/[\s-]/g, '')
  const card = testCards.find(({ number }) => number === digits)
  const expiry = parseExpiry(form.expiry)
  const messages = {
    number: digits === '' ? 'Enter a test card number.' : numberMessage(card),
    expiry: expiryMessage(expiry, now),
    cvv: cvvMessage(form.cvv.trim(), card),
  }
  const errors = Object.fromEntries(Object.entries(messages).filter(([, message]) => message))
  if (!card || !expiry || Object.keys(errors).length > 0) return toResult(transaction, errors)

  const { month, year } = expiry
  const attempt = {
    card: card.key,
    expiryMonth: month,
    expiryYear: year,
    step: 0,
    tries: 0,
    country: form.country === 'US' ? 'US' : 'NG',
  }
  const started = {
    ...addHistory(transaction, now, 'action', 'Attempted to pay with card'),
    status: 'ongoing',
    channel: 'card',
    attempt,
    attempts: transaction.attempts + 1,
    opened_at: transaction.opened_at ?? now,
  }
  return toResult(card.steps.length > 0 ? started : finish(started, card, now))
}

const numberMessage = (card: TestCard | undefined) =>
  card ? '' : 'Only test cards are accepted here.'

function expiryMessage(expiry: ReturnType<typeof parseExpiry>, now: Date): string {
  if (!expiry) return 'Enter the month and the year as MM/YY.'
  return expiry.endsMs <= now.getTime() ? 'This date has passed. Enter any future date.' : ''
}

function cvvMessage(cvv: string, card: TestCard | undefined): string {
  if (!/^\d{3,4}$/.test(cvv)) return 'Enter the 3-digit CVV.'
  return card && cvv !== card.cvv ? `The CVV of this test card is ${card.cvv}.` : ''
}

function parseExpiry(text: string) {
  const match = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (!match) return undefined
  const [, month = '', shortYear = ''] = match
  // A card is valid until the end of its month.
  return {
    month,
    year: `20${shortYear}`,
    endsMs: Date.UTC(2000 + Number(shortYear), Number(month), 1),
  }
}

function findMistake(
  card: TestCard,
  submission: Exclude<Submission, CardForm | TransferForm | AccountForm>,
): string | undefined {
  switch (submission.step) {
    case 'pin':
      return submission.answer === card.pin ? undefined : 'Incorrect PIN'
    case 'otp':
      return submission.answer === card.otp ? undefined : 'Incorrect one-time password'
    case 'phone':
      return /^\+?\d{7,15}$/.test(submission.answer.replace(/[\s-]/g, ''))
        ? undefined
        : 'Not a phone number'
    case 'bank':
      return submission.approved ? undefined : 'Declined'
  }
}

function countTry(
  transaction: Transaction,
  step: Step,
  { mistake, now }: { mistake: string; now: Date },
): ChargeResult {
  const tries = (transaction.attempt?.tries ?? 0) + 1
  const recorded = addHistory(transaction, now, 'error', mistake)
  if (step === 'bank' || tries >= maxTries) return toResult(fail(recorded, mistake, now))
  const triesLeft = maxTries - tries
  return {
    transaction: { ...recorded, attempt: recorded.attempt && { ...recorded.attempt, tries } },
    errors: { [step]: `${mistake}. ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.` },
  }
}

function finish(transaction: Transaction, card: TestCard, now: Date): Transaction {
  return card.decline === null ? pay(transaction, now) : fail(transaction, card.decline, now)
}

type Deps = Pick<LifecycleDeps, 'now' | 'faults'>

/** Charges a card without its payer. A bank that asks for the payer leaves the charge unfinished. */
export function chargeSaved(
  transaction: Transaction,
  {
    paidWith,
    behaviour,
  }: { paidWith: NonNullable<Transaction['paid_with']>; behaviour: Behaviour },
  now: Date,
): Transaction {
  const { card, country, month, year } = paidWith
  const attempt = { card, country, expiryMonth: month, expiryYear: year, step: 0, tries: 0 }
  const started = { ...transaction, channel: 'card', attempts: 1, attempt }
  if (Date.UTC(Number(year), Number(month), 1) <= now.getTime())
    return fail(started, 'Expired card', now)
  switch (behaviour.savedCards) {
    case 'accepted':
      return pay(started, now)
    case 'declined':
      return fail(started, 'Insufficient Funds', now)
    case 'challenged':
      return transaction
    case 'pending':
      return { ...started, status: 'pending', settles_at: new Date(now.getTime() + 3_600_000) }
  }
}

/** Completes a payment that succeeded and queues `charge.success`. */
export async function completePayment(
  queries: Queries,
  paid: Transaction,
  deps: Deps,
): Promise<void> {
  const now = deps.now()
  const divided = await dividePayment(queries, paid, now)
  const { reference } = divided
  // The provider's webhooks say 0 where a payment has no metadata.
  const shown = { ...divided, metadata: divided.metadata ?? 0 }
  const [data] = await loadTransactionResponses(queries, [shown], deps)
  await queueDelivery(queries, { event: 'charge.success', reference, data }, now)
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

/** Ends an attempt in a payment. `means` is a word of the provider's history. */
export function pay(transaction: Transaction, now: Date, means = 'card'): Transaction {
  const { attempt } = transaction
  return {
    ...addHistory(transaction, now, 'success', `Successfully paid with ${means}`),
    status: 'success',
    gateway_response: 'Successful',
    message: null,
    fees: calculateFee(transaction.amount, {
      channel: transaction.channel,
      origin: attempt?.country === 'US' ? 'international' : 'local',
    }),
    paid_at: now,
    paid_with: attempt && {
      card: attempt.card,
      month: attempt.expiryMonth,
      year: attempt.expiryYear,
      country: attempt.country,
    },
    attempt: null,
  }
}

export function fail(transaction: Transaction, reason: string, now: Date): Transaction {
  return {
    ...addHistory(transaction, now, 'error', reason),
    status: 'failed',
    gateway_response: reason,
    message: reason,
    errors: transaction.errors + 1,
    attempt: null,
  }
}

type HistoryType = 'action' | 'auth' | 'error' | 'success'

export function addHistory(
  transaction: Transaction,
  now: Date,
  type: HistoryType,
  message: string,
): Transaction {
  const startMs = transaction.opened_at?.getTime() ?? now.getTime()
  const time = Math.floor((now.getTime() - startMs) / 1_000)
  return { ...transaction, history: [...transaction.history, { type, message, time }].slice(-50) }
}
