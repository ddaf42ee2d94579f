import { Hono, type MiddlewareHandler } from 'hono'

import type { Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import { contentStore, visitor } from '../policy/actor.ts'
import * as may from '../policy/rules.ts'
import type { ContentWebhook } from '../providers/content/content.ts'

type ContentWebhookDeps = {
  /** Undefined without a hosted store or its secret: then no request is signed. */
  contentWebhook: ContentWebhook | undefined
  now: () => Date
}
type SignedEnv = { Variables: Env['Variables'] & { delivery: string } }

const deliveryPattern = /^[\w-]{1,100}$/

/**
 * POST /webhooks/sanity: an editor changed something. The body is not read further, because what it says is queried when a page needs it.
 * The middleware around the route purges the cached responses. While Sanity is unavailable the answer is 502, and Sanity repeats
 * the report.
 */
export function contentWebhookRoutes({ contentWebhook, now }: ContentWebhookDeps) {
  return new Hono<SignedEnv>().post(
    '/sanity',
    authenticateSignature(contentWebhook, now),
    gate(may.reportContentChange, noSubject),
    async (c) => {
      await contentWebhook?.receive(c.var.delivery)
      return c.body(null, 204)
    },
  )
}

/** A valid signature over the exact bytes authenticates the store. Session cookies are ignored. */
function authenticateSignature(
  webhook: ContentWebhook | undefined,
  now: () => Date,
): MiddlewareHandler<SignedEnv> {
  return async (c, next) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const signature = c.req.header('sanity-webhook-signature')
    const isValid = webhook?.isSigned(body, signature, now()) === true
    c.set('actor', isValid ? contentStore : visitor)
    const key = c.req.header('idempotency-key') ?? ''
    // Without a usable key the signature names the delivery.
    c.set('delivery', deliveryPattern.test(key) ? key : (signature ?? ''))
    await next()
  }
}
