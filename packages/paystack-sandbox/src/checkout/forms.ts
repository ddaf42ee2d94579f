import { html } from 'hono/html'

import type { Html, PageProps } from './page-props.ts'
import { spacedNumber, testCards, type Step, type TestCard } from '../state/test-cards.ts'

type FieldProps = {
  name: string
  label: string
  hint?: string
  value?: string
  error: string | undefined
  placeholder?: string
  autofocus?: boolean
}

/** Autocomplete is off because real cards must not be entered here. */
export function cardForm({ path, errors, card }: PageProps, amount: string): Html {
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

export function questionForm(
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
export function bankForm({ path }: PageProps, card: TestCard): Html {
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

function field({ name, label, hint, value, error, placeholder, autofocus }: FieldProps): Html {
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
