import { Hono } from 'hono'
import { compress } from 'hono/compress'

import {
  approvalSchema,
  reasonSchema,
  rejectionSchema,
  reviewQueueQuerySchema,
} from '#shared/review.ts'

import { jsonBody, parseInput, type Env } from '../platform/http/context.ts'
import { toUser } from '../platform/policy/actor.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { Services } from '../services.ts'

/** /api/reviews: the reviewers' queue and their decisions. */
export function reviewRoutes({ subjects, reviews, decisions, scheduledDecisions }: Services) {
  const find = subjects.findReviewed
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) => {
      const query = parseInput(reviewQueueQuerySchema, c.req.query())
      const queue = await reviews.listQueue(toUser(c.var.actor), query)
      const campaignIds = new Set([
        ...queue.rows.map(({ id }) => id),
        ...queue.items.map(({ campaign }) => campaign.id),
      ])
      c.set('readSubjects', { campaignIds: [...campaignIds] })
      return c.json(queue)
    })
    .post('/:id/approve', gate(may.reviewCampaign, find), async (c) => {
      const approval = await jsonBody(c, approvalSchema)
      const decision = { event: 'approve', ...approval } as const
      await scheduledDecisions.decide(c.var.subject, toUser(c.var.actor), decision)
      return c.body(null, 204)
    })
    .post('/:id/ask', gate(may.reviewCampaign, find), async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      await decisions.decide(c.var.subject, toUser(c.var.actor), { event: 'ask', reason })
      return c.body(null, 204)
    })
    .post('/:id/reject', gate(may.reviewCampaign, find), async (c) => {
      const rejection = await jsonBody(c, rejectionSchema)
      const decision = { event: 'reject', ...rejection } as const
      await scheduledDecisions.decide(c.var.subject, toUser(c.var.actor), decision)
      return c.body(null, 204)
    })
    .post('/:id/undo', gate(may.undoDecision, find), async (c) => {
      await scheduledDecisions.undo(c.var.subject, toUser(c.var.actor))
      return c.body(null, 204)
    })
}
