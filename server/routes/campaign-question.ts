import { Hono } from 'hono'
import * as z from 'zod/mini'

import {
  answerQuestionSchema,
  askQuestionSchema,
  campaignQuestionsSchema,
  questionAskedSchema,
} from '#shared/campaign-question.ts'
import { invalid } from '#shared/messages.ts'

import { jsonBody, Refused, type Env } from '../platform/http/context.ts'
import { fieldError } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import type { Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { CampaignQuestions } from '../people/supporters/questions.ts'

type Deps = {
  subjects: CampaignSubjects
  content: Pick<ContentStore, 'findCampaign'>
  campaignQuestions: CampaignQuestions
}

/** /api/campaigns/:id/questions: visitors ask, the organiser reads, answers and reports. */
export function campaignQuestionRoutes({ subjects, content, campaignQuestions }: Deps) {
  return new Hono<Env>()
    .post('/:id/questions', gate(may.askQuestion, subjects.findPublic), async (c) => {
      const form = await jsonBody(c, askQuestionSchema)
      const asker = { ...findAddress(c.var.actor, form.email), language: getLanguage(c) }
      const isSent = await campaignQuestions.ask(c.var.subject, asker, form)
      return c.json(z.parse(questionAskedSchema, { isSent }), 201)
    })
    .get('/:id/questions', gate(may.readQuestions, content.findCampaign), async (c) => {
      const questions = await campaignQuestions.list(c.var.subject.id)
      return c.json(z.parse(campaignQuestionsSchema, { questions }))
    })
    .post(
      '/:id/questions/:question/answer',
      gate(may.answerQuestion, content.findCampaign),
      async (c) => {
        const { answer } = await jsonBody(c, answerQuestionSchema)
        await campaignQuestions.answer(c.var.subject, c.req.param('question'), answer)
        return c.body(null, 204)
      },
    )
    .post(
      '/:id/questions/:question/report',
      gate(may.reportQuestion, content.findCampaign),
      async (c) => {
        if (!(await campaignQuestions.report(c.var.subject, c.req.param('question'))))
          throw new Refused('not-found')
        return c.body(null, 204)
      },
    )
}

/** Of people who are logged in, only the address of the account counts. */
function findAddress(actor: Actor, typed: string | undefined) {
  if (actor.kind === 'user') {
    if (!actor.emailVerified) throw new Refused('verified-email-required')
    return { email: actor.email, isProven: true }
  }
  if (typed === undefined) throw fieldError('email', invalid.donorEmail)
  return { email: typed, isProven: false }
}
