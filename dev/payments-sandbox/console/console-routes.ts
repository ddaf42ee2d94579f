import { Hono, type Context } from 'hono'

import { raiseDispute } from '../lifecycle/dispute-lifecycle.ts'
import type { LifecycleDeps } from '../lifecycle/refund-lifecycle.ts'
import { settleAll } from '../state/settlements.ts'
import { consolePage } from './console-page.ts'
import { findLatestPayments } from './console-payments.ts'

type ConsoleDeps = LifecycleDeps & { publicUrl: string; onQueued: () => void }

/** Pages for developers: the latest payments, and buttons that open a dispute or settle payments. */
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
    .post('/settlements', async (c) => {
      if (!isSameOrigin(c)) return c.text('Forbidden', 403)
      await settleAll(database, deps.now())
      return c.redirect('/sandbox/console', 303)
    })
}
