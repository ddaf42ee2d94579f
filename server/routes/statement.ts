import { Hono } from 'hono'
import * as z from 'zod/mini'

import { Refused, type Env } from '../http/context.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Receipts } from '../receipts/receipts.ts'
import { statementPdf } from '../receipts/statement-pdf.ts'
import { pdfBody, pdfHeaders } from './receipt.ts'

type Parts = {
  receipts: Pick<Receipts, 'readStatement'>
  content: Pick<ContentStore, 'findUserByUid'>
}

/** /api/statements/:year: what the signed-in person gave in a year, to read and on paper. */
export function statementRoutes({ receipts, content }: Parts) {
  return new Hono<Env>()
    .get('/:year', gate(may.readStatement, nothing), async (c) => {
      const { uid } = signedIn(c.var.actor)
      return c.json(await receipts.readStatement(uid, yearOf(c.req.param('year'))))
    })
    .get('/:year/statement.pdf', gate(may.readStatement, nothing), async (c) => {
      const { uid, email } = signedIn(c.var.actor)
      const year = yearOf(c.req.param('year'))
      const statement = await receipts.readStatement(uid, year)
      const profile = await content.findUserByUid(uid)
      const donor = profile ? `${profile.firstname} ${profile.lastname} (${email})` : email
      c.header('content-disposition', `attachment; filename="ajo-gifts-${year}.pdf"`)
      const made = statementPdf({ statement, donor, madeAt: new Date() })
      return c.body(await pdfBody(made), 200, pdfHeaders)
    })
}

const yearSchema = z.string().check(z.regex(/^20\d\d$/))

function yearOf(text: string): number {
  const year = z.safeParse(yearSchema, text)
  if (!year.success) throw new Refused('not-found')
  return Number(year.data)
}
