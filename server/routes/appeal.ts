import { Hono } from 'hono'

import { appealFormSchema } from '#shared/moderation.ts'

import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import type { Appeals } from '../staff/moderation/appeals.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

export type CampaignAppealDeps = { content: ContentStore; appeals: Appeals }

/** /api/campaigns/:id: the statement of reasons of the decision in force, and the organiser's appeal. */
export function campaignAppealRoutes({ content, appeals }: CampaignAppealDeps) {
  return new Hono<Env>()
    .get('/:id/decision', gate(may.readDecision, content.findCampaign), async (c) =>
      c.json(await appeals.findDecision(c.var.subject)),
    )
    .post('/:id/appeals', gate(may.appealDecision, content.findCampaign), async (c) => {
      const { text } = await jsonBody(c, appealFormSchema)
      await appeals.file(c.var.subject, toUser(c.var.actor), text)
      return c.body(null, 204)
    })
}
