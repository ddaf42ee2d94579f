import { Hono } from 'hono'
import * as z from 'zod/mini'

import { ownViewSchema } from '#shared/own-view.ts'

import { toContact, type ContactAccess } from '../campaigns/views/contact-access.ts'
import type { Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { CampaignFollowers } from '../people/supporters/followers.ts'
import { findFollowing } from './find-following.ts'

type Deps = {
  subjects: CampaignSubjects
  content: Pick<ContentStore, 'findUserByUid'>
  getContactHiding: ContactAccess
  campaignFollowers: Pick<CampaignFollowers, 'isFollowing'>
}

/** /api/campaigns/:id/own-view: one request for all that a page, which is the same for everybody, adds for this person. */
export function ownViewRoutes(deps: Deps) {
  const { subjects, content, getContactHiding } = deps
  return new Hono<Env>().get(
    '/:id/own-view',
    gate(may.readCampaign, subjects.findPublic),
    async (c) => {
      const { actor, subject: campaign } = c.var
      const [account, contactHidden, isFollowing] = await Promise.all([
        actor.kind === 'user' ? content.findUserByUid(actor.uid) : undefined,
        getContactHiding(actor, campaign),
        findFollowing(deps, actor, campaign),
      ])
      const isSignedIn = actor.kind === 'user'
      const view = {
        account: isSignedIn ? { firstname: '', lastname: '', ...account } : null,
        ...toContact(campaign, contactHidden),
        isFollowing,
        canWrite: isAllowed(may.writeUpdate, actor, campaign),
      }
      c.header('cache-control', 'no-store')
      return c.json(z.parse(ownViewSchema, view))
    },
  )
}
