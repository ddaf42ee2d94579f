import { testCards, type Step, type TestCard } from '../state/test-cards.ts'
import type { Transaction } from '../state/transactions.ts'
import { addHistory, fail, pay } from './attempt-end.ts'

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

const toResult = (transaction: Transaction, errors: Record<string, string> = {}): ChargeResult => ({
  transaction,
  errors,
})

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
  const isUssd = transaction.channel === 'ussd'
  const paid = pay(transaction, now, isUssd ? 'ussd' : 'bank transfer')
  return { ...paid, message: isUssd ? 'madePayment' : null, settles_at: null }
}

/** The provider's test account and the code that its bank sends. */
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
