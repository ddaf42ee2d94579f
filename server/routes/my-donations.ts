import { Hono } from 'hono'

import { guestDataRequestSchema } from '#shared/guest-data.ts'

import { type Env, jsonBody } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { parsePageCursor } from './page-cursor.ts'
import { parseYear, respondStatement } from './transaction.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { Services } from '../services.ts'

const pageRows = 20

/** /api/my-donations: what a person gave. The list of an account is GET /api/transactions?tab=given. */
export function myDonationRoutes({ donations, myDonations, receipts, guestData }: Services) {
  return new Hono<Env>()
    .get('/', gate(may.readMyDonations, noSubject), async (c) =>
      c.json(await myDonations.read(toUser(c.var.actor))),
    )
    .post('/claim', gate(may.claimDonations, noSubject), async (c) =>
      c.json({ claimed: await donations.claimDonations(toUser(c.var.actor)) }),
    )
    .get('/:id', gate(may.readGuestDonations, guestData.findFreshLink), async (c) => {
      const after = parsePageCursor(c)
      const donor = { guestEmail: c.var.subject.email }
      const query = { tab: 'given' as const, ...donor, limit: pageRows, ...(after && { after }) }
      const [list, years] = await Promise.all([
        donations.listDonations(query),
        receipts.listYears(donor),
      ])
      return c.json({ ...list, years })
    })
    .get(
      '/:id/statements/:year/statement.pdf',
      gate(may.downloadGuestStatement, guestData.findFreshLink),
      async (c) => {
        const { email } = c.var.subject
        const year = parseYear(c.req.param('year'))
        const statement = await receipts.readStatement({ guestEmail: email }, year)
        return respondStatement(c, { statement, donor: email })
      },
    )
}

/** /api/guest-data: a mailed link to the data of donations without an account. */
export function guestDataRoutes({ guestData }: Services) {
  return new Hono<Env>()
    .post('/links', gate(may.requestGuestData, noSubject), async (c) => {
      const { email } = await jsonBody(c, guestDataRequestSchema)
      await guestData.requestLink(email, getLanguage(c))
      return c.body(null, 204)
    })
    .get('/:id', gate(may.useGuestDataLink, guestData.findLink), async (c) =>
      c.json(await guestData.read(c.var.subject)),
    )
}

/** The buttons of the page /my-data/:id, which the link opens. They work without script; opening the page changes nothing. */
export function guestDataButtonRoutes({ guestData }: Services) {
  const toPage = (path: string) => path.replace(/\/(download|erase)$/, '')
  return new Hono<Env>()
    .post('/:id/download', gate(may.useGuestDataLink, guestData.findLink), async (c) => {
      const exported = await guestData.download(c.var.subject)
      if (!exported) return c.redirect(toPage(c.req.path), 303)
      c.header('content-disposition', 'attachment; filename="ajo-my-data.json"')
      c.header('cache-control', 'no-store')
      return c.json(exported)
    })
    .post('/:id/erase', gate(may.useGuestDataLink, guestData.findLink), async (c) => {
      await guestData.erase(c.var.subject)
      // The page shows the outcome from the state of the link.
      return c.redirect(toPage(c.req.path), 303)
    })
}
