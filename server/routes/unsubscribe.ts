import { Hono } from 'hono'

import type { Env } from '../http/context.ts'
import type { Unsubscribing } from '../supporters/unsubscribe.ts'
import { gate } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'

/**
 * POST /unsubscribe/:id: by the button of our page, which goes on to a page again, or by that of a mail program, which must not be sent
 * anywhere (RFC 8058). The page itself is answered with the others.
 */
export function unsubscribeRoutes({ unsubscribing }: { unsubscribing: Unsubscribing }) {
  const find = (token: string) => unsubscribing.findReader(token)
  return new Hono<Env>().post('/:id', gate(may.unsubscribe, find), async (c) => {
    await unsubscribing.refuse(c.var.subject)
    const isByProgram = /List-Unsubscribe=One-Click/.test(await c.req.text())
    return isByProgram ? c.body(null, 204) : c.redirect(`${c.req.path}?done`, 303)
  })
}
