import { findWarnings, type ReviewWarning } from '#shared/review-warnings.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'
import { toCampaignChange, type PendingChange } from '../lifecycle/pending-changes.ts'
import { toReviewedCampaign } from '../versions/version-content.ts'
import type { Versions } from '../versions/versions.ts'
import { runReviewChecks, type ReviewCheckDeps } from './review-checks.ts'

export type ReviewWarnings = ReturnType<typeof openReviewWarnings>

type Deps = ReviewCheckDeps & { versions: Pick<Versions, 'findReviewed'> }

/** The warnings that the review page shows of a campaign or of its pending change. */
export function openReviewWarnings(deps: Deps) {
  return {
    async find(
      campaign: StoredCampaign,
      change: PendingChange | undefined,
    ): Promise<ReviewWarning[]> {
      if (!change) return findWarnings(await runReviewChecks(deps, campaign))
      const reviewed = (await deps.versions.findReviewed(campaign.id))?.content
      const after = { ...campaign, ...toCampaignChange(change, campaign) }
      const before = toReviewedCampaign(campaign, reviewed)
      return findWarnings(await runReviewChecks(deps, after, before))
    },
  }
}
