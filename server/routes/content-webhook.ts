import { Hono } from 'hono'

import { gate, noSubject } from '../platform/http/gate.ts'
import { authenticateSignature, type SignedEnv } from '../platform/http/gate.ts'
import { contentStore } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentWebhook } from '../providers/content/content.ts'

type ContentWebhookDeps = {
  /** Undefined without a hosted store or its secret: then no request is signed. */
  contentWebhook: ContentWebhook | undefined
  now: () => Date
}

const header = 'sanity-webhook-signature'
const deliveryPattern = /^[\w-]{1,100}$/

/**
 * POST /webhooks/sanity: an editor changed something. The content of the body is not used, because pages query what they show. The
 * middleware around the route purges the cached responses. While Sanity is unavailable the answer is 502, and Sanity repeats the
 * report.
 */
export function contentWebhookRoutes({ contentWebhook, now }: ContentWebhookDeps) {
  return new Hono<SignedEnv>().post(
    '/sanity',
    authenticateSignature(contentStore, {
      header,
      isSigned: (body, signature) => contentWebhook?.isSigned(body, signature, now()) === true,
    }),
    gate(may.reportContentChange, noSubject),
    async (c) => {
      const key = c.req.header('idempotency-key') ?? ''
      // Without a usable key the signature names the delivery.
      const delivery = deliveryPattern.test(key) ? key : (c.req.header(header) ?? '')
      await contentWebhook?.receive(delivery)
      return c.body(null, 204)
    },
  )
}
