import { Hono } from 'hono'
import { compress } from 'hono/compress'

import { reportSchema } from '#shared/report.ts'
import { reasonSchema } from '#shared/review.ts'

import type { Reports } from '../campaigns/review/reports.ts'
import { jsonBody, type Env } from '../http/context.ts'
import { toUser } from '../policy/actor.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

type ReportRoutesDeps = { content: ContentStore; reports: Reports }

/** POST /api/campaigns/:id/reports: open to visitors. */
export function reportRoutes({ content, reports }: ReportRoutesDeps) {
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

/** /api/reports: reports for reviewers, and what they do about them. */
export function reportReviewRoutes({ content, reports }: ReportRoutesDeps) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) =>
      c.json({ campaigns: await reports.listQueue() }),
    )
    .post('/:id/dismiss', gate(may.reviewCampaign, find), async (c) => {
      await reports.dismiss(c.var.subject, toUser(c.var.actor))
      return c.body(null, 204)
    })
    .post('/:id/freeze', gate(may.reviewCampaign, find), async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      await reports.freeze(c.var.subject, toUser(c.var.actor), reason)
      return c.body(null, 204)
    })
    .post('/:id/unfreeze', gate(may.reviewCampaign, find), async (c) => {
      await reports.unfreeze(c.var.subject, toUser(c.var.actor))
      return c.body(null, 204)
    })
}
