import { html } from 'hono/html'

import { formatNaira, kobo } from '#shared/money.ts'

import type { Html } from './checkout-parts.ts'
import { shell } from './checkout-shell.ts'
import type { OperatorPayment } from './operator-payments.ts'

export function operatorPage(rows: OperatorPayment[]): Html {
  return shell(
    'The banks’ side',
    html`<section class="panel alone wide" aria-label="Payments">
      <h1>The banks’ side</h1>
      <p>
        This page plays the banks of those who pay. Ask for a payment back and see how the merchant
        answers; settle to see money arrive at bank accounts.
      </p>
      <form method="post" action="/sandbox/operator/settlements">
        <button class="button quiet" type="submit">Settle everything that was paid</button>
      </form>
      ${rows.length === 0 ? html`<p>Nobody has paid anything yet.</p>` : paymentList(rows)}
    </section>`,
  )
}

function paymentList(rows: OperatorPayment[]): Html {
  return html`<ul class="payments">
    ${rows.map(
      (row) =>
        html`<li>
          <h2>${formatNaira(kobo(row.amount))} <span class="status">${row.status}</span></h2>
          <p>${row.email} · ${row.reference}</p>
          <p class="hint">${factsOf(row)}</p>
          ${row.status === 'success' && !row.is_disputed ? disputeForm(row) : ''}
        </li>`,
    )}
  </ul>`
}

function disputeForm({ reference, amount }: OperatorPayment): Html {
  return html`<form method="post" action="/sandbox/operator/disputes">
    <input type="hidden" name="reference" value="${reference}" />
    <button
      class="button quiet"
      type="submit"
      aria-label="Ask for ${formatNaira(kobo(amount))} of ${reference} back"
    >
      Ask for it back
    </button>
  </form>`
}

function factsOf({
  created_at,
  is_paid,
  channel,
  is_settled,
  refunds,
  disputes,
  deliveries,
}: OperatorPayment): string {
  return [
    created_at.toISOString().replace('T', ' ').slice(0, 19),
    is_paid && (channel === 'card' ? 'by card' : 'by bank transfer'),
    is_settled && 'settled',
    refunds && `refunds: ${refunds}`,
    disputes && `disputes: ${disputes}`,
    deliveries && `webhooks: ${deliveries}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
