import { html } from 'hono/html'

import { formatNaira, kobo } from '#shared/money.ts'

import { currentStep, offers } from './charge.ts'
import { bankForm, cardForm, questionForm } from './checkout-forms.ts'
import type { Html, PageParts } from './checkout-parts.ts'
import { shell } from './checkout-shell.ts'
import { transferForm } from './checkout-transfer.ts'
import { spacedNumber, testCards } from './test-cards.ts'
import type { Transaction } from './transactions.ts'

/** The page on which a card is given and its questions are answered. */
export function paymentPage(parts: PageParts): Html {
  const { transaction, merchantName, cancelUrl } = parts
  const amount = amountOf(transaction)
  return shell(
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
  const isTransfer = parts.isTransfer || !offers(parts.transaction, 'card')
  return html`${refusal(parts)} ${channelLinks(parts, isTransfer)}
  ${isTransfer ? transferForm(parts, amount) : html`${cardForm(parts, amount)} ${cardList(parts.path)}`}`
}

function channelLinks({ path, transaction }: PageParts, isTransfer: boolean): Html | '' {
  if (!offers(transaction, 'card') || !offers(transaction, 'bank_transfer')) return ''
  const link = (href: string, name: string, isCurrent: boolean) =>
    html`<a href="${href}" ${isCurrent ? 'aria-current=page' : ''}>${name}</a>`
  return html`<nav class="channels" aria-label="Ways to pay">
    ${link(path, 'Card', !isTransfer)} ${link(`${path}?with=transfer`, 'Bank transfer', isTransfer)}
  </nav>`
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

/** While the payer's bank moves the money. Pages that load themselves anew take the reader's place away: this one is asked to. */
export function waitingPage({ path, transaction, merchantName }: PageParts): Html {
  return shell(
    'Waiting for your transfer',
    html`<section class="panel alone" aria-label="Payment">
      <h1>Waiting for your transfer</h1>
      <p role="status">
        ${amountOf(transaction)} is on its way to ${merchantName}. Your bank tells us when it is
        here. You may close this page: ${merchantName} will know.
      </p>
      <p><a class="button" href="${path}/waiting">Look again</a></p>
    </section>`,
  )
}

/** The merchant gave less time than the payer took. */
export function tooLatePage({ cancelUrl, merchantName }: PageParts): Html {
  return shell(
    'Session timeout',
    html`<section class="panel alone" aria-label="Payment">
      <h1>Time is up</h1>
      <p>
        Transaction cannot be completed. Session timeout exceeded. Nothing was charged; you can
        start again at ${merchantName}.
      </p>
      ${cancelUrl && html`<p><a class="button" href="${cancelUrl}">Go back</a></p>`}
    </section>`,
  )
}

/** What is shown when a payment is closed, and to payers for whom no way back is known. */
export function donePage(parts: PageParts, callbackUrl: string | undefined): Html {
  const { reference } = parts.transaction
  const amount = amountOf(parts.transaction)
  return shell(
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
  return shell(
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
