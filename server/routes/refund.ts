import { Hono } from 'hono'
import * as z from 'zod/mini'

import { refundAnswerSchema, refundSchema } from '#shared/refund.ts'

import { jsonBody, parsed, Refused, type Env } from '../http/context.ts'
import type { Refundable, RefundOutcome, Refunds } from '../refunds/refunds.ts'
import type { RefundRequest } from '../refunds/refund-request.ts'
import type { Actor } from '../policy/actor.ts'
import { gate } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { idempotencyKeySchema } from './donation.ts'

/** POST /api/donations/:id/refund: by the number of a donation, or by the code of its receipt. */
export function refundRoutes({ refunds }: { refunds: Refunds }) {
  const find = (id: string) => refunds.findRefundable(id)
  return new Hono<Env>().post('/:id/refund', gate(may.refundDonation, find), async (c) => {
    const { 'idempotency-key': key } = parsed(idempotencyKeySchema, c.req.header())
    const form = await jsonBody(c, refundSchema)
    const { actor, subject } = c.var
    const donation = { campaignId: subject.campaignId, id: subject.id }
    const outcome = await refunds.requestRefund({
      donation,
      form,
      key,
      by: askerOf(actor, subject),
    })
    const answer = z.parse(refundAnswerSchema, requestOf(outcome))
    return c.json(answer, answer.state === 'waiting' ? 202 : 201)
  })
}

function askerOf(actor: Actor, { ownerUid }: Refundable): RefundRequest['by'] {
  if (actor.kind !== 'user' || !actor.emailVerified) return { role: 'donor', uid: null }
  const { uid, roles } = actor
  if (uid === ownerUid) return { role: 'owner', uid }
  return { role: roles.includes('admin') ? 'admin' : 'donor', uid }
}

function requestOf(outcome: RefundOutcome) {
  switch (outcome.kind) {
    case 'asked':
      return outcome.request
    case 'mismatch':
      throw new Refused('idempotency-mismatch')
    case 'closed':
      throw new Refused('refund-closed')
    case 'too-much':
      throw new Refused('refund-too-much')
    case 'refused':
      throw new Refused('refund-refused', outcome.message ? { message: outcome.message } : {})
  }
}
