import { toFullName } from '#shared/full-name.ts'
import { type ReviewChecks, approvalReasonSchema } from '#shared/review.ts'
import { findWarnings } from '#shared/review-warnings.ts'

import type { TwoFactor } from '../../people/accounts/two-factor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { Comparisons, Fingerprints } from '../similarity/comparisons.ts'
import type { ImpersonationChecks } from './impersonation-checks.ts'
import { matchNames } from '../payee/name-match.ts'
import { toCampaignChange, type PendingChange } from '../lifecycle/pending-changes.ts'
import { toReviewedCampaign, type Versions } from '../versions/versions.ts'

export type ReviewCheckDeps = {
  content: ContentStore
  identity: Pick<Identity, 'findAccount'>
  twoFactor: Pick<TwoFactor, 'getState'>
  fingerprints: Fingerprints
  comparisons: Comparisons
  impersonationChecks: ImpersonationChecks
  now: () => Date
}

const dayMs = 86_400_000

/** Facts about a campaign and its owner that help a reviewer decide. */
export async function runReviewChecks(
  deps: ReviewCheckDeps,
  campaign: StoredCampaign,
  before?: StoredCampaign,
): Promise<ReviewChecks> {
  const { content, identity, twoFactor, fingerprints, impersonationChecks, comparisons, now } = deps
  const { ownerUid } = campaign
  const [people, account, twoFactorState, texts, images] = await Promise.all([
    impersonationChecks.findPeople(campaign),
    identity.findAccount(ownerUid),
    twoFactor.getState(ownerUid),
    fingerprints.findSimilarTexts(campaign),
    fingerprints.findSimilarImages(campaign),
  ])
  const { owner, accountHolder, payee } = people
  const findOther = (id: string) => findOtherCampaign(content, id, ownerUid)
  const similarTexts = texts.map(async ({ campaignId, share }) => {
    const other = await findOther(campaignId)
    return other && { ...other, percent: Math.round(share * 100) }
  })
  return {
    emailVerified: owner?.emailVerified ?? false,
    twoFactor: twoFactorState.isOn,
    accountAgeDays:
      account === undefined
        ? null
        : Math.floor((now().getTime() - account.createdAt.getTime()) / dayMs),
    bankAccountName: accountHolder,
    bankAccountMatch: matchNames(accountHolder, payee?.name || toFullName(owner)),
    impersonation: await impersonationChecks.findIn(campaign, people, before),
    similarNames: await comparisons.findSimilarNames(campaign),
    accountOwners: await comparisons.countAccountOwners(campaign),
    rejections: await comparisons.findRejections(campaign),
    similarImages: withoutMissing(await Promise.all(images.map(findOther))),
    similarTexts: withoutMissing(await Promise.all(similarTexts)),
  }
}

async function findOtherCampaign(content: ContentStore, campaignId: string, ownerUid: string) {
  const found = await content.findCampaign(campaignId)
  if (!found) return undefined
  const { id, slug, title } = found
  return { id, slug, title, isSameOwner: found.ownerUid === ownerUid }
}

function withoutMissing<Value>(values: readonly (Value | undefined)[]): Value[] {
  return values.filter((value) => value !== undefined)
}

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
