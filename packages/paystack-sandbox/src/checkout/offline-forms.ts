import { html } from 'hono/html'

import { testAccount } from '../lifecycle/charge.ts'
import { stableId } from '../state/identifiers.ts'
import type { Html, PageProps } from './page-props.ts'

/** The code that the payer dials on any phone. No bank knows it. */
export function ussdForm({ path, transaction }: PageProps): Html {
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
export function accountForm({ path, errors }: PageProps, amount: string): Html {
  const { number, code } = testAccount
  return html`<h2>Bank account</h2>
    <form method="post" action="${path}/account" novalidate>
      <div class="field">
        <label for="account">Account number</label>
        <input
          id="account"
          name="account"
          inputmode="numeric"
          autocomplete="off"
          maxlength="10"
          required
          aria-describedby="account-hint ${errors.account ? 'account-error' : ''}"
          ${errors.account ? 'aria-invalid=true' : ''}
        />
        <p class="hint" id="account-hint">The test account is ${number}.</p>
        ${errors.account && html`<p class="error" id="account-error" role="alert">${errors.account}</p>`}
      </div>
      <div class="field">
        <label for="code">Code from your bank</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="off"
          maxlength="6"
          required
          aria-describedby="code-hint"
        />
        <p class="hint" id="code-hint">The test code is ${code}. Another code is declined.</p>
      </div>
      <button class="button" type="submit">Pay ${amount}</button>
    </form>`
}
