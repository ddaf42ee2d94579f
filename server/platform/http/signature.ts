import type { MiddlewareHandler } from 'hono'

import { visitor, type Actor } from '../policy/actor.ts'
import type { Env } from './context.ts'

export type SignedEnv = { Variables: Env['Variables'] & { body: Uint8Array } }
type Signature = {
  /** The request header that contains it. */
  header: string
  isSigned: (body: Uint8Array, signature: string | undefined) => boolean
}

/** A valid signature over the exact bytes authenticates the sender. Session cookies are ignored. */
export function authenticateSignature(
  sender: Actor,
  { header, isSigned }: Signature,
): MiddlewareHandler<SignedEnv> {
  return async (c, next) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    c.set('actor', isSigned(body, c.req.header(header)) ? sender : visitor)
    c.set('body', body)
    await next()
  }
}
