import type { ReviewChecks } from '#shared/review.ts'

import type { Database } from '../../database/database.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { SecondFactor } from '../../accounts/two-factor.ts'
import { nameMatch } from './name-match.ts'
import type { Prints } from '../similarity/fingerprints.ts'
import { accountHolderOf } from '../submission/sub-account.ts'

export type CheckParts = {
  database: Database
  content: ContentStore
  identity: Pick<Identity, 'findAccount'>
  secondFactor: Pick<SecondFactor, 'stateOf'>
  prints: Prints
  now: () => Date
}

const dayMs = 86_400_000

/** What can be looked up of a campaign and of who stands behind it. A reviewer decides what it means. */
export async function reviewChecks(
  parts: CheckParts,
  campaign: StoredCampaign,
): Promise<ReviewChecks> {
  const { database, content, identity, secondFactor, prints, now } = parts
  const { ownerUid, bankAccount } = campaign
  const [owner, account, factor, holder, texts, pictures] = await Promise.all([
    content.findUserByUid(ownerUid),
    identity.findAccount(ownerUid),
    secondFactor.stateOf(ownerUid),
    accountHolderOf(database, bankAccount.subAccountCode),
    prints.likeTexts(campaign),
    prints.likePictures(campaign),
  ])
  const shown = (id: string) => otherCampaign(content, id, ownerUid)
  const likeTexts = texts.map(async ({ campaignId, share }) => {
    const other = await shown(campaignId)
    return other && { ...other, percent: Math.round(share * 100) }
  })
  return {
    emailVerified: owner?.emailVerified ?? false,
    secondFactor: factor.isOn,
    accountDays:
      account === undefined
        ? null
        : Math.floor((now().getTime() - account.createdAt.getTime()) / dayMs),
    bankAccountName: holder,
    bankAccountMatch: nameMatch(holder, `${owner?.firstname ?? ''} ${owner?.lastname ?? ''}`),
    likePictures: known(await Promise.all(pictures.map(shown))),
    likeTexts: known(await Promise.all(likeTexts)),
  }
}

async function otherCampaign(content: ContentStore, campaignId: string, ownerUid: string) {
  const found = await content.findCampaign(campaignId)
  if (!found) return undefined
  const { id, slug, title } = found
  return { id, slug, title, isSameOwner: found.ownerUid === ownerUid }
}

function known<Value>(values: readonly (Value | undefined)[]): Value[] {
  return values.filter((value) => value !== undefined)
}
