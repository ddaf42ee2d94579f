import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import {
  appealsSchema,
  casesSchema,
  takedownFormSchema,
  yearlyFiguresSchema,
  appealFormSchema,
} from '#shared/moderation.ts'
import {
  reasonSchema,
  approvalSchema,
  rejectionSchema,
  reviewQueueQuerySchema,
} from '#shared/review.ts'
import { reportSchema } from '#shared/report.ts'

import { jsonBody, parseInput, type Env, done } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { changeEach, parseListQuery } from '../platform/lists/list-page.ts'
import { caseFilterSchema, pageSchema } from '../staff/moderation/cases.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { Services } from '../services.ts'
import { getQuery } from './campaign.ts'

/** Below /api: cases of reports, appeals, statements of reasons and the yearly figures. */
export function moderationRoutes(services: Services) {
  const { subjects, cases, caseDecisions, appeals, appealQueue, yearlyFigures, content, now } =
    services
  const moderated = gate(may.moderateCampaign, subjects.findCase)
  const decided = gate(may.decideAppeal, subjects.findAppeal)
  const findModerated = async (id: string, actor: Actor) => {
    const found = await subjects.findCase(id, actor)
    return found && isAllowed(may.moderateCampaign, actor, found) ? found : undefined
  }
  return (
    new Hono<Env>()
      // /api/cases: reported campaigns for reviewers, and what they decide about them.

      .get('/cases', compress(), gate(may.listReviews, noSubject), async (c) => {
        const filter = parseInput(caseFilterSchema, getQuery(c))
        const page = await cases.listPage(toUser(c.var.actor), filter, now())
        c.set('readSubjects', { campaignIds: page.cases.map(({ campaignId }) => campaignId) })
        return c.json(z.parse(casesSchema, page))
      })
      .get(
        '/cases/:id/reports',
        compress(),
        gate(may.readReports, subjects.findCase),
        async (c) => {
          const { after } = parseInput(pageSchema, getQuery(c))
          c.set('readSubjects', { campaignIds: [c.var.subject.campaignId] })
          return c.json(await cases.listReports(c.var.subject, after))
        },
      )
      .post('/cases/assign', gate(may.changeEachCase, noSubject), async (c) => {
        const { actor } = c.var
        const { uid } = toUser(actor)
        return c.json(
          await changeEach(c, async (id) => {
            const found = await findModerated(id, actor)
            if (found) await cases.assign(found, uid)
            return found !== undefined
          }),
        )
      })
      .post('/cases/dismiss', gate(may.changeEachCase, noSubject), async (c) => {
        const { actor } = c.var
        const reviewer = toUser(actor)
        return c.json(
          await changeEach(c, async (id, reason) => {
            const found = await findModerated(id, actor)
            if (found) await caseDecisions.dismiss(found, reviewer, reason)
            return found !== undefined
          }),
        )
      })
      .post('/cases/:id/assign', moderated, (c) =>
        done(c, cases.assign(c.var.subject, toUser(c.var.actor).uid)),
      )
      .post('/cases/:id/release', moderated, (c) => done(c, cases.assign(c.var.subject, null)))
      .post('/cases/:id/dismiss', moderated, (c) =>
        done(c, caseDecisions.dismiss(c.var.subject, toUser(c.var.actor))),
      )
      .post('/cases/:id/freeze', moderated, async (c) => {
        const { reason } = await jsonBody(c, reasonSchema)
        return done(c, caseDecisions.freeze(c.var.subject, toUser(c.var.actor), reason))
      })
      .post('/cases/:id/unfreeze', moderated, (c) =>
        done(c, caseDecisions.unfreeze(c.var.subject, toUser(c.var.actor))),
      )
      .post('/cases/:id/takedown', moderated, async (c) => {
        const form = await jsonBody(c, takedownFormSchema)
        return done(c, caseDecisions.takedown(c.var.subject, toUser(c.var.actor), form))
      })
      .post('/cases/:id/restore', moderated, (c) =>
        done(c, caseDecisions.restore(c.var.subject, toUser(c.var.actor))),
      )
      // /api/appeals: appeals of organisers for reviewers who took no part in the decision.

      .get('/appeals', compress(), gate(may.listReviews, noSubject), async (c) => {
        const page = await appealQueue.listPage(toUser(c.var.actor), parseListQuery(c))
        c.set('readSubjects', { campaignIds: page.appeals.map(({ campaignId }) => campaignId) })
        return c.json(z.parse(appealsSchema, page))
      })
      .post('/appeals/:id/uphold', decided, async (c) => {
        const { reason } = await jsonBody(c, reasonSchema)
        return done(c, appeals.uphold(c.var.subject, toUser(c.var.actor), reason))
      })
      .post('/appeals/:id/overturn', decided, async (c) => {
        const { reason } = await jsonBody(c, reasonSchema)
        return done(c, appeals.overturn(c.var.subject, toUser(c.var.actor), reason))
      })
      // /api/campaigns/:id: the statement of reasons of the decision in force, and the organiser's appeal.

      .get('/campaigns/:id/decision', gate(may.readDecision, content.findCampaign), async (c) =>
        c.json(await appeals.findDecision(c.var.subject)),
      )
      .post('/campaigns/:id/appeals', gate(may.appealDecision, content.findCampaign), async (c) => {
        const { text } = await jsonBody(c, appealFormSchema)
        return done(c, appeals.file(c.var.subject, toUser(c.var.actor), text))
      })
      // GET /api/transparency: what was decided in each year, for everyone.
      .get('/transparency', gate(may.readYearlyFigures, noSubject), async (c) =>
        c.json(z.parse(yearlyFiguresSchema, { years: await yearlyFigures.read() })),
      )
  )
}

/** POST /api/campaigns/:id/reports: open to visitors. Answers the reference of the report. */
export function reportRoutes({ subjects, reports }: Services) {
  return new Hono<Env>().post(
    '/:id/reports',
    gate(may.reportCampaign, subjects.findPublic),
    async (c) => {
      const report = await jsonBody(c, reportSchema)
      const { actor, subject } = c.var
      const uid = actor.kind === 'user' ? actor.uid : null
      const reference = await reports.file(subject, { uid, language: getLanguage(c) }, report)
      return c.json({ reference }, 201)
    },
  )
}

/** /api/reviews: the reviewers' queue and their decisions. */
export function reviewRoutes({ subjects, reviews, decisions, scheduledDecisions }: Services) {
  const find = subjects.findReviewed
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) => {
      const query = parseInput(reviewQueueQuerySchema, c.req.query())
      const queue = await reviews.listQueue(toUser(c.var.actor), query)
      const campaignIds = new Set([
        ...queue.rows.map(({ id }) => id),
        ...queue.items.map(({ campaign }) => campaign.id),
      ])
      c.set('readSubjects', { campaignIds: [...campaignIds] })
      return c.json(queue)
    })
    .post('/:id/approve', gate(may.reviewCampaign, find), async (c) => {
      const approval = await jsonBody(c, approvalSchema)
      const decision = { event: 'approve', ...approval } as const
      return done(c, scheduledDecisions.decide(c.var.subject, toUser(c.var.actor), decision))
    })
    .post('/:id/ask', gate(may.reviewCampaign, find), async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      return done(c, decisions.decide(c.var.subject, toUser(c.var.actor), { event: 'ask', reason }))
    })
    .post('/:id/reject', gate(may.reviewCampaign, find), async (c) => {
      const rejection = await jsonBody(c, rejectionSchema)
      const decision = { event: 'reject', ...rejection } as const
      return done(c, scheduledDecisions.decide(c.var.subject, toUser(c.var.actor), decision))
    })
    .post('/:id/undo', gate(may.undoDecision, find), (c) =>
      done(c, scheduledDecisions.undo(c.var.subject, toUser(c.var.actor))),
    )
}
