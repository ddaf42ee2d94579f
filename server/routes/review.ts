import { Hono } from 'hono'

import { rejectionSchema } from '#shared/review.ts'

import type { Reviews } from '../campaigns/reviews.ts'
import { jsonBody, type Env } from '../http.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

/** /api/reviews: the reviewers' desk. */
export function reviewRoutes({ content, reviews }: { content: ContentStore; reviews: Reviews }) {
  return new Hono<Env>()
    .get('/', gate(may.listReviews, nothing), async (c) =>
      c.json({ items: await reviews.queue(signedIn(c.var.actor)) }),
    )
    .post('/:id/approve', gate(may.reviewCampaign, content.findCampaign), async (c) => {
      await reviews.decide(c.var.subject, signedIn(c.var.actor), { to: 'approved' })
      return c.body(null, 204)
    })
    .post('/:id/reject', gate(may.reviewCampaign, content.findCampaign), async (c) => {
      const { reason } = await jsonBody(c, rejectionSchema)
      await reviews.decide(c.var.subject, signedIn(c.var.actor), { to: 'rejected', reason })
      return c.body(null, 204)
    })
}
