import { Hono, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

import { invalid } from '#shared/messages.ts'
import { patternText } from '#shared/text.ts'

import type { Donations } from '../donations/donations.ts'
import { webhookJobs } from '../donations/payment-jobs.ts'
import type { ReceivedWebhook } from '../donations/webhook-inbox.ts'
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

/** Only the fields that name something are read. The provider is asked for everything else. */
const name = patternText(/^[\w.,=-]{1,100}$/, invalid.input)
const eventSchema = z.object({ event: name, data: z.unknown() })
const chargeSchema = z.object({ reference: name })
const refundSchema = z.object({ transaction_reference: name })
const disputeSchema = z.object({ id: z.int().check(z.positive()) })

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
      const { body } = c.var
      await save({ body, ...parseEvent(c.req.header('content-type'), body) })
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

function parseEvent(contentType: string | undefined, body: Uint8Array) {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    throw new Refused('unsupported-media-type')
  const parsed = z.safeParse(eventSchema, parseJson(body))
  if (!parsed.success) throw new Refused('invalid-body')
  const { event, data } = parsed.data
  return { event, reference: getReference(event, data), disputeId: getDisputeId(event, data) }
}

/** Events of refunds name the payment and not the refund. The provider sends no event for a failed or abandoned payment. */
function getReference(event: string, data: unknown): string | null {
  if (event === 'charge.success') return z.safeParse(chargeSchema, data).data?.reference ?? null
  if (!event.startsWith('refund.')) return null
  return z.safeParse(refundSchema, data).data?.transaction_reference ?? null
}

function getDisputeId(event: string, data: unknown): number | null {
  if (!event.startsWith('charge.dispute.')) return null
  return z.safeParse(disputeSchema, data).data?.id ?? null
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refused('invalid-body')
  }
}
