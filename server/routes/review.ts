import { Hono } from 'hono'
import { compress } from 'hono/compress'

import { approvalSchema, decisionSchema, reasonSchema } from '#shared/review.ts'

import type { Decisions } from '../campaigns/review/decisions.ts'
import type { Reviews } from '../campaigns/review/reviews.ts'
import { jsonBody, type Env } from '../http/context.ts'
import { toUser } from '../policy/actor.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

type ReviewRoutesDeps = { content: ContentStore; reviews: Reviews; decisions: Decisions }

/** /api/reviews: the reviewers' queue and their decisions. */
export function reviewRoutes({ content, reviews, decisions }: ReviewRoutesDeps) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) =>
      c.json({ items: await reviews.listQueue(toUser(c.var.actor)) }),
    )
    .post('/:id/approve', gate(may.reviewCampaign, find), async (c) => {
      const { version } = await jsonBody(c, approvalSchema)
      await decisions.decide(c.var.subject, toUser(c.var.actor), { event: 'approve', version })
      return c.body(null, 204)
    })
    .post('/:id/ask', gate(may.reviewCampaign, find), async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      await decisions.decide(c.var.subject, toUser(c.var.actor), { event: 'ask', reason })
      return c.body(null, 204)
    })
    .post('/:id/reject', gate(may.reviewCampaign, find), async (c) => {
      const { ground, reason } = await jsonBody(c, decisionSchema)
      const decision = { event: 'reject', ground, reason } as const
      await decisions.decide(c.var.subject, toUser(c.var.actor), decision)
      return c.body(null, 204)
    })
}
