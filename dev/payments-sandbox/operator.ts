import { Hono, type Context } from 'hono'

import { raiseDispute } from './dispute-moves.ts'
import { operatorPage } from './operator-page.ts'
import { latestPayments } from './operator-payments.ts'
import type { MoveParts } from './refund-moves.ts'
import { settleAll } from './settlements.ts'

type Parts = MoveParts & { publicUrl: string; onQueued: () => void }

/** Where one plays the donors' banks: the latest payments, what became of them, and a way to ask for one back. */
export function operatorPages(parts: Parts) {
  const { database, publicUrl, onQueued } = parts
  const origin = new URL(publicUrl).origin
  const isOurs = (c: Context) => c.req.header('origin') === origin
  return new Hono()
    .get('/', async (c) => c.html(operatorPage(await latestPayments(database))))
    .post('/disputes', async (c) => {
      if (!isOurs(c)) return c.text('Forms of this page are sent from this page.', 403)
      const form = new URLSearchParams(await c.req.text())
      const reference = form.get('reference') ?? ''
      const dispute = await raiseDispute(parts, { reference, amount: null, category: 'chargeback' })
      if (dispute) onQueued()
      return c.redirect('/sandbox/operator', 303)
    })
    .post('/settlements', async (c) => {
      if (!isOurs(c)) return c.text('Forms of this page are sent from this page.', 403)
      await settleAll(database, parts.now())
      return c.redirect('/sandbox/operator', 303)
    })
}
