import { html } from 'hono/html'

import type { Html, PageParts } from './checkout-parts.ts'
import { spacedNumber, testCards, type Step, type TestCard } from './test-cards.ts'

type FieldParts = {
  name: string
  label: string
  hint?: string
  value?: string
  error: string | undefined
  placeholder?: string
  autofocus?: boolean
}

/** Number, expiry and CVV. Browsers are asked not to offer the cards they know: this page is no place for them. */
export function cardForm({ path, errors, typed }: PageParts, amount: string): Html {
  const [first] = testCards
  const number = first ? spacedNumber(first.number) : ''
  const firstWrong = ['number', 'expiry', 'cvv'].find((name) => errors[name])
  return html`<h2>Card details</h2>
    <p class="notice">
      <span>
        Use the test card <strong class="number">${number}</strong>, any future expiry date and CVV
        <strong>${first?.cvv}</strong>.
      </span>
      <a href="${path}?card=${first?.key}">Fill it in</a>
    </p>
    <form method="post" action="${path}/card" novalidate>
      ${field({
        name: 'number',
        label: 'Card number',
        value: typed.number,
        error: errors.number,
        placeholder: '0000 0000 0000 0000',
        autofocus: firstWrong === 'number',
      })}
      <div class="pair">
        ${field({
          name: 'expiry',
          label: 'Expiry date',
          value: typed.expiry,
          error: errors.expiry,
          placeholder: 'MM/YY',
          autofocus: firstWrong === 'expiry',
        })}
        ${field({
          name: 'cvv',
          label: 'CVV',
          value: typed.cvv,
          error: errors.cvv,
          placeholder: '123',
          autofocus: firstWrong === 'cvv',
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

/** One question of the card's bank: PIN, phone number or one-time password. */
export function questionForm(
  { path, errors }: PageParts,
  card: TestCard,
  step: Exclude<Step, 'bank'>,
): Html {
  const { title, label } = questions[step]
  const hints = {
    pin: `The PIN of this test card is ${card.pin ?? ''}.`,
    phone: 'Any phone number will do, such as 0801 234 5678.',
    otp: `The one-time password of this test card is ${card.otp ?? ''}.`,
  }
  return html`<h2>${title}</h2>
    <p class="paying-with">Card ending in ${card.number.slice(-4)}</p>
    <form method="post" action="${path}/${step}" novalidate>
      ${field({ name: 'answer', label, hint: hints[step], error: errors[step], autofocus: true })}
      <button class="button" type="submit">Continue</button>
    </form>`
}

/** Where a real payment would be on the bank's own site. */
export function bankForm({ path }: PageParts, card: TestCard): Html {
  return html`<h2>Your bank asks</h2>
    <p class="paying-with">
      A payment with the card ending in ${card.number.slice(-4)} waits for your word. This page
      stands for the bank’s own.
    </p>
    <form method="post" action="${path}/bank">
      <button class="button" type="submit" name="answer" value="approve">Approve payment</button>
      <button class="button quiet" type="submit" name="answer" value="decline">
        Decline payment
      </button>
    </form>`
}

function field({ name, label, hint, value, error, placeholder, autofocus }: FieldParts): Html {
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
      maxlength="32"
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
