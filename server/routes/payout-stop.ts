import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { stopReleaseSchema, stoppedCampaignsSchema } from '#shared/payout-stop.ts'

import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import type { StopReleases } from '../money/payouts/payout-stops.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'

type Deps = { subjects: CampaignSubjects; stopReleases: StopReleases }

/** /api/payout-stops: campaigns whose payouts wait for a reviewer. The id is that of the campaign. */
export function payoutStopRoutes({ subjects, stopReleases }: Deps) {
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) => {
      const campaigns = await stopReleases.list(toUser(c.var.actor))
      c.set('readSubjects', { campaignIds: campaigns.map(({ campaignId }) => campaignId) })
      return c.json(z.parse(stoppedCampaignsSchema, { campaigns }))
    })
    .post('/:id/release', gate(may.releasePayouts, subjects.findReviewed), async (c) => {
      const release = await jsonBody(c, stopReleaseSchema)
      await stopReleases.release(c.var.subject, toUser(c.var.actor), release)
      return c.body(null, 204)
    })
}
