import { toFullName } from '#shared/full-name.ts'
import type { ReviewChecks } from '#shared/review.ts'

import type { TwoFactor } from '../../people/accounts/two-factor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { Comparisons } from '../similarity/comparisons.ts'
import type { Fingerprints } from '../similarity/fingerprints.ts'
import type { ImpersonationChecks } from './impersonation-checks.ts'
import { matchNames } from '../payee/name-match.ts'

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
