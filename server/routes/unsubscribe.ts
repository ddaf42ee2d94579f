import { Hono } from 'hono'

import type { Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { Unsubscribe } from '../people/supporters/mail-links.ts'

/**
 * POST /unsubscribe/:id, sent by our page or by a mail program (RFC 8058). The page is redirected to the confirmation; a mail
 * program must not be redirected. GET is answered with the other pages.
 */
export function unsubscribeRoutes({ unsubscribe }: { unsubscribe: Unsubscribe }) {
  const find = (token: string) => unsubscribe.findSubscription(token)
  return new Hono<Env>()
    .post('/:id', gate(may.unsubscribe, find), async (c) => {
      await unsubscribe.unsubscribe(c.var.subject)
      const isMailProgram = /List-Unsubscribe=One-Click/.test(await c.req.text())
      return isMailProgram ? c.body(null, 204) : c.redirect(`${c.req.path}?done`, 303)
    })
    .post('/:id/all', gate(may.unsubscribe, find), async (c) => {
      await unsubscribe.unsubscribeFromAll(c.var.subject)
      return c.redirect(`${c.req.path.replace(/\/all$/, '')}?done=all`, 303)
    })
}
