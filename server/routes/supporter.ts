import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { invalid } from '#shared/text/invalid.ts'
import { replySchema, supporterOrders, supportersSchema } from '#shared/supporter.ts'
import { oneLine } from '#shared/text.ts'
import { campaignWebhookSchema, webhookFormSchema } from '#shared/campaign-webhook.ts'
import {
  answerQuestionSchema,
  askQuestionSchema,
  campaignQuestionsSchema,
  questionAskedSchema,
} from '#shared/campaign-question.ts'
import {
  campaignUpdatesSchema,
  publishedUpdateSchema,
  type UpdateContent,
} from '#shared/campaign-update.ts'
import { updateFormSchema, type UpdateForm } from '#shared/update-form.ts'
import { followFormSchema, followSchema } from '#shared/follower.ts'

import {
  jsonBody,
  parseInput,
  Refused,
  type Env,
  fieldError,
  done,
  doneIfFound,
} from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import {
  type CampaignSubjects,
  type PublicCampaign,
  toCacheControl,
} from '../staff/moderation/campaign-subjects.ts'
import { insertReport } from '../staff/moderation/reports.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import { isSupporterCursor } from '../people/supporters/supporter-list.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { Services } from '../services.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import { rssType } from '../platform/share/rss.ts'
import { updatesPerPage, toUpdateFeed } from '../people/supporters/updates.ts'
import { findFollowing } from './campaign.ts'

const querySchema = z.object({
  order: z._default(z.enum(supporterOrders, invalid.input), 'newest'),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), 20),
  after: z.optional(oneLine({ max: 60 }).check(z.refine(isSupporterCursor, invalid.input))),
})

/** /api/campaigns/:id/supporters: who gave, and what they said. */
export function supporterRoutes({ subjects, content, database, supporterList, now }: Services) {
  const toKey = (c: { req: { param: (name: 'supporter') => string } }, campaignId: string) => ({
    campaignId,
    id: c.req.param('supporter'),
  })
  return new Hono<Env>()
    .get('/:id/supporters', gate(may.listSupporters, subjects.findPublic), async (c) => {
      const { actor, subject: campaign } = c.var
      const query = parseInput(querySchema, c.req.query())
      const rights = await findRights(subjects, actor, campaign)
      const { canHide: seesWaiting } = rights
      const page = await supporterList.list({ campaignId: campaign.id, ...query, seesWaiting })
      return c.json(z.parse(supportersSchema, { ...page, ...rights }))
    })
    .post(
      '/:id/supporters/:supporter/reply',
      gate(may.replyToSupporter, content.findCampaign),
      async (c) => {
        const { reply } = await jsonBody(c, replySchema)
        return doneIfFound(c, supporterList.reply(toKey(c, c.var.subject.id), reply))
      },
    )
    .post(
      '/:id/supporters/:supporter/hide',
      gate(may.hideWords, subjects.findReviewed),
      async (c) => {
        const { uid } = toUser(c.var.actor)
        return doneIfFound(c, supporterList.setWords(toKey(c, c.var.subject.id), 'hidden', uid))
      },
    )
    .post(
      '/:id/supporters/:supporter/publish',
      gate(may.publishWords, subjects.findReviewed),
      async (c) => {
        const { uid } = toUser(c.var.actor)
        return doneIfFound(c, supporterList.setWords(toKey(c, c.var.subject.id), 'shown', uid))
      },
    )
    .post(
      '/:id/supporters/:supporter/reports',
      gate(may.reportCampaign, subjects.findPublic),
      async (c) => {
        const campaign = c.var.subject
        const words = await supporterList.findWords(toKey(c, campaign.id))
        if (words === undefined) throw new Refused('not-found')
        const details = `These words of support were reported: ${words}`.slice(0, 2_000)
        const report = { id: randomUUID(), campaign, reason: 'other' as const, details, at: now() }
        return done(c, insertReport(database, report))
      },
    )
}

/** What the reader may do with the words of supporters. */
async function findRights(subjects: CampaignSubjects, actor: Actor, campaign: PublicCampaign) {
  return {
    canReply: isAllowed(may.replyToSupporter, actor, campaign),
    canHide: await subjects.allows(may.hideWords, actor, campaign),
    canPublish: await subjects.allows(may.publishWords, actor, campaign),
  }
}

/** /api/campaigns/:id/questions: visitors ask, the organiser reads, answers and reports. */
export function campaignQuestionRoutes({ subjects, content, campaignQuestions }: Services) {
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
        return done(c, campaignQuestions.answer(c.var.subject, c.req.param('question'), answer))
      },
    )
    .post('/:id/questions/:question/report', gate(may.reportQuestion, content.findCampaign), (c) =>
      doneIfFound(c, campaignQuestions.report(c.var.subject, c.req.param('question'))),
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

/** /api/campaigns/:id/webhook: where a program of the organiser hears of events. */
export function campaignWebhookRoutes({ content, campaignWebhooks }: Services) {
  const changed = gate(may.changeWebhook, content.findCampaign)
  return new Hono<Env>()
    .get('/:id/webhook', gate(may.readWebhook, content.findCampaign), async (c) =>
      c.json(z.parse(campaignWebhookSchema, await campaignWebhooks.read(c.var.subject.id))),
    )
    .put('/:id/webhook', changed, async (c) => {
      const { url } = await jsonBody(c, webhookFormSchema)
      return done(c, campaignWebhooks.save(c.var.subject, url))
    })
    .delete('/:id/webhook', changed, (c) => done(c, campaignWebhooks.remove(c.var.subject.id)))
    .post('/:id/webhook/deliveries/:delivery/replay', changed, (c) =>
      done(c, campaignWebhooks.replay(c.var.subject.id, c.req.param('delivery'))),
    )
}

const pageSchema = z.object({
  before: z.optional(oneLine({ max: 40 })),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(updatesPerPage)),
    updatesPerPage,
  ),
})

/** What organisers tell about their campaign: list, feed, publishing, editing and hiding. */
export function campaignUpdateRoutes(deps: Services) {
  const { config, subjects, content, campaignUpdates, campaignFollowers, drafts } = deps
  const toContent = readContent(deps)
  const toKey = (c: { req: { param: (name: 'update') => string } }, campaignId: string) => ({
    campaignId,
    id: c.req.param('update'),
  })
  return new Hono<Env>()
    .get('/api/campaigns/:id/updates', gate(may.listUpdates, subjects.findPublic), async (c) => {
      const { actor, subject: campaign } = c.var
      const query = parseInput(pageSchema, c.req.query())
      const isFollowing = await findFollowing(deps, actor, campaign)
      const reader = {
        canWrite: isAllowed(may.writeUpdate, actor, campaign),
        canHide: await subjects.allows(may.hideUpdate, actor, campaign),
        isFollowing,
        isWeekly: isFollowing === true && (await campaignFollowers.isWeekly(toUser(actor).email)),
      }
      const writer = reader.canWrite ? toUser(actor).uid : null
      const page = await campaignUpdates.list(campaign.id, { ...query, writer })
      return c.json(z.parse(campaignUpdatesSchema, { ...page, ...reader }))
    })
    .post('/api/campaigns/:id/updates', gate(may.writeUpdate, content.findCampaign), async (c) => {
      const { 'idempotency-key': idempotencyKey } = parseInput(idempotencyKeySchema, c.req.header())
      const form = await toContent(c.var.actor, await jsonBody(c, updateFormSchema))
      const campaignId = c.var.subject.id
      const recipients = await campaignUpdates.publish({ campaignId, form, idempotencyKey })
      return c.json(z.parse(publishedUpdateSchema, { recipients }), 201)
    })
    .put(
      '/api/campaigns/:id/updates/:update',
      gate(may.writeUpdate, content.findCampaign),
      async (c) => {
        const form = await toContent(c.var.actor, await jsonBody(c, updateFormSchema))
        const key = toKey(c, c.var.subject.id)
        const draft = { ownerUid: toUser(c.var.actor).uid, id: key.campaignId, updateId: key.id }
        const keep = (refused: UpdateContent) => drafts.keepUpdate(draft, refused)
        return doneIfFound(c, campaignUpdates.edit(key, form, keep))
      },
    )
    .post(
      '/api/campaigns/:id/updates/:update/hide',
      gate(may.hideUpdate, subjects.findReviewed),
      async (c) => {
        const { uid } = toUser(c.var.actor)
        return doneIfFound(c, campaignUpdates.hide(toKey(c, c.var.subject.id), uid))
      },
    )
    .get('/c/:id/updates.rss', gate(may.listUpdates, subjects.findPublicBySlug), async (c) => {
      const { updates } = await campaignUpdates.list(c.var.subject.id, { limit: updatesPerPage })
      const feed = toUpdateFeed(c.var.subject, updates, config.publicUrl)
      return c.body(feed, 200, {
        'content-type': rssType,
        'cache-control': toCacheControl(c.var.subject, 'public, max-age=600'),
      })
    })
}

/** The form with the pictures that the writer uploaded. */
const readContent =
  ({ images }: Services) =>
  async (actor: Actor, form: UpdateForm): Promise<UpdateContent & Pick<UpdateForm, 'base'>> => ({
    ...form,
    images: await images.getOwn(toUser(actor).uid, form.images),
  })

/** Following a campaign: with a mailed link, or as an account with one tap. GET of the link is answered with the other pages. */
export function followerRoutes({ subjects, content, campaignFollowers }: Services) {
  const signedIn = gate(may.followCampaign, content.findCampaign)
  return new Hono<Env>()
    .post(
      '/api/campaigns/:id/follow-links',
      gate(may.requestFollowLink, subjects.findPublic),
      async (c) => {
        const form = await jsonBody(c, followFormSchema)
        return done(
          c,
          campaignFollowers.requestLink(c.var.subject, { ...form, language: getLanguage(c) }),
        )
      },
    )
    .post('/follow/:id', gate(may.confirmFollow, campaignFollowers.findLink), async (c) => {
      if (!(await campaignFollowers.follow(c.var.subject))) throw new Refused('not-found')
      return c.redirect(`${c.req.path}?done`, 303)
    })
    .post('/api/campaigns/:id/followers', signedIn, async (c) => {
      const { email } = toUser(c.var.actor)
      const { isWeekly } = await jsonBody(c, followSchema)
      const campaignId = c.var.subject.id
      if (isWeekly !== undefined) await campaignFollowers.chooseWeekly(email, isWeekly)
      const follower = { campaignId, email, language: getLanguage(c) }
      return doneIfFound(c, campaignFollowers.follow(follower))
    })
    .delete('/api/campaigns/:id/followers', signedIn, async (c) => {
      const { email } = toUser(c.var.actor)
      return done(c, campaignFollowers.unfollow({ campaignId: c.var.subject.id, email }))
    })
}
