import { Hono } from 'hono'

import { Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { Receipts } from '../money/receipts/receipts.ts'

/** /api/verify/:id, where the id is the verification code: the receipt's facts, and what was signed, byte for byte. */
export function verifyRoutes({ receipts }: { receipts: Pick<Receipts, 'verifyReceipt'> }) {
  const verified = gate(may.verifyReceipt, (code) => receipts.verifyReceipt(code))
  return new Hono<Env>()
    .get('/:id', verified, (c) => c.json(c.var.subject))
    .get('/:id/receipt.tlog-proof', verified, (c) => {
      const { logged } = c.var.subject
      if (!logged) throw new Refused('not-found')
      return c.text(logged.proof)
    })
    .get('/:id/receipt.txt', verified, (c) => c.text(c.var.subject.signed.text))
    .get('/:id/receipt.sig', verified, (c) =>
      c.body(Buffer.from(c.var.subject.signed.signature, 'base64'), 200, {
        'content-type': 'application/octet-stream',
      }),
    )
}
