import { setTimeout as sleep } from 'node:timers/promises'

import { Hono } from 'hono'

import { charge, isPayable, type Submission, completePayment } from '../lifecycle/charge.ts'
import { addMs, type RouteDeps } from '../lifecycle/periods.ts'
import { findSubAccount } from '../state/sub-accounts.ts'
import { spacedNumber, testCards } from '../state/test-cards.ts'
import {
  findByAccessCode,
  lockByAccessCode,
  saveTransaction,
  type Transaction,
} from '../state/transactions.ts'
import {
  ways,
  type CardFields,
  type PageProps,
  donePage,
  notFoundPage,
  paymentPage,
  waitingPage,
} from './pages.ts'

type CheckoutDeps = RouteDeps & { merchantName: string }

/** The hosted checkout page. The access code in its address is the only permission that a payer needs. */
export function checkoutRoutes(deps: CheckoutDeps) {
  return new Hono()
    .get('/:accessCode', async (c) => {
      const transaction = await findByAccessCode(deps.database, c.req.param('accessCode'))
      if (!transaction) return c.html(notFoundPage(), 404)
      const card = prefillCard(c.req.query('card'), deps.now())
      const way = ways.find((one) => one === c.req.query('with')) ?? 'card'
      return c.html(await renderPage(deps, transaction, { card, way }))
    })
    .get('/:accessCode/waiting', async (c) => {
      const transaction = await waitForTransfer(deps, c.req.param('accessCode'))
      if (!transaction) return c.html(notFoundPage(), 404)
      if (transaction.status === 'pending') return c.html(await renderPage(deps, transaction))
      return c.redirect(toNextLocation(transaction), 303)
    })
    .post('/:accessCode/:step', async (c) => {
      if (c.req.header('sec-fetch-site') === 'cross-site') return c.html(notFoundPage(), 403)
      const form = new URLSearchParams(await c.req.text())
      const submission = parseSubmission(c.req.param('step'), form, deps)
      const code = c.req.param('accessCode')
      const charged = submission && (await chargeOnce(deps, code, submission))
      if (!charged) return c.html(notFoundPage(), 404)
      const { transaction, errors } = charged
      if (transaction.status === 'pending')
        return c.redirect(toNextLocation((await waitForTransfer(deps, code)) ?? transaction), 303)
      if (Object.keys(errors).length === 0) return c.redirect(toNextLocation(transaction), 303)
      const way = submission.step === 'account' ? 'bank' : 'card'
      return c.html(await renderPage(deps, transaction, { errors, card: keepTestCard(form), way }))
    })
}

const maxWaitMs = 8_000

/** Waits for a transfer that arrives within `maxWaitMs`, so that the payer returns to the merchant directly. */
async function waitForTransfer({ database, periods }: CheckoutDeps, accessCode: string) {
  const deadline = performance.now() + (periods.transferMs < maxWaitMs ? maxWaitMs : 0)
  for (;;) {
    const transaction = await findByAccessCode(database, accessCode)
    if (transaction?.status !== 'pending' || performance.now() >= deadline) return transaction
    await sleep(100)
  }
}

/** Charges under a row lock, so that repeated clicks on the button pay once. */
async function chargeOnce(
  { database, now, faults, onQueued }: CheckoutDeps,
  accessCode: string,
  submission: Submission,
) {
  const charged = await database.transaction(async (queries) => {
    const locked = await lockByAccessCode(queries, accessCode)
    if (!locked) return undefined
    const result = charge(locked, submission, now())
    const { transaction } = result
    if (transaction === locked) return result
    if (transaction.status === 'success')
      await completePayment(queries, transaction, { faults, now })
    else await saveTransaction(queries, transaction)
    return result
  })
  if (charged?.transaction.status === 'success') onQueued()
  return charged
}

function parseSubmission(
  step: string,
  form: URLSearchParams,
  { now, periods }: CheckoutDeps,
): Submission | undefined {
  const field = (name: string) => cleanLine(form.get(name) ?? '').slice(0, 64)
  switch (step) {
    case 'card':
      return {
        step,
        number: field('number'),
        expiry: field('expiry'),
        cvv: field('cvv'),
        country: field('country'),
      }
    case 'pin':
    case 'phone':
    case 'otp':
      return { step, answer: field('answer') }
    case 'bank':
      return { step, approved: field('answer') === 'approve' }
    case 'transfer':
    case 'ussd':
      return { step, arrivesAt: addMs(now(), periods.transferMs) }
    case 'account':
      return { step, number: field('account'), code: field('code') }
    default:
      return undefined
  }
}

async function renderPage(
  { database, merchantName, now }: CheckoutDeps,
  transaction: Transaction,
  state: Partial<Pick<PageProps, 'errors' | 'card' | 'way'>> = {},
) {
  const code = transaction.sub_account_code
  const props: PageProps = {
    errors: {},
    card: emptyCard,
    way: 'card',
    now: now(),
    ...state,
    transaction,
    merchantName,
    payee: code ? (await findSubAccount(database, code))?.business_name : undefined,
    path: checkoutPath(transaction),
    cancelUrl: toHttpUrl(metadataField(transaction.metadata, 'cancel_action')),
  }
  if (transaction.status === 'pending') return waitingPage(props)
  if (!isPayable(transaction)) return donePage(props, callbackUrl(transaction) ?? undefined)
  return paymentPage(props)
}

const emptyCard: CardFields = { number: '', expiry: '', cvv: '' }

/** Fields of the test card that the payer picked from the list. */
function prefillCard(key: string | undefined, now: Date): CardFields {
  const card = testCards.find((one) => one.key === key)
  if (!card) return emptyCard
  const year = String(now.getUTCFullYear() + 3).slice(-2)
  return { number: spacedNumber(card.number), expiry: `12/${year}`, cvv: card.cvv }
}

/** Keeps a submitted test card in a form with errors. Numbers of other cards are never sent back. */
function keepTestCard(form: URLSearchParams): CardFields {
  const digits = (form.get('number') ?? '').replace(/[\s-]/g, '')
  const card = testCards.find(({ number }) => number === digits)
  if (!card) return emptyCard
  return { number: spacedNumber(card.number), expiry: form.get('expiry') ?? '', cvv: '' }
}

const checkoutPath = ({ access_code }: Transaction) => `/sandbox/checkout/${access_code}`

/** The merchant's page after payment, otherwise the checkout page. */
function toNextLocation(transaction: Transaction): string {
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

function toHttpUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** One line without control characters, direction overrides and other invisible characters. */
function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .trim()
}
