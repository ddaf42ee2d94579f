import { setTimeout as sleep } from 'node:timers/promises'

import { Hono } from 'hono'

import type { Database, Queries } from '#server/database/database.ts'

import { charge, isPayable, type Submission } from './charge.ts'
import { donePage, notFoundPage, paymentPage, tooLatePage, waitingPage } from './checkout-page.ts'
import type { PageParts, Typed } from './checkout-parts.ts'
import type { Faults } from './faults.ts'
import { paymentSessionTimeout } from './integration.ts'
import { queueCharge } from './passing-time.ts'
import { after, type Periods } from './periods.ts'
import { findSubAccount } from './sub-accounts.ts'
import { spacedNumber, testCards } from './test-cards.ts'
import {
  findByAccessCode,
  lockByAccessCode,
  saveTransaction,
  type Transaction,
} from './transactions.ts'

type Parts = {
  database: Database
  now: () => Date
  merchantName: string
  periods: Periods
  faults: () => Faults
  /** Called when a webhook was queued. */
  onQueued: () => void
}

/** The hosted page. Whoever has the access code may pay; nobody else knows that the payment exists. */
export function checkoutPages(parts: Parts) {
  return new Hono()
    .get('/:accessCode', async (c) => {
      const transaction = await findByAccessCode(parts.database, c.req.param('accessCode'))
      if (!transaction) return c.html(notFoundPage(), 404)
      return c.html(
        await pageOf(parts, transaction, {
          typed: filled(c.req.query('card'), parts.now()),
          isTransfer: c.req.query('with') === 'transfer',
        }),
        (await isTooLate(parts.database, transaction, parts.now())) ? 410 : 200,
      )
    })
    .get('/:accessCode/waiting', async (c) => {
      const transaction = await arrival(parts, c.req.param('accessCode'))
      if (!transaction) return c.html(notFoundPage(), 404)
      if (transaction.status === 'pending') return c.html(await pageOf(parts, transaction))
      return c.redirect(wayOn(transaction), 303)
    })
    .post('/:accessCode/:step', async (c) => {
      // Forms of this page are sent from this page.
      if (c.req.header('sec-fetch-site') === 'cross-site') return c.html(notFoundPage(), 403)
      const form = new URLSearchParams(await c.req.text())
      const submission = submissionOf(c.req.param('step'), form, parts)
      const code = c.req.param('accessCode')
      const charged = submission && (await chargeOnce(parts, code, submission))
      if (!charged) return c.html(notFoundPage(), 404)
      const { transaction, errors } = charged
      if (transaction.status === 'pending')
        return c.redirect(wayOn((await arrival(parts, code)) ?? transaction), 303)
      if (Object.keys(errors).length === 0) return c.redirect(wayOn(transaction), 303)
      return c.html(await pageOf(parts, transaction, { errors, typed: typedAgain(form) }))
    })
}

const patienceMs = 8_000

/** The payment, as soon as a transfer has arrived that is expected to arrive soon; otherwise as it is. */
async function arrival({ database, periods }: Parts, accessCode: string) {
  const deadline = performance.now() + (periods.transferMs < patienceMs ? patienceMs : 0)
  for (;;) {
    const transaction = await findByAccessCode(database, accessCode)
    if (transaction?.status !== 'pending' || performance.now() >= deadline) return transaction
    await sleep(100)
  }
}

/** Under the row's lock: of two presses of the button the second one finds the work of the first. */
async function chargeOnce(
  { database, now, faults, onQueued }: Parts,
  accessCode: string,
  submission: Submission,
) {
  const charged = await database.transaction(async (queries) => {
    const locked = await lockByAccessCode(queries, accessCode)
    if (!locked) return undefined
    if (await isTooLate(queries, locked, now())) return { transaction: locked, errors: {} }
    const result = charge(locked, submission, now())
    const { transaction } = result
    if (transaction === locked) return result
    await saveTransaction(queries, transaction)
    if (transaction.status === 'success')
      await queueCharge(queries, transaction, { faults: faults(), now: now() })
    return result
  })
  if (charged?.transaction.status === 'success') onQueued()
  return charged
}

function submissionOf(
  step: string,
  form: URLSearchParams,
  { now, periods }: Parts,
): Submission | undefined {
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 64)
  switch (step) {
    case 'card':
      return { step, number: field('number'), expiry: field('expiry'), cvv: field('cvv') }
    case 'pin':
    case 'phone':
    case 'otp':
      return { step, answer: field('answer') }
    case 'bank':
      return { step, approved: field('answer') === 'approve' }
    case 'transfer':
      return { step, arrivesAt: after(now(), periods.transferMs) }
    default:
      return undefined
  }
}

type Shown = { errors?: Record<string, string>; typed?: Typed; isTransfer?: boolean }

async function pageOf(
  all: Parts,
  transaction: Transaction,
  { errors = {}, typed = nothing, isTransfer = false }: Shown = {},
) {
  const { database, merchantName } = all
  const code = transaction.sub_account_code
  const parts: PageParts = {
    transaction,
    merchantName,
    payee: code ? (await findSubAccount(database, code))?.business_name : undefined,
    path: checkoutPath(transaction),
    cancelUrl: webAddress(metadataField(transaction.metadata, 'cancel_action')),
    errors,
    typed,
    isTransfer,
  }
  if (transaction.status === 'pending') return waitingPage(parts)
  if (!isPayable(transaction)) return donePage(parts, callbackUrl(transaction) ?? undefined)
  return (await isTooLate(database, transaction, all.now()))
    ? tooLatePage(parts)
    : paymentPage(parts)
}

/** A merchant may limit how long a payment can be made. */
async function isTooLate(queries: Queries, payment: Transaction, now: Date): Promise<boolean> {
  if (!isPayable(payment)) return false
  const seconds = await paymentSessionTimeout(queries)
  return seconds > 0 && after(payment.created_at, seconds * 1_000) <= now
}

const nothing: Typed = { number: '', expiry: '', cvv: '' }

/** A test card's data, for those who would rather not type them. */
function filled(key: string | undefined, now: Date): Typed {
  const card = testCards.find((one) => one.key === key)
  if (!card) return nothing
  const year = String(now.getUTCFullYear() + 3).slice(-2)
  return { number: spacedNumber(card.number), expiry: `12/${year}`, cvv: card.cvv }
}

/** What a wrong form showed, so that only the mistake has to be typed again. A number that is no test card's is forgotten here. */
function typedAgain(form: URLSearchParams): Typed {
  const digits = (form.get('number') ?? '').replace(/[\s-]/g, '')
  const card = testCards.find(({ number }) => number === digits)
  if (!card) return nothing
  return { number: spacedNumber(card.number), expiry: form.get('expiry') ?? '', cvv: '' }
}

const checkoutPath = ({ access_code }: Transaction) => `/sandbox/checkout/${access_code}`

/** Back to the merchant once it is paid; until then the payer stays here. */
function wayOn(transaction: Transaction): string {
  const isClosed = !isPayable(transaction) && transaction.status !== 'pending'
  return (isClosed ? callbackUrl(transaction) : null) ?? checkoutPath(transaction)
}

function callbackUrl({ callback_url, reference }: Transaction): string | null {
  if (callback_url === null) return null
  const url = new URL(callback_url)
  url.searchParams.set('trxref', reference)
  url.searchParams.set('reference', reference)
  return url.href
}

function metadataField(metadata: unknown, name: string): unknown {
  return typeof metadata === 'object' && metadata !== null
    ? Object.getOwnPropertyDescriptor(metadata, name)?.value
    : undefined
}

function webAddress(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
