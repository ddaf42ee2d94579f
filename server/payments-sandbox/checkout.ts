import { Hono } from 'hono'

import type { Database } from '../database/database.ts'

import { dataOf } from './api-transactions.ts'
import { charge, isPayable, type Submission } from './charge.ts'
import { donePage, notFoundPage, paymentPage } from './checkout-page.ts'
import type { PageParts, Typed } from './checkout-parts.ts'
import { queueDelivery } from './deliveries.ts'
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
        await pageOf(parts, transaction, { typed: filled(c.req.query('card'), parts.now()) }),
      )
    })
    .post('/:accessCode/:step', async (c) => {
      // Forms of this page are sent from this page.
      if (c.req.header('sec-fetch-site') === 'cross-site') return c.html(notFoundPage(), 403)
      const form = new URLSearchParams(await c.req.text())
      const submission = submissionOf(c.req.param('step'), form)
      const code = c.req.param('accessCode')
      const charged = submission && (await chargeOnce(parts, code, submission))
      if (!charged) return c.html(notFoundPage(), 404)
      const { transaction, errors } = charged
      if (!isPayable(transaction)) return c.redirect(returnUrl(transaction), 303)
      if (Object.keys(errors).length === 0) return c.redirect(checkoutPath(transaction), 303)
      return c.html(await pageOf(parts, transaction, { errors, typed: typedAgain(form) }))
    })
}

/** Under the row's lock: of two presses of the button the second one finds the work of the first. */
async function chargeOnce(
  { database, now, onQueued }: Parts,
  accessCode: string,
  submission: Submission,
) {
  const charged = await database.transaction(async (queries) => {
    const locked = await lockByAccessCode(queries, accessCode)
    if (!locked) return undefined
    const result = charge(locked, submission, now())
    const { transaction } = result
    if (transaction === locked) return result
    await saveTransaction(queries, transaction)
    if (transaction.status === 'success') {
      const [data] = await dataOf(queries, [transaction])
      const { reference } = transaction
      // The provider's webhooks say 0 where a payment has no metadata.
      const payload = { ...data, metadata: transaction.metadata ?? 0 }
      await queueDelivery(queries, { event: 'charge.success', reference, data: payload }, now())
    }
    return result
  })
  if (charged?.transaction.status === 'success') onQueued()
  return charged
}

function submissionOf(step: string, form: URLSearchParams): Submission | undefined {
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
    default:
      return undefined
  }
}

async function pageOf(
  { database, merchantName }: Parts,
  transaction: Transaction,
  { errors = {}, typed }: { errors?: Record<string, string>; typed: Typed },
) {
  const code = transaction.sub_account_code
  const parts: PageParts = {
    transaction,
    merchantName,
    payee: code ? (await findSubAccount(database, code))?.business_name : undefined,
    path: checkoutPath(transaction),
    cancelUrl: webAddress(metadataField(transaction.metadata, 'cancel_action')),
    errors,
    typed,
  }
  return isPayable(transaction)
    ? paymentPage(parts)
    : donePage(parts, callbackUrl(transaction) ?? undefined)
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

const returnUrl = (transaction: Transaction) =>
  callbackUrl(transaction) ?? checkoutPath(transaction)

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
