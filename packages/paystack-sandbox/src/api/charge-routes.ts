import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import type { Database } from '../storage/database.ts'
import type { Faults } from '../faults/faults.ts'
import {
  invalidParams,
  missing,
  succeed,
  transactionNotFound,
  readBody,
  toText,
} from '../http/envelope.ts'
import {
  addHistory,
  fail,
  charge,
  currentStep,
  testAccount,
  type Submission,
  completePayment,
} from '../lifecycle/charge.ts'
import { loadTransactionResponses } from '../state/transaction-response.ts'
import { lockByReference, saveTransaction, type Transaction } from '../state/transactions.ts'
import { startTransaction } from './start-transaction.ts'

type ChargeRouteDeps = {
  database: Database
  now: () => Date
  publicUrl: string
  faults: () => Faults
  onQueued: () => void
}

/** Payments without a checkout page: the merchant sends the details of a test card or the test account. */
export function chargeRoutes(deps: ChargeRouteDeps) {
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
      const transaction = await apply(deps, reference, (locked) => ({
        transaction: startAccount(locked, now()),
        errors: {},
      }))
      return answer(c, deps, transaction, 'send_birthday')
    })
    .post('/submit_birthday', async (c) => {
      const { reference } = await readAnswer(c, 'birthday')
      const transaction = await apply(deps, reference, (locked) => ({
        transaction: addHistory(locked, now(), 'auth', 'Answered: birthday'),
        errors: {},
      }))
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
      const keep = (locked: Transaction) => ({ transaction: locked, errors: {} })
      return answer(c, deps, await apply(deps, c.req.param('reference'), keep))
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
  { database, now, faults, onQueued }: ChargeRouteDeps,
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
  { database, faults, now, publicUrl }: ChargeRouteDeps,
  transaction: Transaction,
  asked?: keyof typeof texts,
) {
  const { reference, status, access_code } = transaction
  const message = 'Charge attempted'
  if (status !== 'ongoing') {
    const [data] = await loadTransactionResponses(database, [transaction], {
      faults: faults(),
      now: now(),
    })
    return succeed(c, message, { data })
  }
  const step = currentStep(transaction)?.step
  if (step === 'bank') {
    const url = `${publicUrl}/checkout/${access_code}`
    return succeed(c, message, { data: { reference, status: 'open_url', url } })
  }
  const next = asked ?? (step === undefined ? 'send_otp' : (`send_${step}` as const))
  return succeed(c, message, {
    data: { reference, status: next, display_text: texts[next] },
  })
}
