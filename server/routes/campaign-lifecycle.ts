import { Hono } from 'hono'

import { answerSchema, campaignEditSchema } from '#shared/campaign-edit.ts'
import { reasonSchema } from '#shared/review.ts'

import type { CampaignResponses } from '../campaigns/views/campaign-response.ts'
import type { HistoryResponses } from '../campaigns/views/history-response.ts'
import type { EditHistory } from '../campaigns/editing/edit-history.ts'
import type { Edits } from '../campaigns/editing/edits.ts'
import type { Endings } from '../campaigns/lifecycle/endings.ts'
import { jsonBody, Refused, type Env } from '../http/context.ts'
import { toUser } from '../policy/actor.ts'
import { gate } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

type LifecycleRoutesDeps = {
  content: ContentStore
  responses: CampaignResponses
  edits: Edits
  endings: Endings
  historyResponses: HistoryResponses
  editHistory: EditHistory
}

/** /api/campaigns/:id: edits, answers to reviewers, endings and histories. */
export function campaignLifecycleRoutes({
  content,
  responses,
  edits,
  endings,
  historyResponses,
  editHistory,
}: LifecycleRoutesDeps) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/history', gate(may.readHistory, find), async (c) =>
      c.json(await historyResponses.toHistory(c.var.subject, toUser(c.var.actor))),
    )
    .get('/:id/edits', gate(may.readCampaign, find), async (c) =>
      c.json({ edits: await editHistory.list(c.var.subject.id) }),
    )
    .get('/:id/form', gate(may.readCampaignForm, find), async (c) =>
      c.json(await edits.getForm(c.var.subject)),
    )
    .put('/:id', gate(may.editCampaign, find), async (c) => {
      const edit = await jsonBody(c, campaignEditSchema)
      const { id } = c.var.subject
      await edits.save(c.var.subject, toUser(c.var.actor), edit)
      const campaign = await content.findCampaign(id)
      if (!campaign) throw new Refused('not-found')
      return c.json({ campaign: await responses.toDetail(campaign, c.var.actor) })
    })
    .post('/:id/answer', gate(may.editCampaign, find), async (c) => {
      const { answer } = await jsonBody(c, answerSchema)
      await edits.answer(c.var.subject, toUser(c.var.actor), answer)
      return c.body(null, 204)
    })
    .post('/:id/end', gate(may.endCampaign, find), async (c) => {
      await endings.end(c.var.subject, toUser(c.var.actor))
      return c.body(null, 204)
    })
    .post('/:id/cancel', gate(may.cancelCampaign, find), async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      await endings.cancel(c.var.subject, toUser(c.var.actor), reason)
      return c.body(null, 204)
    })
}
