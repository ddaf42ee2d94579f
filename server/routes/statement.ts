import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { invalid } from '#shared/messages.ts'
import type { Statement } from '#shared/receipt.ts'
import { patternText } from '#shared/text.ts'

import { Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Receipts } from '../money/receipts/receipts.ts'
import { statementPdf } from '../money/receipts/receipt-pdf.ts'
import { pdfBody, pdfHeaders } from './receipt.ts'

type Deps = {
  receipts: Pick<Receipts, 'readStatement'>
  content: Pick<ContentStore, 'findUserByUid'>
}

/** /api/statements/:year: donations of the signed-in user in a year, as JSON and as a PDF. */
export function statementRoutes({ receipts, content }: Deps) {
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
