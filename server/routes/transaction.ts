import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { donationListTabs } from '#shared/donation-list-tabs.ts'
import { supporterOrders } from '#shared/supporter.ts'
import { invalid } from '#shared/text/invalid.ts'
import type { Statement } from '#shared/receipt.ts'
import { patternText } from '#shared/text.ts'
import { guestDataRequestSchema } from '#shared/guest-data.ts'

import { donationsCsv } from '../money/donations/donation-list.ts'
import { parseInput, type Env, Refused, jsonBody, done } from '../platform/http/context.ts'
import { csvResponse, untilGone } from '../platform/http/csv.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { parsePageCursor } from './page-cursor.ts'
import { getLanguage } from '../platform/http/language.ts'
import { statementPdf } from '../money/receipts/receipt-pdf.ts'
import { pdfBody, pdfHeaders } from './receipt.ts'
import type { Services } from '../services.ts'

const pageRows = 20

const querySchema = z.object({
  tab: z._default(z.enum(donationListTabs, invalid.input), 'received'),
})

const orderSchema = z.object({ order: z.optional(z.enum(supporterOrders, invalid.input)) })

/** /api/transactions: the donations that an account received or gave, newest first, or a page of the largest (readings A5). */
export function transactionRoutes({ donations }: Services) {
  const parseScope = (query: unknown, actor: Actor) => ({
    ...parseInput(querySchema, query),
    uid: toUser(actor).uid,
  })
  return new Hono<Env>()
    .get('/', compress(), gate(may.listTransactions, noSubject), async (c) => {
      const after = parsePageCursor(c)
      const scope = parseScope(c.req.query(), c.var.actor)
      const { order } = parseInput(orderSchema, c.req.query())
      const query = { ...scope, order, limit: pageRows, ...(after && { after }) }
      return c.json(await untilGone(c, () => donations.listDonations(query)))
    })
    .get('/export.csv', compress(), gate(may.exportTransactions, noSubject), (c) => {
      const scope = parseScope(c.req.query(), c.var.actor)
      const lines = donationsCsv(donations.allDonations(scope))
      return csvResponse(c, `transactions-${scope.tab}`, lines)
    })
}

/** /api/statements/:year: donations of the signed-in user in a year, as JSON and as a PDF. */
export function statementRoutes({ receipts, content }: Services) {
  return new Hono<Env>()
    .get('/:year', gate(may.readStatement, noSubject), async (c) => {
      const { uid } = toUser(c.var.actor)
      return c.json(await receipts.readStatement({ uid }, parseYear(c.req.param('year'))))
    })
    .get('/:year/statement.pdf', gate(may.readStatement, noSubject), async (c) => {
      const { uid, email } = toUser(c.var.actor)
      const year = parseYear(c.req.param('year'))
      const statement = await receipts.readStatement({ uid }, year)
      const profile = await content.findUserByUid(uid)
      const donor = profile ? `${profile.firstname} ${profile.lastname} (${email})` : email
      return respondStatement(c, { statement, donor })
    })
}

export async function respondStatement(
  c: Context,
  { statement, donor }: { statement: Statement; donor: string },
) {
  c.header('content-disposition', `attachment; filename="ajo-donations-${statement.year}.pdf"`)
  const language = getLanguage(c)
  const pdf = statementPdf({ statement, donor, language, createdAt: new Date() })
  return c.body(await pdfBody(pdf), 200, pdfHeaders)
}

const yearSchema = patternText(/^20\d\d$/, invalid.input)

export function parseYear(text: string): number {
  const year = z.safeParse(yearSchema, text)
  if (!year.success) throw new Refused('not-found')
  return Number(year.data)
}

const donationRows = 20

/** /api/my-donations: what a person gave. The list of an account is GET /api/transactions?tab=given. */
export function myDonationRoutes(services: Services) {
  const { donations, monthlyDonations, myDonations, receipts, guestData } = services
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
      const query = {
        tab: 'given' as const,
        ...donor,
        limit: donationRows,
        ...(after && { after }),
      }
      const [list, years, monthly] = await Promise.all([
        donations.listDonations(query),
        receipts.listYears(donor),
        monthlyDonations.list(donor),
      ])
      return c.json({ ...list, years, monthly })
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
      return done(c, guestData.requestLink(email, getLanguage(c)))
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
