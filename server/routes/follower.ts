import { Hono } from 'hono'

import { followFormSchema } from '#shared/follower.ts'

import { jsonBody, Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { CampaignFollowers } from '../people/supporters/followers.ts'

type Deps = {
  subjects: CampaignSubjects
  content: Pick<ContentStore, 'findCampaign'>
  campaignFollowers: CampaignFollowers
}

/** Following a campaign: with a mailed link, or as an account with one tap. GET of the link is answered with the other pages. */
export function followerRoutes({ subjects, content, campaignFollowers }: Deps) {
  return new Hono<Env>()
    .post(
      '/api/campaigns/:id/follow-links',
      gate(may.requestFollowLink, subjects.findPublic),
      async (c) => {
        const { email } = await jsonBody(c, followFormSchema)
        await campaignFollowers.requestLink(c.var.subject, email, getLanguage(c))
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
