import { html } from 'hono/html'

import { formatNaira, kobo } from '#shared/money.ts'

import { currentStep } from './charge.ts'
import { stylesheetPath } from './checkout-assets.ts'
import { bankForm, cardForm, questionForm } from './checkout-forms.ts'
import type { Html, PageParts } from './checkout-parts.ts'
import { spacedNumber, testCards } from './test-cards.ts'
import type { Transaction } from './transactions.ts'

/** The page on which a card is given and its questions are answered. */
export function paymentPage(parts: PageParts): Html {
  const { transaction, merchantName, cancelUrl } = parts
  const amount = amountOf(transaction)
  return page(
    `Pay ${amount} to ${merchantName}`,
    html`<section class="summary" aria-label="Summary">
        <h1><span class="verb">Pay ${merchantName}</span> ${amount}</h1>
        ${facts(parts)}
      </section>
      <section class="panel" aria-label="Payment">
        ${stepOf(parts, amount)}
        <p class="foot">
          ${cancelUrl && html`<a href="${cancelUrl}">Cancel and go back</a>`}
          <span>Reference ${transaction.reference}</span>
        </p>
      </section>`,
  )
}

function stepOf(parts: PageParts, amount: string): Html {
  const current = currentStep(parts.transaction)
  if (current?.step === 'bank') return bankForm(parts, current.card)
  if (current) return questionForm(parts, current.card, current.step)
  return html`${refusal(parts)} ${cardForm(parts, amount)} ${cardList(parts.path)}`
}

function refusal({ transaction, errors }: PageParts): Html | '' {
  if (transaction.status !== 'failed' || Object.keys(errors).length > 0) return ''
  return html`<div class="notice bad" role="alert">
    <strong>${transaction.gateway_response}</strong>
    <span>Nothing was charged. You can try again here, with the same card or another one.</span>
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

/** What is shown when a payment is closed, and to payers for whom no way back is known. */
export function donePage(parts: PageParts, callbackUrl: string | undefined): Html {
  const { reference } = parts.transaction
  const amount = amountOf(parts.transaction)
  return page(
    'Payment complete',
    html`<section class="panel alone" aria-label="Payment">
      <p class="tick" aria-hidden="true">✓</p>
      <h1>Payment complete</h1>
      ${facts(parts, html`${fact('Amount', amount)} ${fact('Reference', reference)}`)}
      ${
        callbackUrl &&
        html`<p><a class="button" href="${callbackUrl}">Return to ${parts.merchantName}</a></p>`
      }
    </section>`,
  )
}

export function notFoundPage(): Html {
  return page(
    'No such payment',
    html`<section class="panel alone" aria-label="Payment">
      <h1>No such payment</h1>
      <p>This address does not belong to a payment. Please start again from where you came.</p>
    </section>`,
  )
}

function facts({ transaction, payee }: PageParts, more: Html | '' = ''): Html {
  return html`<dl class="facts">
    ${payee && fact('For', payee)} ${fact('Email', transaction.email)} ${more}
  </dl>`
}

const fact = (name: string, value: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

const amountOf = ({ amount }: Transaction) => formatNaira(kobo(amount))

function page(title: string, main: Html): Html {
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
          <strong>TEST</strong> <span>No real money moves here. Never type a real card.</span>
        </header>
        <main>${main}</main>
      </body>
    </html>`
}
