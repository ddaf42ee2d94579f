import { Hono } from 'hono'
import { compress } from 'hono/compress'

import { reportSchema } from '#shared/report.ts'
import { rejectionSchema } from '#shared/review.ts'

import type { Reports } from '../campaigns/review/reports.ts'
import { jsonBody, type Env } from '../http/context.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

type Parts = { content: ContentStore; reports: Reports }

/** POST /api/campaigns/:id/reports: from anybody. */
export function reportRoutes({ content, reports }: Parts) {
  return new Hono<Env>().post(
    '/:id/reports',
    gate(may.reportCampaign, content.findCampaign),
    async (c) => {
      const report = await jsonBody(c, reportSchema)
      const { actor, subject } = c.var
      await reports.add(subject, actor.kind === 'user' ? actor.uid : null, report)
      return c.body(null, 204)
    },
  )
}

/** /api/reports: what the desk does about them. */
export function reportDeskRoutes({ content, reports }: Parts) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, nothing), async (c) =>
      c.json({ campaigns: await reports.queue() }),
    )
    .post('/:id/settle', gate(may.reviewCampaign, find), async (c) => {
      await reports.settle(c.var.subject, signedIn(c.var.actor))
      return c.body(null, 204)
    })
    .post('/:id/freeze', gate(may.reviewCampaign, find), async (c) => {
      const { reason } = await jsonBody(c, rejectionSchema)
      await reports.freeze(c.var.subject, signedIn(c.var.actor), reason)
      return c.body(null, 204)
    })
    .post('/:id/unfreeze', gate(may.reviewCampaign, find), async (c) => {
      await reports.unfreeze(c.var.subject, signedIn(c.var.actor))
      return c.body(null, 204)
    })
}
