import { Hono } from 'hono'

import type { Donations } from '../donations/donations.ts'
import { webhookJobs } from '../donations/payment-jobs.ts'
import { readWebhook, type ReceivedWebhook } from '../donations/read-webhook.ts'
import { Refused } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import { authenticateSignature, type SignedEnv } from '../http/signature.ts'
import { paymentProvider } from '../policy/actor.ts'
import * as may from '../policy/rules.ts'
import type { Payments } from '../providers/payments/payments.ts'
import { createBatcher } from '../database/batcher.ts'

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
