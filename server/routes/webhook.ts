import { Hono } from 'hono'

import { webhookJobs, readWebhook, type ReceivedWebhook } from '../money/donations/donations.ts'
import { Refused } from '../platform/http/context.ts'
import { gate, noSubject, authenticateSignature, type SignedEnv } from '../platform/http/gate.ts'
import { paymentProvider, contentStore } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { createBatcher } from '../platform/database/batcher.ts'
import type { Services } from '../services.ts'

/** POST /webhooks/paystack: stored before the response, processed afterwards. */
export function webhookRoutes({ donations, payments }: Services) {
  const save = createBatcher(async (received: readonly ReceivedWebhook[]) => {
    await donations.saveWebhooks(received, webhookJobs)
    return received.map(() => true)
  })

  return new Hono<SignedEnv>().post(
    '/paystack',
    authenticateSignature(paymentProvider, {
      header: 'x-paystack-signature',
      isSigned: payments.isSigned,
    }),
    gate(may.receivePayment, noSubject),
    async (c) => {
      await save(parseWebhook(c.req.header('content-type'), c.var.body))
      return c.body(null, 200)
    },
  )
}

function parseWebhook(contentType: string | undefined, body: Uint8Array): ReceivedWebhook {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    throw new Refused('unsupported-media-type')
  const webhook = readWebhook(body)
  if (!webhook) throw new Refused('invalid-body')
  return webhook
}

const header = 'sanity-webhook-signature'
const deliveryPattern = /^[\w-]{1,100}$/

/**
 * POST /webhooks/sanity: an editor changed something. The content of the body is not used, because pages query what they show. The
 * middleware around the route purges the cached responses. While Sanity is unavailable the answer is 502, and Sanity repeats the
 * report.
 */
export function contentWebhookRoutes({ contentWebhook, now }: Services) {
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
