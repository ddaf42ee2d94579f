import { Hono, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

import { Refused, type Env } from '../http/context.ts'
import { inBatches } from '../runtime/batcher.ts'
import { webhookWork } from '../donations/payment-jobs.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReceivedWebhook } from '../donations/webhook-inbox.ts'
import { paymentProvider, visitor } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { Payments } from '../providers/payments/payments.ts'

type Parts = { ledger: Ledger; payments: Pick<Payments, 'isSigned'> }
type Signed = { Variables: Env['Variables'] & { body: Uint8Array } }

/** Only what we act on is looked at. Everything else in it is for the provider's answer to say, when we ask. */
const eventSchema = z.object({ event: z.string().check(z.maxLength(100)), data: z.unknown() })
const reference = z.string().check(z.maxLength(100))
const chargeSchema = z.object({ reference })
const refundSchema = z.object({ transaction_reference: reference })
const disputeSchema = z.object({ id: z.int().check(z.positive()) })

/** POST /webhooks/paystack: kept before we say that we heard it, worked on afterwards. */
export function webhookRoutes({ ledger, payments }: Parts) {
  const keep = inBatches(async (received: readonly ReceivedWebhook[]) => {
    await ledger.keepWebhooks(received, webhookWork)
    return received.map(() => true)
  })

  return new Hono<Signed>().post(
    '/paystack',
    provenBySignature(payments),
    gate(may.receivePayment, nothing),
    async (c) => {
      const { body } = c.var
      const event = eventOf(c.req.header('content-type'), body)
      await keep({ body, ...event })
      return c.body(null, 200)
    },
  )
}

/** Whoever signs these very bytes with the provider's key is the provider; a session's cookie is none of its business. */
function provenBySignature({ isSigned }: Pick<Payments, 'isSigned'>): MiddlewareHandler<Signed> {
  return async (c, next) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const isProven = isSigned(body, c.req.header('x-paystack-signature'))
    c.set('actor', isProven ? paymentProvider : visitor)
    c.set('body', body)
    await next()
  }
}

function eventOf(contentType: string | undefined, body: Uint8Array) {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    throw new Refused('unsupported-media-type')
  const parsed = z.safeParse(eventSchema, jsonOf(body))
  if (!parsed.success) throw new Refused('invalid-body')
  const { event, data } = parsed.data
  return { event, reference: referenceOf(event, data), disputeId: disputeOf(event, data) }
}

/** There is no event for a payment that failed or was left, and those of refunds name no refund but its payment alone. */
function referenceOf(event: string, data: unknown): string | null {
  if (event === 'charge.success') return z.safeParse(chargeSchema, data).data?.reference ?? null
  if (!event.startsWith('refund.')) return null
  return z.safeParse(refundSchema, data).data?.transaction_reference ?? null
}

function disputeOf(event: string, data: unknown): number | null {
  if (!event.startsWith('charge.dispute.')) return null
  return z.safeParse(disputeSchema, data).data?.id ?? null
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refused('invalid-body')
  }
}
