import { html } from 'hono/html'

import { leastTransfer } from './charge.ts'
import type { Html, PageParts } from './checkout-parts.ts'
import { stableId } from './identifiers.ts'

/** An account for this one payment, and a button for the payer's word that the money was sent. */
export function transferForm({ path, transaction, merchantName }: PageParts, amount: string): Html {
  if (transaction.amount < leastTransfer)
    return html`<h2>Bank transfer</h2>
      <p>Transfers are taken from ₦100 on. Please pay with a card.</p>`
  return html`<h2>Bank transfer</h2>
    <p>Send exactly this amount to this account. It is for this payment only.</p>
    <dl class="facts">
      <div>
        <dt>Bank</dt>
        <dd>Paystack-Titan (test)</dd>
      </div>
      <div>
        <dt>Account number</dt>
        <dd class="number">${accountNumberOf(transaction.access_code)}</dd>
      </div>
      <div>
        <dt>Account name</dt>
        <dd>${merchantName} checkout</dd>
      </div>
      <div>
        <dt>Amount</dt>
        <dd>${amount}</dd>
      </div>
    </dl>
    <form method="post" action="${path}/transfer">
      <button class="button" type="submit">I have sent the money</button>
    </form>
    <p class="hint">This account does not exist. No money has to be sent: the button is enough.</p>`
}

/** Ten digits, always the same for the same payment. The 99 belongs to no bank. */
function accountNumberOf(accessCode: string): string {
  return `99${String(stableId(accessCode) % 100_000_000).padStart(8, '0')}`
}
