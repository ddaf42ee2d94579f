import { html } from 'hono/html'

import { formatNaira } from '../http/naira.ts'

import { currentStep, offersChannel } from '../lifecycle/charge.ts'
import { bankForm, cardForm, questionForm } from './forms.ts'
import { accountForm, ussdForm } from './offline-forms.ts'
import { ways, type Html, type PageProps, type Way } from './page-props.ts'
import { layout } from './layout.ts'
import { transferForm } from './transfer-form.ts'
import { spacedNumber, testCards } from '../state/test-cards.ts'
import type { Transaction } from '../state/transactions.ts'

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
