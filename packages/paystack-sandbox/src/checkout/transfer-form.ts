import { html } from 'hono/html'

import { getTransferExpiry, minTransfer } from '../lifecycle/charge.ts'
import type { Html, PageProps } from './page-props.ts'
import { stableId } from '../state/identifiers.ts'

export function transferForm(props: PageProps, amount: string): Html {
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
      <div>
        <dt>Bank</dt>
        <dd>Paystack-Titan (test)</dd>
      </div>
      <div>
        <dt>Account number</dt>
        <dd class="number">${toAccountNumber(transaction.access_code)}</dd>
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
