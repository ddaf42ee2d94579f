import { Hono, type MiddlewareHandler } from 'hono'

import type { Donations } from '../donations/donations.ts'
import { webhookJobs } from '../donations/payment-jobs.ts'
import { readWebhook, type ReceivedWebhook } from '../donations/read-webhook.ts'
import { Refused, type Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import { paymentProvider, visitor } from '../policy/actor.ts'
import * as may from '../policy/rules.ts'
import type { Payments } from '../providers/payments/payments.ts'
import { createBatcher } from '../database/batcher.ts'

type WebhookRouteDeps = {
  donations: Pick<Donations, 'saveWebhooks'>
  payments: Pick<Payments, 'isSigned'>
}
type SignedEnv = { Variables: Env['Variables'] & { body: Uint8Array } }

/** POST /webhooks/paystack: stored before the response, processed afterwards. */
export function webhookRoutes({ donations, payments }: WebhookRouteDeps) {
  const save = createBatcher(async (received: readonly ReceivedWebhook[]) => {
    await donations.saveWebhooks(received, webhookJobs)
    return received.map(() => true)
  })

  return new Hono<SignedEnv>().post(
    '/paystack',
    authenticateSignature(payments),
    gate(may.receivePayment, noSubject),
    async (c) => {
      await save(parseWebhook(c.req.header('content-type'), c.var.body))
      return c.body(null, 200)
    },
  )
}

/** A valid signature over the exact bytes authenticates the provider. Session cookies are ignored. */
function authenticateSignature({
  isSigned,
}: Pick<Payments, 'isSigned'>): MiddlewareHandler<SignedEnv> {
  return async (c, next) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const isValid = isSigned(body, c.req.header('x-paystack-signature'))
    c.set('actor', isValid ? paymentProvider : visitor)
    c.set('body', body)
    await next()
  }
}

function parseWebhook(contentType: string | undefined, body: Uint8Array): ReceivedWebhook {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    throw new Refused('unsupported-media-type')
  const webhook = readWebhook(body)
  if (!webhook) throw new Refused('invalid-body')
  return webhook
}
