import type { Conflict } from '#shared/moderation.ts'
import type { Takedown } from '#shared/takedown.ts'

import type { Database } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/policy/actor.ts'
import { isAllowed, type Rule, type ConflictSubject } from '../../platform/policy/rule.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { findAppeal, type AppealSubject } from './appeals.ts'
import { findCase, type CaseSubject } from './cases.ts'
import type { Conflicts } from './conflicts.ts'
import { findTakedown } from './decisions.ts'

/** A campaign with what a rule for everyone asks about it. */
export type PublicCampaign = StoredCampaign & { takedown: Takedown | undefined }
/** A campaign with what a rule for reviewers and admins asks about them and it. */
export type ReviewedCampaign = StoredCampaign & { conflicts: readonly Conflict[] }

/** A taken-down campaign is shown to its organiser and staff alone, so no cache may answer others with it. */
export const toCacheControl = ({ status }: Pick<PublicCampaign, 'status'>, publicly: string) =>
  status === 'taken-down' ? 'private, no-store' : publicly

export type CampaignSubjects = ReturnType<typeof openCampaignSubjects>

type Deps = {
  content: Pick<ContentStore, 'findCampaign' | 'findCampaignBySlug'>
  database: Database
  conflicts: Conflicts
}

/** Finds the subjects of rules that a takedown or a conflict of interest refuses. */
export function openCampaignSubjects({ content, database, conflicts }: Deps) {
  const withTakedown = async (
    campaign: StoredCampaign | undefined,
  ): Promise<PublicCampaign | undefined> =>
    campaign && {
      ...campaign,
      takedown:
        campaign.status === 'taken-down' ? await findTakedown(database, campaign.id) : undefined,
    }

  return {
    findPublic: async (id: string) => withTakedown(await content.findCampaign(id)),
    findPublicBySlug: async (slug: string) => withTakedown(await content.findCampaignBySlug(slug)),

    findReviewed: async (id: string, actor: Actor): Promise<ReviewedCampaign | undefined> => {
      const campaign = await content.findCampaign(id)
      return campaign && { ...campaign, conflicts: await conflicts.find(database, actor, campaign) }
    },

    /** What a page offers its reader. Conflicts are only looked up for people whom the rule lets pass. */
    allows: async <Subject extends StoredCampaign>(
      rule: Rule<StoredCampaign & ConflictSubject>,
      actor: Actor,
      campaign: Subject,
    ): Promise<boolean> =>
      isAllowed(rule, actor, { ...campaign, conflicts: [] }) &&
      isAllowed(rule, actor, {
        ...campaign,
        conflicts: await conflicts.find(database, actor, campaign),
      }),

    /** A case outlives its campaign. */
    findCase: async (id: string, actor: Actor): Promise<CaseSubject | undefined> => {
      const found = await findCase(database, id)
      if (!found) return undefined
      const { campaignId, ownerUid } = found
      const campaign = await content.findCampaign(campaignId)
      const subject = { id: campaignId, ownerUid: campaign?.ownerUid ?? ownerUid }
      return { ...found, campaign, conflicts: await conflicts.find(database, actor, subject) }
    },

    findAppeal: async (id: string, actor: Actor): Promise<AppealSubject | undefined> => {
      const appeal = await findAppeal(database, id)
      if (!appeal) return undefined
      const { campaignId, ownerUid, decidedBy } = appeal
      const subject = { id: campaignId, ownerUid, decidedBy }
      return { ...appeal, conflicts: await conflicts.find(database, actor, subject) }
    },
  }
}
