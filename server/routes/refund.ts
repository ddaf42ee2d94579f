import { Hono } from 'hono'
import * as z from 'zod/mini'

import { refundResponseSchema, refundSchema } from '#shared/refund.ts'

import { jsonBody, parseInput, Refused, type Env } from '../http/context.ts'
import { gate } from '../http/gate.ts'
import { idempotencyKeySchema } from '../http/idempotency.ts'
import type { Actor } from '../policy/actor.ts'
import * as may from '../policy/rules.ts'
import type { RefundRequest } from '../refunds/refund-request.ts'
import type { RefundableDonation, RefundOutcome, Refunds } from '../refunds/refunds.ts'

/** POST /api/donations/:id/refund, where the id is that of the donation or its access code. */
export function refundRoutes({ refunds }: { refunds: Refunds }) {
  const find = (id: string) => refunds.findRefundableDonation(id)
  return new Hono<Env>().post('/:id/refund', gate(may.refundDonation, find), async (c) => {
    const { 'idempotency-key': idempotencyKey } = parseInput(idempotencyKeySchema, c.req.header())
    const form = await jsonBody(c, refundSchema)
    const { actor, subject } = c.var
    const donation = { campaignId: subject.campaignId, id: subject.id }
    const by = toRequester(actor, subject)
    const outcome = await refunds.requestRefund({ donation, form, idempotencyKey, by })
    const request = z.parse(refundResponseSchema, getRequest(outcome))
    return c.json(request, request.state === 'waiting' ? 202 : 201)
  })
}

function toRequester(actor: Actor, { ownerUid }: RefundableDonation): RefundRequest['by'] {
  if (actor.kind !== 'user' || !actor.emailVerified) return { role: 'donor', uid: null }
  const { uid, roles } = actor
  if (uid === ownerUid) return { role: 'owner', uid }
  return { role: roles.includes('admin') ? 'admin' : 'donor', uid }
}

function getRequest(outcome: RefundOutcome) {
  switch (outcome.kind) {
    case 'requested':
      return outcome.request
    case 'closed':
      throw new Refused('refund-closed')
    case 'too-large':
      throw new Refused('refund-too-large')
    case 'refused':
      throw new Refused('refund-refused', outcome.message ? { message: outcome.message } : {})
  }
}
