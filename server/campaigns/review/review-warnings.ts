import { approvalReasonSchema } from '#shared/review.ts'
import { findWarnings } from '#shared/review-warnings.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'
import { toCampaignChange, type PendingChange } from '../lifecycle/pending-changes.ts'
import { toReviewedCampaign, type Versions } from '../versions/versions.ts'
import { runReviewChecks, type ReviewCheckDeps } from './review-checks.ts'

export type ReviewWarnings = ReturnType<typeof openReviewWarnings>

type Deps = ReviewCheckDeps & { versions: Pick<Versions, 'findReviewed'> }

/** The warnings that the review page shows of a campaign or of its pending change. */
export function openReviewWarnings(deps: Deps) {
  const runChecks = async (campaign: StoredCampaign, change: PendingChange | undefined) => {
    if (!change) return runReviewChecks(deps, campaign)
    const reviewed = (await deps.versions.findReviewed(campaign.id))?.content
    const after = { ...campaign, ...toCampaignChange(change) }
    return runReviewChecks(deps, after, toReviewedCampaign(campaign, reviewed))
  }
  return {
    /** Whether an approval with this reason leaves a warning without an explanation. */
    async lacksReason(
      campaign: StoredCampaign,
      change: PendingChange | undefined,
      reason = '',
    ): Promise<boolean> {
      if (approvalReasonSchema.safeParse({ reason }).success) return false
      return findWarnings(await runChecks(campaign, change)).length > 0
    },
  }
}
