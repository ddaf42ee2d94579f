import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'

import { raiseDispute } from '../lifecycle/dispute-lifecycle.ts'
import type { RouteDeps } from '../lifecycle/periods.ts'
import { correctFee } from '../lifecycle/charge.ts'
import { receiveTransfer, type SentTransfer } from '../lifecycle/receive-transfer.ts'
import { settleAll } from '../lifecycle/settlements.ts'
import { findByReference } from '../state/transactions.ts'
import { formatNaira } from '../http/naira.ts'
import { layout, type Html } from '../checkout/pages.ts'
import { type Queries, sql } from '../storage/database.ts'

/** Kobo that the button for fees adds. */
const feeChange = 10_00

/** Pages for developers: the latest payments, buttons that open a dispute, change a fee or settle payments, and a form that sends a transfer. */
export function consoleRoutes(deps: RouteDeps) {
  const { database, publicUrl, onQueued } = deps
  const { origin } = new URL(publicUrl)
  const isSameOrigin = (c: Context) => c.req.header('origin') === origin
  return new Hono()
    .get('/', async (c) => c.html(consolePage(await findLatestPayments(database))))
    .post('/disputes', async (c) => {
      if (!isSameOrigin(c)) return c.text('Forbidden', 403)
      const form = new URLSearchParams(await c.req.text())
      const reference = form.get('reference') ?? ''
      const dispute = await raiseDispute(deps, { reference, amount: null, category: 'chargeback' })
      if (dispute) onQueued()
      return c.redirect('/sandbox/console', 303)
    })
    .post('/fees', async (c) => {
      if (!isSameOrigin(c)) return c.text('Forbidden', 403)
      const form = new URLSearchParams(await c.req.text())
      const reference = form.get('reference') ?? ''
      const payment = await findByReference(database, reference)
      if (payment) await correctFee(deps, reference, (payment.fees ?? 0) + feeChange)
      return c.redirect('/sandbox/console', 303)
    })
    .post('/transfers', async (c) => {
      if (!isSameOrigin(c)) return c.text('Forbidden', 403)
      const sent = await receiveTransfer(deps, toTransfer(new URLSearchParams(await c.req.text())))
      if (sent.kind === 'rejected') return c.text(sent.reason, 400)
      onQueued()
      return c.redirect('/sandbox/console', 303)
    })
    .post('/settlements', async (c) => {
      if (!isSameOrigin(c)) return c.text('Forbidden', 403)
      await settleAll(deps)
      return c.redirect('/sandbox/console', 303)
    })
}

function toTransfer(form: URLSearchParams): SentTransfer {
  const read = (name: string) => (form.get(name) ?? '').trim()
  return {
    accountNumber: read('accountNumber'),
    amount: Math.round(Number(read('naira')) * 100),
    senderName: read('senderName'),
    senderAccount: `XXXXXX${read('senderDigits')}`,
    sessionId: randomUUID(),
  }
}

function consolePage(payments: ConsolePayment[]): Html {
  return layout(
    'Sandbox console',
    html`<section class="panel alone wide" aria-label="Payments">
      <h1>Sandbox console</h1>
      <p>
        Simulate what donors’ banks and the payment provider do. Open a dispute to see how the
        merchant responds, settle payments to see payouts, or send a transfer to the account number
        of a campaign.
      </p>
      <form method="post" action="/sandbox/console/settlements">
        <button class="button quiet" type="submit">Settle all paid payments</button>
      </form>
      ${transferForm()}
      ${payments.length === 0 ? html`<p>No payments yet.</p>` : paymentList(payments)}
    </section>`,
  )
}

/** A transfer of a donor's bank to a dedicated account. */
function transferForm(): Html {
  const fields = [
    ['accountNumber', 'Account number', 'numeric'],
    ['naira', 'Amount (₦)', 'numeric'],
    ['senderName', 'Name of the sender', 'text'],
    ['senderDigits', 'Last 4 digits of the sender’s account', 'numeric'],
  ] as const
  return html`<form method="post" action="/sandbox/console/transfers">
    ${fields.map(
      ([name, label, mode]) =>
        html`<label for="${name}">${label}</label>
          <input id="${name}" name="${name}" inputmode="${mode}" autocomplete="off" required />`,
    )}
    <button class="button quiet" type="submit">Send a transfer</button>
  </form>`
}

function paymentList(payments: ConsolePayment[]): Html {
  return html`<ul class="payments">
    ${payments.map(
      (payment) =>
        html`<li>
          <h2>${formatNaira(payment.amount)} <span class="status">${payment.status}</span></h2>
          <p>${payment.email} · ${payment.reference}</p>
          <p class="hint">${toFacts(payment)}</p>
          ${payment.status === 'success' && !payment.is_disputed ? paymentForm(payment, { path: 'disputes', label: 'Open a dispute' }) : ''}
          ${payment.is_paid ? paymentForm(payment, { path: 'fees', label: 'Raise the fee by ₦10' }) : ''}
        </li>`,
    )}
  </ul>`
}

function paymentForm(
  { reference, amount }: ConsolePayment,
  { path, label }: { path: string; label: string },
): Html {
  return html`<form method="post" action="/sandbox/console/${path}">
    <input type="hidden" name="reference" value="${reference}" />
    <button
      class="button quiet"
      type="submit"
      aria-label="${label}: ${formatNaira(amount)}, ${reference}"
    >
      ${label}
    </button>
  </form>`
}

const channelNames: Record<string, string> = {
  card: 'card',
  bank: 'bank account',
  bank_transfer: 'bank transfer',
  ussd: 'USSD',
  dedicated_nuban: 'transfer to an account number',
}

function toFacts({
  created_at,
  is_paid,
  channel,
  is_settled,
  refunds,
  disputes,
  deliveries,
}: ConsolePayment): string {
  return [
    created_at.toISOString().replace('T', ' ').slice(0, 19),
    is_paid && `by ${channelNames[channel ?? ''] ?? channel}`,
    is_settled && 'settled',
    refunds && `refunds: ${refunds}`,
    disputes && `disputes: ${disputes}`,
    deliveries && `webhooks: ${deliveries}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const rowSchema = z.object({
  reference: z.string(),
  amount: z.number(),
  status: z.string(),
  email: z.string(),
  channel: z.string(),
  created_at: z.date(),
  is_paid: z.boolean(),
  is_settled: z.boolean(),
  refunds: z.nullable(z.string()),
  disputes: z.nullable(z.string()),
  is_disputed: z.boolean(),
  deliveries: z.nullable(z.string()),
})
type ConsolePayment = z.output<typeof rowSchema>

function findLatestPayments(queries: Queries): Promise<ConsolePayment[]> {
  return queries.rows(
    rowSchema,
    sql`select t.reference, t.amount, t.status, t.email, t.channel, t.created_at, t.paid_at is not null as is_paid,
          coalesce(t.settlement_id, t.main_settlement_id) is not null as is_settled,
          (select string_agg(r.status, ', ' order by r.id) from sandbox.refund r where r.reference = t.reference) as refunds,
          (select string_agg(coalesce(d.resolution, d.status), ', ' order by d.id)
             from sandbox.dispute d where d.reference = t.reference) as disputes,
          exists (select from sandbox.dispute d where d.reference = t.reference and d.resolution is null) as is_disputed,
          (select string_agg(w.event || ' ' || coalesce(w.last_response, 'not sent yet'), ', ' order by w.created_at)
             from sandbox.delivery w where w.reference = t.reference) as deliveries
        from sandbox.transaction t order by t.id desc limit 50`,
  )
}
