import { Hono } from 'hono'

import type { Env } from '../http/context.ts'
import { gate } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { Receipts } from '../receipts/receipts.ts'

/** /api/verify/:id: what stands on a receipt, for whoever holds it, and what was signed, byte for byte. */
export function verifyRoutes({ receipts }: { receipts: Pick<Receipts, 'verifyReceipt'> }) {
  const held = gate(may.verifyReceipt, (typed) => receipts.verifyReceipt(typed))
  return new Hono<Env>()
    .get('/:id', held, (c) => c.json(c.var.subject))
    .get('/:id/receipt.txt', held, (c) => c.text(c.var.subject.signed.text))
    .get('/:id/receipt.sig', held, (c) =>
      c.body(Buffer.from(c.var.subject.signed.signature, 'base64'), 200, {
        'content-type': 'application/octet-stream',
      }),
    )
}
