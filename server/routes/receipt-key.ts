import { Hono } from 'hono'

import { Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { Receipts } from '../money/receipts/receipts.ts'
import { toPublicKeyFormats } from '../money/receipts/signing.ts'

/** /.well-known/ajo-receipt-keys: every public key that has signed receipts, as a JSON Web Key Set and as PEM files. */
export function receiptKeyRoutes({ receipts }: { receipts: Pick<Receipts, 'listKeys'> }) {
  return new Hono<Env>()
    .get('/ajo-receipt-keys', gate(may.readReceiptKeys, noSubject), async (c) => {
      const keys = await receipts.listKeys()
      const common = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' }
      return c.json({
        keys: keys.map(({ keyId, publicKey }) => ({
          kid: keyId,
          ...common,
          x: toPublicKeyFormats(publicKey).x,
        })),
      })
    })
    .get('/ajo-receipt-keys/:id', gate(may.readReceiptKeys, noSubject), async (c) => {
      const keys = await receipts.listKeys()
      const key = keys.find(({ keyId }) => `${keyId}.pem` === c.req.param('id'))
      if (!key) throw new Refused('not-found')
      return c.text(toPublicKeyFormats(key.publicKey).pem, 200, {
        'content-type': 'application/x-pem-file',
      })
    })
}
