import { Hono } from 'hono'

import { guestDataRequestSchema } from '#shared/guest-data.ts'

import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import * as may from '../platform/policy/rules.ts'
import type { GuestDataAccess } from '../people/privacy/guest-data.ts'

type GuestDataRouteDeps = { guestData: GuestDataAccess }

/** /api/guest-data: a mailed link to the data of donations without an account. */
export function guestDataRoutes({ guestData }: GuestDataRouteDeps) {
  const find = (token: string) => guestData.findLink(token)
  return new Hono<Env>()
    .post('/links', gate(may.requestGuestData, noSubject), async (c) => {
      const { email } = await jsonBody(c, guestDataRequestSchema)
      await guestData.requestLink(email, getLanguage(c))
      return c.body(null, 204)
    })
    .get('/:id', gate(may.useGuestDataLink, find), async (c) =>
      c.json(await guestData.read(c.var.subject)),
    )
}

/** The buttons of the page /my-data/:id, which the link opens. They work without script; opening the page changes nothing. */
export function guestDataButtonRoutes({ guestData }: GuestDataRouteDeps) {
  const find = (token: string) => guestData.findLink(token)
  const toPage = (path: string) => path.replace(/\/(download|erase)$/, '')
  return new Hono<Env>()
    .post('/:id/download', gate(may.useGuestDataLink, find), async (c) => {
      const exported = await guestData.download(c.var.subject)
      if (!exported) return c.redirect(toPage(c.req.path), 303)
      c.header('content-disposition', 'attachment; filename="ajo-my-data.json"')
      return c.json(exported)
    })
    .post('/:id/erase', gate(may.useGuestDataLink, find), async (c) => {
      await guestData.erase(c.var.subject)
      // The page shows the outcome from the state of the link.
      return c.redirect(toPage(c.req.path), 303)
    })
}
