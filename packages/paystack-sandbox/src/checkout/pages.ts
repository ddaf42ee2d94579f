import { html } from 'hono/html'
import { formatNaira } from '../http/naira.ts'
import {
  currentStep,
  offersChannel,
  getTransferExpiry,
  minTransfer,
  testAccount,
} from '../lifecycle/charge.ts'
import { spacedNumber, testCards, type Step, type TestCard } from '../state/test-cards.ts'
import { type Transaction, stableId } from '../state/transactions.ts'
import type { HtmlEscapedString } from 'hono/utils/html'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

export function paymentPage(props: PageProps): Html {
  const { transaction, merchantName, cancelUrl } = props
  const amount = formatAmount(transaction)
  return layout(
    `Pay ${amount} to ${merchantName}`,
    html`<section class="summary" aria-label="Summary">
        <h1><span class="verb">Pay ${merchantName}</span> ${amount}</h1>
        ${facts(props)}
      </section>
      <section class="panel" aria-label="Payment">
        ${renderStep(props, amount)}
        <p class="foot">
          ${cancelUrl && html`<a href="${cancelUrl}">Cancel payment</a>`}
          <span>Reference ${transaction.reference}</span>
        </p>
      </section>`,
  )
}

function renderStep(props: PageProps, amount: string): Html {
  const current = currentStep(props.transaction)
  if (current?.step === 'bank') return bankForm(props, current.card)
  if (current) return questionForm(props, current.card, current.step)
  const way = offeredWays(props).find((one) => one === props.way) ?? offeredWays(props)[0] ?? 'card'
  return html`${refusal(props)} ${channelLinks(props, way)} ${renderWay(props, way, amount)}`
}

function renderWay(props: PageProps, way: Way, amount: string): Html {
  if (way === 'transfer') return transferForm(props, amount)
  if (way === 'ussd') return ussdForm(props)
  if (way === 'bank') return accountForm(props, amount)
  return html`${cardForm(props, amount)} ${cardList(props.path)}`
}

const channels = { card: 'card', transfer: 'bank_transfer', ussd: 'ussd', bank: 'bank' } as const
const names = { card: 'Card', transfer: 'Bank transfer', ussd: 'USSD', bank: 'Bank' } as const

const offeredWays = ({ transaction }: PageProps) =>
  ways.filter((way) => offersChannel(transaction, channels[way]))

function channelLinks(props: PageProps, current: Way): Html | '' {
  const offered = offeredWays(props)
  if (offered.length < 2) return ''
  return html`<nav class="channels" aria-label="Ways to pay">
    ${offered.map(
      (way) =>
        html`<a
          href="${way === 'card' ? props.path : `${props.path}?with=${way}`}"
          ${way === current ? 'aria-current=page' : ''}
          >${names[way]}</a
        >`,
    )}
  </nav>`
}

function refusal({ transaction, errors }: PageProps): Html | '' {
  if (transaction.status !== 'failed' || Object.keys(errors).length > 0) return ''
  return html`<div class="notice bad" role="alert">
    <strong>${transaction.gateway_response}</strong>
    <span>You have not been charged. Try again, or pay another way.</span>
  </div>`
}

function cardList(path: string): Html {
  return html`<details class="cards">
    <summary>All ten test cards</summary>
    <ul>
      ${testCards.map(
        (card) =>
          html`<li>
            <span class="number">${spacedNumber(card.number)}</span>
            <span class="outcome">CVV ${card.cvv}. ${card.outcome}.</span>
            <a href="${path}?card=${card.key}" aria-label="Use ${spacedNumber(card.number)}">Use</a>
          </li>`,
      )}
    </ul>
  </details>`
}

/** Shown until the transfer arrives. It has a link instead of an automatic reload, which would disturb screen readers. */
export function waitingPage({ path, transaction, merchantName }: PageProps): Html {
  return layout(
    'Waiting for your transfer',
    html`<section class="panel alone" aria-label="Payment">
      <h1>Waiting for your transfer</h1>
      <p role="status">
        We’re waiting for your bank to confirm ${formatAmount(transaction)} to ${merchantName}. You
        can close this page. ${merchantName} will be notified.
      </p>
      <p><a class="button" href="${path}/waiting">Check again</a></p>
    </section>`,
  )
}

/** Shown for a paid transaction, and after payment if the merchant set no callback URL. */
export function donePage(props: PageProps, callbackUrl: string | undefined): Html {
  const { reference } = props.transaction
  const amount = formatAmount(props.transaction)
  return layout(
    'Payment complete',
    html`<section class="panel alone" aria-label="Payment">
      <p class="tick" aria-hidden="true">✓</p>
      <h1>Payment complete</h1>
      ${facts(props, html`${fact('Amount', amount)} ${fact('Reference', reference)}`)}
      ${
        callbackUrl &&
        html`<p><a class="button" href="${callbackUrl}">Return to ${props.merchantName}</a></p>`
      }
    </section>`,
  )
}

export function notFoundPage(): Html {
  return layout(
    'Payment not found',
    html`<section class="panel alone" aria-label="Payment">
      <h1>Payment not found</h1>
      <p>We couldn’t find this payment. Go back to the merchant’s site and start again.</p>
    </section>`,
  )
}

function facts({ transaction, payee }: PageProps, more: Html | '' = ''): Html {
  return html`<dl class="facts">
    ${payee && fact('For', payee)} ${fact('Email', transaction.email)} ${more}
  </dl>`
}

const fact = (name: string, value: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

const formatAmount = ({ amount }: Transaction) => formatNaira(amount)

function transferForm(props: PageProps, amount: string): Html {
  const { path, transaction, merchantName, now } = props
  const minutes = Math.ceil((getTransferExpiry(transaction).getTime() - now.getTime()) / 60_000)
  if (minutes <= 0)
    return html`<h2>Bank transfer</h2>
      <p>
        The account number has expired. Your bank returns money that arrives now. Pay another way,
        or start again on the merchant’s page.
      </p>`
  if (transaction.amount < minTransfer)
    return html`<h2>Bank transfer</h2>
      <p>The minimum for transfers is ₦100. Please pay by card.</p>`
  return html`<h2>Bank transfer</h2>
    <p>Transfer exactly this amount to the account below. The account is for this payment only.</p>
    <dl class="facts">
      ${fact('Bank', 'Paystack-Titan (test)')}
      ${fact('Account number', toAccountNumber(transaction.access_code))}
      ${fact('Account name', `${merchantName} checkout`)} ${fact('Amount', amount)}
    </dl>
    <p role="timer">The account can be used for ${minutes} more minutes.</p>
    <form method="post" action="${path}/transfer">
      <button class="button" type="submit">I’ve sent the money</button>
    </form>
    <p class="hint">This is a test account. Don’t send any money: just press the button.</p>`
}

/** Ten digits that stay the same for one payment. No bank's numbers begin with 99. */
function toAccountNumber(accessCode: string): string {
  return `99${String(stableId(accessCode) % 100_000_000).padStart(8, '0')}`
}

/** The code that the payer dials on any phone. No bank knows it. */
function ussdForm({ path, transaction }: PageProps): Html {
  const digits = String(stableId(transaction.access_code) % 10_000).padStart(4, '0')
  return html`<h2>USSD</h2>
    <p>Dial this code on the phone of your bank account and confirm with your USSD PIN.</p>
    <p class="number">*737*000*${digits}#</p>
    <form method="post" action="${path}/ussd">
      <button class="button" type="submit">I’ve dialled the code</button>
    </form>
    <p class="hint">This is a test code. Don’t dial it: just press the button.</p>`
}

/** A bank account and the code that its bank sends. */
function accountForm({ path, errors }: PageProps, amount: string): Html {
  const { number, code } = testAccount
  return html`<h2>Bank account</h2>
    <form method="post" action="${path}/account" novalidate>
      ${field({
        name: 'account',
        label: 'Account number',
        hint: `The test account is ${number}.`,
        error: errors.account,
        maxlength: 10,
      })}
      ${field({
        name: 'code',
        label: 'Code from your bank',
        hint: `The test code is ${code}. Another code is declined.`,
        error: undefined,
        maxlength: 6,
      })}
      <button class="button" type="submit">Pay ${amount}</button>
    </form>`
}

type FieldProps = {
  name: string
  label: string
  hint?: string
  value?: string
  error: string | undefined
  placeholder?: string
  maxlength?: number
  autofocus?: boolean
}

/** Autocomplete is off because real cards must not be entered here. */
function cardForm({ path, errors, card }: PageProps, amount: string): Html {
  const [first] = testCards
  const number = first ? spacedNumber(first.number) : ''
  const firstInvalid = ['number', 'expiry', 'cvv'].find((name) => errors[name])
  return html`<h2>Card details</h2>
    <p class="notice">
      <span>
        Use test card <strong class="number">${number}</strong>, any future expiry date and CVV
        <strong>${first?.cvv}</strong>.
      </span>
      <a href="${path}?card=${first?.key}">Fill in this card</a>
    </p>
    <form method="post" action="${path}/card" novalidate>
      ${field({
        name: 'number',
        label: 'Card number',
        value: card.number,
        error: errors.number,
        placeholder: '0000 0000 0000 0000',
        autofocus: firstInvalid === 'number',
      })}
      <div class="pair">
        ${field({
          name: 'expiry',
          label: 'Expiry date',
          value: card.expiry,
          error: errors.expiry,
          placeholder: 'MM/YY',
          autofocus: firstInvalid === 'expiry',
        })}
        ${field({
          name: 'cvv',
          label: 'CVV',
          value: card.cvv,
          error: errors.cvv,
          placeholder: '123',
          autofocus: firstInvalid === 'cvv',
        })}
      </div>
      <button class="button" type="submit">Pay ${amount}</button>
    </form>`
}

const questions = {
  pin: { title: 'Enter your card PIN', label: 'Card PIN' },
  phone: { title: 'Confirm your phone number', label: 'Phone number' },
  otp: { title: 'Enter the one-time password', label: 'One-time password' },
} as const

function questionForm(
  { path, errors }: PageProps,
  card: TestCard,
  step: Exclude<Step, 'bank'>,
): Html {
  const { title, label } = questions[step]
  const hints = {
    pin: `This test card’s PIN is ${card.pin ?? ''}.`,
    phone: 'Enter any phone number, such as 0801 234 5678.',
    otp: `This test card’s one-time password is ${card.otp ?? ''}.`,
  }
  return html`<h2>${title}</h2>
    <p class="paying-with">Card ending in ${card.number.slice(-4)}</p>
    <form method="post" action="${path}/${step}" novalidate>
      ${field({ name: 'answer', label, hint: hints[step], error: errors[step], autofocus: true })}
      <button class="button" type="submit">Continue</button>
    </form>`
}

/** Replaces the page that the card's bank would show. */
function bankForm({ path }: PageProps, card: TestCard): Html {
  return html`<h2>Approve this payment</h2>
    <p class="paying-with">
      Card ending in ${card.number.slice(-4)}. With a real card, your bank would show this page.
    </p>
    <form method="post" action="${path}/bank">
      <button class="button" type="submit" name="answer" value="approve">Approve payment</button>
      <button class="button quiet" type="submit" name="answer" value="decline">
        Decline payment
      </button>
    </form>`
}

function field(props: FieldProps): Html {
  const { name, label, hint, value, error, placeholder, maxlength = 32, autofocus } = props
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value ?? ''}"
      type="text"
      inputmode="${name === 'expiry' ? 'text' : 'numeric'}"
      autocomplete="off"
      spellcheck="false"
      maxlength="${maxlength}"
      required
      placeholder="${placeholder ?? ''}"
      ${error ? 'aria-invalid=true' : ''}
      ${described === '' ? '' : html`aria-describedby="${described}"`}
      ${autofocus ? 'autofocus' : ''}
    />
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error && html`<p class="error" id="${name}-error" role="alert">${error}</p>`}
  </div>`
}

export type PageProps = {
  transaction: Transaction
  merchantName: string
  /** Business name of the sub-account that receives the payment. */
  payee: string | undefined
  path: string
  cancelUrl: string | undefined
  errors: Record<string, string>
  card: CardFields
  /** The way to pay that the payer chose. */
  way: Way
  now: Date
}

export const ways = ['card', 'transfer', 'ussd', 'bank'] as const
type Way = (typeof ways)[number]

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export type CardFields = { number: string; expiry: string; cvv: string }

/** Layout of all sandbox pages, with the TEST banner. */
export function layout(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · test checkout</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
        <link rel="icon" href="/sandbox/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header class="banner">
          <strong>TEST</strong>
          <span>This is a test page. No real money moves. Never enter a real card.</span>
        </header>
        <main>${main}</main>
      </body>
    </html>`
}

const stylesheet = readFileSync(new URL('checkout.css', import.meta.url), 'utf8')
const icon = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')
const version = createHash('sha256').update(stylesheet).digest('base64url').slice(0, 12)

/** The version changes with the content, so that browsers can cache the file for a year. */
const stylesheetPath = `/sandbox/assets/checkout.css?v=${version}`

export function checkoutAssets() {
  return new Hono()
    .get('/checkout.css', (c) =>
      c.body(stylesheet, 200, {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    )
    .get('/icon.svg', (c) =>
      c.body(icon, 200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
      }),
    )
}
