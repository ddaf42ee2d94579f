import { Hono } from 'hono'
import * as z from 'zod/mini'

import { acceptEditsSchema, takeBackSchema } from '#shared/campaign-version.ts'

import type { LiveEdits } from '../campaigns/editing/live-edits.ts'
import type { VersionResponses } from '../campaigns/views/version-response.ts'
import { jsonBody, Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'

const numberSchema = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))

/** /api/campaigns/:id/versions: as public as the campaign. */
export function campaignVersionRoutes({
  subjects,
  versionResponses,
}: {
  subjects: CampaignSubjects
  versionResponses: VersionResponses
}) {
  const find = subjects.findPublic
  return new Hono<Env>()
    .get('/:id/versions', gate(may.readCampaign, find), async (c) =>
      c.json({ versions: await versionResponses.toList(c.var.subject) }),
    )
    .get('/:id/versions/:number', gate(may.readCampaign, find), async (c) => {
      const { data: number } = z.safeParse(numberSchema, c.req.param('number'))
      const version =
        number === undefined ? undefined : await versionResponses.find(c.var.subject, number)
      if (!version) throw new Refused('not-found')
      return c.json({ version })
    })
}

/** /api/reviews: edits that went live without review. */
export function liveEditRoutes({
  subjects,
  liveEdits,
}: {
  subjects: CampaignSubjects
  liveEdits: LiveEdits
}) {
  const find = subjects.findReviewed
  return new Hono<Env>()
    .get('/edits', gate(may.listReviews, noSubject), async (c) => {
      const list = await liveEdits.list()
      c.set('readSubjects', { campaignIds: list.edits.map(({ campaign }) => campaign.id) })
      return c.json(list)
    })
    .post('/:id/edits/accept', gate(may.reviewCampaign, find), async (c) => {
      const { number } = await jsonBody(c, acceptEditsSchema)
      await liveEdits.accept(c.var.subject, toUser(c.var.actor), number)
      return c.body(null, 204)
    })
    .post('/:id/edits/take-back', gate(may.reviewCampaign, find), async (c) => {
      const takeBack = await jsonBody(c, takeBackSchema)
      await liveEdits.takeBack(c.var.subject, toUser(c.var.actor), takeBack)
      return c.body(null, 204)
    })
}
