import { randomUUID } from 'node:crypto'

import { Hono, type Context } from 'hono'

import { raiseDispute } from '../lifecycle/dispute-lifecycle.ts'
import type { LifecycleDeps } from '../lifecycle/lifecycle-deps.ts'
import { correctFee } from '../lifecycle/payment.ts'
import { receiveTransfer, type SentTransfer } from '../lifecycle/receive-transfer.ts'
import { settleAll } from '../lifecycle/settlement-run.ts'
import { findByReference } from '../state/transactions.ts'
import { consolePage } from './console-page.ts'
import { findLatestPayments } from './console-payments.ts'

type ConsoleDeps = LifecycleDeps & { publicUrl: string; onQueued: () => void }

/** Kobo that the button for fees adds. */
const feeChange = 10_00

/** Pages for developers: the latest payments, buttons that open a dispute, change a fee or settle payments, and a form that sends a transfer. */
export function consoleRoutes(deps: ConsoleDeps) {
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
