import { Hono } from 'hono'

import { Refused, type Env } from '../http/context.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { gate } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { spacedCode } from '../receipts/receipt-number.ts'
import { receiptPdf } from '../receipts/receipt-pdf.ts'
import type { Receipts } from '../receipts/receipts.ts'

type Parts = {
  ledger: Pick<Ledger, 'findReceipt' | 'confirmReceipt'>
  receipts: Receipts
  config: { publicUrl: string }
}

/** /api/donations/:id: by the code that only the donor was given, or by the provider's reference for whoever gave it. */
export function receiptRoutes({ ledger, receipts, config }: Parts) {
  const find = (id: string) => ledger.findReceipt(id)
  return new Hono<Env>()
    .get('/:id', gate(may.readReceipt, find), async (c) => {
      const confirmed = await ledger.confirmReceipt(c.var.subject)
      const issued = await receipts.findReceipt(c.var.subject)
      if (!issued) return c.json(confirmed)
      const { number, code } = issued.facts
      return c.json({ ...confirmed, document: { number, code: spacedCode(code) } })
    })
    .get('/:id/receipt.pdf', gate(may.readReceipt, find), async (c) => {
      const issued = await receipts.findReceipt(c.var.subject)
      if (!issued) throw new Refused('not-found')
      const { number, code } = issued.facts
      const checkUrl = new URL(`/verify/${spacedCode(code)}`, config.publicUrl).href
      c.header('content-disposition', `attachment; filename="ajo-receipt-${number}.pdf"`)
      return c.body(await pdfBody(receiptPdf(issued, checkUrl)), 200, pdfHeaders)
    })
    .post('/:id/receipt-mail', gate(may.resendReceipt, find), async (c) => {
      const resent = await receipts.resendReceipt(c.var.subject)
      if (resent === 'missing') throw new Refused('not-found')
      if (resent === 'too-often') throw new Refused('too-many-requests')
      return c.body(null, 204)
    })
}

/** Personal, and as it stands now: nobody in between keeps it. */
export const pdfHeaders = { 'content-type': 'application/pdf', 'cache-control': 'no-store' }

export async function pdfBody(made: Promise<Buffer>): Promise<ArrayBuffer> {
  return new Uint8Array(await made).buffer
}
