import { feeOf } from './fees.ts'
import { testCards, type Step, type TestCard } from './test-cards.ts'
import type { Transaction } from './transactions.ts'

/** What one form of the checkout page sends. */
export type Submission =
  | { step: 'card'; number: string; expiry: string; cvv: string }
  | { step: 'pin' | 'phone' | 'otp'; answer: string }
  | { step: 'bank'; approved: boolean }
  | { step: 'transfer'; arrivesAt: Date }

/** The transaction as it is now, and what to tell under which field. */
export type Charged = { transaction: Transaction; errors: Record<string, string> }

const mostTries = 3

/** A failed payment may be tried again with the same reference; one that was paid is closed. */
export function isPayable({ status }: Transaction): boolean {
  return ['abandoned', 'ongoing', 'failed'].includes(status)
}

/** The card in progress and the step it waits for, if any. */
export function currentStep({ attempt }: Transaction): { card: TestCard; step: Step } | undefined {
  const card = testCards.find(({ key }) => key === attempt?.card)
  const step = card?.steps[attempt?.step ?? 0]
  return card && step && { card, step }
}

/** Moves the payment by one form. A form that does not belong to the current step changes nothing. */
export function charge(transaction: Transaction, submission: Submission, now: Date): Charged {
  if (!isPayable(transaction)) return unchanged(transaction)
  if (submission.step === 'transfer') return announceTransfer(transaction, submission, now)
  if (submission.step === 'card') return startCard(transaction, submission, now)
  const current = currentStep(transaction)
  if (current?.step !== submission.step) return unchanged(transaction)
  const wrong = mistakeOf(current.card, submission)
  if (wrong) return countTry(transaction, submission.step, { wrong, now })
  const noted = note(transaction, now, 'auth', `Answered: ${submission.step}`)
  const step = (transaction.attempt?.step ?? 0) + 1
  return step < current.card.steps.length
    ? unchanged({ ...noted, attempt: noted.attempt && { ...noted.attempt, step, tries: 0 } })
    : unchanged(finish(noted, current.card, now))
}

const unchanged = (transaction: Transaction, errors: Record<string, string> = {}): Charged => ({
  transaction,
  errors,
})

type TransferForm = Extract<Submission, { step: 'transfer' }>

/** The provider takes transfers from ₦100 on. */
export const leastTransfer = 100_00

export function offers({ channels }: Transaction, channel: string): boolean {
  return channels === null || channels.includes(channel)
}

/** The payer says that the money is on its way. Their bank decides when it is here. */
function announceTransfer(
  transaction: Transaction,
  { arrivesAt }: TransferForm,
  now: Date,
): Charged {
  if (!offers(transaction, 'bank_transfer') || transaction.amount < leastTransfer)
    return unchanged(transaction)
  const noted = note(transaction, now, 'action', 'Set payment method to: bank_transfer')
  return unchanged({
    ...noted,
    status: 'pending',
    channel: 'bank_transfer',
    gateway_response: 'Waiting for the transfer',
    message: null,
    attempt: null,
    attempts: transaction.attempts + 1,
    opened_at: transaction.opened_at ?? now,
    settles_at: arrivesAt,
  })
}

/** The money of a transfer has arrived. */
export function payTransfer(transaction: Transaction, now: Date): Transaction {
  return { ...pay(transaction, now, 'bank transfer'), settles_at: null }
}

type CardForm = Extract<Submission, { step: 'card' }>

function startCard(transaction: Transaction, form: CardForm, now: Date): Charged {
  if (!offers(transaction, 'card')) return unchanged(transaction)
  const digits = form.number.replace(/[\s-]/g, '')
  const card = testCards.find(({ number }) => number === digits)
  const expiry = expiryOf(form.expiry)
  const errors: Record<string, string> = {}
  if (digits === '') errors.number = 'Enter the number of a test card.'
  else if (!card) errors.number = 'Test card only: no other card is accepted here.'
  if (!expiry) errors.expiry = 'Enter the month and the year as MM/YY.'
  else if (expiry.endsMs <= now.getTime())
    errors.expiry = 'This date has passed. Any later one will do.'
  if (!/^\d{3,4}$/.test(form.cvv.trim())) errors.cvv = 'Enter the 3 digits of the CVV.'
  else if (card && form.cvv.trim() !== card.cvv)
    errors.cvv = `The CVV of this test card is ${card.cvv}.`
  if (!card || !expiry || Object.keys(errors).length > 0) return unchanged(transaction, errors)

  const { month, year } = expiry
  const attempt = { card: card.key, expiryMonth: month, expiryYear: year, step: 0, tries: 0 }
  const begun = {
    ...note(transaction, now, 'action', 'Attempted to pay with card'),
    status: 'ongoing',
    channel: 'card',
    attempt,
    attempts: transaction.attempts + 1,
    opened_at: transaction.opened_at ?? now,
  }
  return unchanged(card.steps.length > 0 ? begun : finish(begun, card, now))
}

function expiryOf(text: string) {
  const match = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (!match) return undefined
  const [, month = '', short = ''] = match
  // A card is good to the end of its month.
  return { month, year: `20${short}`, endsMs: Date.UTC(2000 + Number(short), Number(month), 1) }
}

function mistakeOf(
  card: TestCard,
  submission: Exclude<Submission, CardForm | TransferForm>,
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
  { wrong, now }: { wrong: string; now: Date },
): Charged {
  const tries = (transaction.attempt?.tries ?? 0) + 1
  const noted = note(transaction, now, 'error', wrong)
  if (step === 'bank' || tries >= mostTries) return unchanged(fail(noted, wrong, now))
  const left = mostTries - tries
  return {
    transaction: { ...noted, attempt: noted.attempt && { ...noted.attempt, tries } },
    errors: { [step]: `${wrong}. ${left} ${left === 1 ? 'try' : 'tries'} left.` },
  }
}

function finish(transaction: Transaction, card: TestCard, now: Date): Transaction {
  return card.decline === null ? pay(transaction, now) : fail(transaction, card.decline, now)
}

function pay(transaction: Transaction, now: Date, means = 'card'): Transaction {
  const { attempt } = transaction
  return {
    ...note(transaction, now, 'success', `Successfully paid with ${means}`),
    status: 'success',
    gateway_response: 'Successful',
    message: null,
    fees: feeOf(transaction.amount),
    paid_at: now,
    paid_with: attempt && {
      card: attempt.card,
      month: attempt.expiryMonth,
      year: attempt.expiryYear,
    },
    attempt: null,
  }
}

function fail(transaction: Transaction, reason: string, now: Date): Transaction {
  return {
    ...note(transaction, now, 'error', reason),
    status: 'failed',
    gateway_response: reason,
    message: reason,
    errors: transaction.errors + 1,
    attempt: null,
  }
}

type NoteType = 'action' | 'auth' | 'error' | 'success'

function note(transaction: Transaction, now: Date, type: NoteType, message: string): Transaction {
  const startMs = transaction.opened_at?.getTime() ?? now.getTime()
  const time = Math.floor((now.getTime() - startMs) / 1_000)
  return { ...transaction, history: [...transaction.history, { type, message, time }].slice(-50) }
}
