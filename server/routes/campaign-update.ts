import { Hono } from 'hono'
import * as z from 'zod/mini'

import {
  campaignUpdatesSchema,
  publishedUpdateSchema,
  type UpdateContent,
} from '#shared/campaign-update.ts'
import { oneLine } from '#shared/text.ts'
import { updateFormSchema, type UpdateForm } from '#shared/update-form.ts'
import { followFormSchema } from '#shared/follower.ts'

import { jsonBody, parseInput, Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import { rssType } from '../platform/share/rss.ts'
import { toCacheControl } from '../staff/moderation/campaign-subjects.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import { updatesPerPage, toUpdateFeed } from '../people/supporters/updates.ts'
import { findFollowing } from './campaign.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { Services } from '../services.ts'

const pageSchema = z.object({
  before: z.optional(oneLine({ max: 40 })),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(updatesPerPage)),
    updatesPerPage,
  ),
})

/** What organisers tell about their campaign: list, feed, publishing, editing and hiding. */
export function campaignUpdateRoutes(deps: Services) {
  const { config, subjects, content, campaignUpdates } = deps
  const toContent = readContent(deps)
  const toKey = (c: { req: { param: (name: 'update') => string } }, campaignId: string) => ({
    campaignId,
    id: c.req.param('update'),
  })
  return new Hono<Env>()
    .get('/api/campaigns/:id/updates', gate(may.listUpdates, subjects.findPublic), async (c) => {
      const { actor, subject: campaign } = c.var
      const query = parseInput(pageSchema, c.req.query())
      const reader = {
        canWrite: isAllowed(may.writeUpdate, actor, campaign),
        canHide: await subjects.allows(may.hideUpdate, actor, campaign),
        isFollowing: await findFollowing(deps, actor, campaign),
      }
      const page = await campaignUpdates.list(campaign.id, query)
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
        if (!(await campaignUpdates.edit(toKey(c, c.var.subject.id), form)))
          throw new Refused('not-found')
        return c.body(null, 204)
      },
    )
    .post(
      '/api/campaigns/:id/updates/:update/hide',
      gate(may.hideUpdate, subjects.findReviewed),
      async (c) => {
        const { uid } = toUser(c.var.actor)
        if (!(await campaignUpdates.hide(toKey(c, c.var.subject.id), uid)))
          throw new Refused('not-found')
        return c.body(null, 204)
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
  return new Hono<Env>()
    .post(
      '/api/campaigns/:id/follow-links',
      gate(may.requestFollowLink, subjects.findPublic),
      async (c) => {
        const form = await jsonBody(c, followFormSchema)
        await campaignFollowers.requestLink(c.var.subject, { ...form, language: getLanguage(c) })
        return c.body(null, 204)
      },
    )
    .post('/follow/:id', gate(may.confirmFollow, campaignFollowers.findLink), async (c) => {
      if (!(await campaignFollowers.follow(c.var.subject))) throw new Refused('not-found')
      return c.redirect(`${c.req.path}?done`, 303)
    })
    .post(
      '/api/campaigns/:id/followers',
      gate(may.followCampaign, content.findCampaign),
      async (c) => {
        const { email } = toUser(c.var.actor)
        const campaignId = c.var.subject.id
        const follower = { campaignId, email, language: getLanguage(c) }
        if (!(await campaignFollowers.follow(follower))) throw new Refused('not-found')
        return c.body(null, 204)
      },
    )
    .delete(
      '/api/campaigns/:id/followers',
      gate(may.followCampaign, content.findCampaign),
      async (c) => {
        const { email } = toUser(c.var.actor)
        await campaignFollowers.unfollow({ campaignId: c.var.subject.id, email })
        return c.body(null, 204)
      },
    )
}
