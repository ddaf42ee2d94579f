import { Hono } from 'hono'

import { Refused, type Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { Sealing } from '../runtime/sealing.ts'

export const proofPath = '/healthz/proof'

type ProofDeps = { sealing: Pick<Sealing, 'fingerprint'> }

/** Proves to the doctor that this server belongs to its database, without a secret. */
export function proofRoutes({ sealing }: ProofDeps) {
  return new Hono<Env>().get('/:nonce', gate(may.readHealth, noSubject), (c) => {
    const nonce = c.req.param('nonce')
    if (!/^[0-9a-f]{32}$/.test(nonce)) throw new Refused('not-found')
    c.header('cache-control', 'no-store')
    return c.text(toProof(sealing, nonce))
  })
}

export function toProof(sealing: ProofDeps['sealing'], nonce: string): string {
  return sealing.fingerprint('public address', nonce).toString('hex')
}
