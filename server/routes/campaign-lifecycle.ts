import { Hono } from 'hono'

import { answerSchema, campaignEditSchema } from '#shared/campaign-edit.ts'
import { rejectionSchema } from '#shared/review.ts'

import type { CampaignAnswers } from '../campaigns/views/campaign-response.ts'
import type { CampaignPasts } from '../campaigns/views/campaign-past.ts'
import type { EditHistory } from '../campaigns/editing/edit-history.ts'
import type { Edits } from '../campaigns/editing/edits.ts'
import type { Endings } from '../campaigns/lifecycle/endings.ts'
import { jsonBody, Refused, type Env } from '../http/context.ts'
import { signedIn } from '../policy/actor.ts'
import { gate } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

type Parts = {
  content: ContentStore
  answers: CampaignAnswers
  edits: Edits
  endings: Endings
  pasts: CampaignPasts
  editHistory: EditHistory
}

/** /api/campaigns/:id and below: what becomes of a campaign once it is there. */
export function campaignCourseRoutes(parts: Parts) {
  const { content, answers, edits, endings } = parts
  const find = content.findCampaign
  return new Hono<Env>()
    .route('/', pastRoutes(parts))
    .get('/:id/form', gate(may.editCampaign, find), async (c) =>
      c.json(await edits.formOf(c.var.subject)),
    )
    .put('/:id', gate(may.editCampaign, find), async (c) => {
      const edit = await jsonBody(c, campaignEditSchema)
      const { id } = c.var.subject
      await edits.save(c.var.subject, signedIn(c.var.actor), edit)
      const campaign = await content.findCampaign(id)
      if (!campaign) throw new Refused('not-found')
      return c.json({ campaign: await answers.detailOf(campaign, c.var.actor) })
    })
    .post('/:id/answer', gate(may.editCampaign, find), async (c) => {
      const { answer } = await jsonBody(c, answerSchema)
      await edits.answer(c.var.subject, signedIn(c.var.actor), answer)
      return c.body(null, 204)
    })
    .post('/:id/end', gate(may.endCampaign, find), async (c) => {
      await endings.end(c.var.subject, signedIn(c.var.actor))
      return c.body(null, 204)
    })
    .post('/:id/cancel', gate(may.cancelCampaign, find), async (c) => {
      const { reason } = await jsonBody(c, rejectionSchema)
      await endings.cancel(c.var.subject, signedIn(c.var.actor), reason)
      return c.body(null, 204)
    })
}

function pastRoutes({ content, pasts, editHistory }: Parts) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/history', gate(may.readHistory, find), async (c) =>
      c.json(await pasts.of(c.var.subject, signedIn(c.var.actor))),
    )
    .get('/:id/edits', gate(may.readCampaign, find), async (c) =>
      c.json({ edits: await editHistory.list(c.var.subject.id) }),
    )
}
