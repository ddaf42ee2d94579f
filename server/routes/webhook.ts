import { Hono } from 'hono'

import type { Donations } from '../money/donations/donations.ts'
import { webhookJobs } from '../money/donations/payment-jobs.ts'
import { readWebhook, type ReceivedWebhook } from '../money/donations/webhook-inbox.ts'
import { Refused } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { authenticateSignature, type SignedEnv } from '../platform/http/gate.ts'
import { paymentProvider } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { Payments } from '../providers/payments/payments.ts'
import { createBatcher } from '../platform/database/batcher.ts'

type WebhookRouteDeps = {
  donations: Pick<Donations, 'saveWebhooks'>
  payments: Pick<Payments, 'isSigned'>
}

/** POST /webhooks/paystack: stored before the response, processed afterwards. */
export function webhookRoutes({ donations, payments }: WebhookRouteDeps) {
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
