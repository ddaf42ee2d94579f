import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { appealsSchema, casesSchema, takedownFormSchema } from '#shared/moderation.ts'
import { reasonSchema } from '#shared/review.ts'

import { jsonBody, parseInput, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import type { AppealQueue, Appeals } from '../staff/moderation/appeals.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import type { CaseDecisions } from '../staff/moderation/case-decisions.ts'
import { caseFilterSchema, pageSchema, type Cases } from '../staff/moderation/cases.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { campaignAppealRoutes, type CampaignAppealDeps } from './appeal.ts'
import { yearlyFiguresRoutes, type YearlyFiguresDeps } from './yearly-figures.ts'

type Deps = CaseRoutesDeps & AppealRoutesDeps & CampaignAppealDeps & YearlyFiguresDeps

/** Below /api: cases of reports, appeals, statements of reasons and the yearly figures. */
export function moderationRoutes(deps: Deps) {
  return new Hono<Env>()
    .route('/cases', caseRoutes(deps))
    .route('/appeals', appealRoutes(deps))
    .route('/campaigns', campaignAppealRoutes(deps))
    .route('/transparency', yearlyFiguresRoutes(deps))
}

type CaseRoutesDeps = {
  subjects: CampaignSubjects
  cases: Cases
  caseDecisions: CaseDecisions
  now: () => Date
}

/** /api/cases: reported campaigns for reviewers, and what they decide about them. */
function caseRoutes({ subjects, cases, caseDecisions, now }: CaseRoutesDeps) {
  const moderated = gate(may.moderateCampaign, subjects.findCase)
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) => {
      const filter = parseInput(caseFilterSchema, withoutEmpty(c.req.query()))
      const page = await cases.listPage(toUser(c.var.actor), filter, now())
      c.set('readSubjects', { campaignIds: page.cases.map(({ campaignId }) => campaignId) })
      return c.json(z.parse(casesSchema, page))
    })
    .get('/:id/reports', compress(), gate(may.readReports, subjects.findCase), async (c) => {
      const { after } = parseInput(pageSchema, withoutEmpty(c.req.query()))
      c.set('readSubjects', { campaignIds: [c.var.subject.campaignId] })
      return c.json(await cases.listReports(c.var.subject, after))
    })
    .post('/:id/assign', moderated, async (c) => {
      await cases.assign(c.var.subject, toUser(c.var.actor).uid)
      return c.body(null, 204)
    })
    .post('/:id/release', moderated, async (c) => {
      await cases.assign(c.var.subject, null)
      return c.body(null, 204)
    })
    .post('/:id/dismiss', moderated, async (c) => {
      await caseDecisions.dismiss(c.var.subject, toUser(c.var.actor))
      return c.body(null, 204)
    })
    .post('/:id/freeze', moderated, async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      await caseDecisions.freeze(c.var.subject, toUser(c.var.actor), reason)
      return c.body(null, 204)
    })
    .post('/:id/unfreeze', moderated, async (c) => {
      await caseDecisions.unfreeze(c.var.subject, toUser(c.var.actor))
      return c.body(null, 204)
    })
    .post('/:id/takedown', moderated, async (c) => {
      const form = await jsonBody(c, takedownFormSchema)
      await caseDecisions.takedown(c.var.subject, toUser(c.var.actor), form)
      return c.body(null, 204)
    })
    .post('/:id/restore', moderated, async (c) => {
      await caseDecisions.restore(c.var.subject, toUser(c.var.actor))
      return c.body(null, 204)
    })
}

type AppealRoutesDeps = { subjects: CampaignSubjects; appeals: Appeals; appealQueue: AppealQueue }

/** /api/appeals: appeals of organisers for reviewers who took no part in the decision. */
function appealRoutes({ subjects, appeals, appealQueue }: AppealRoutesDeps) {
  const decided = gate(may.decideAppeal, subjects.findAppeal)
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) => {
      const { after } = parseInput(pageSchema, withoutEmpty(c.req.query()))
      const page = await appealQueue.listPage(toUser(c.var.actor), after)
      c.set('readSubjects', { campaignIds: page.appeals.map(({ campaignId }) => campaignId) })
      return c.json(z.parse(appealsSchema, page))
    })
    .post('/:id/uphold', decided, async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      await appeals.uphold(c.var.subject, toUser(c.var.actor), reason)
      return c.body(null, 204)
    })
    .post('/:id/overturn', decided, async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      await appeals.overturn(c.var.subject, toUser(c.var.actor), reason)
      return c.body(null, 204)
    })
}

/** Form fields that were left empty are no filters. */
function withoutEmpty(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
