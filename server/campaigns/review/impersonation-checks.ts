import { toFullName } from '#shared/full-name.ts'
import type { ImpersonationFinding } from '#shared/review.ts'

import type { Database } from '../../platform/database/database.ts'
import type { ContentStore, StoredCampaign, UserDocument } from '../../providers/content/content.ts'
import { findPayee, type PayeeRow } from '../payee/payee-rows.ts'
import { toCampaignChange, type PendingChange } from '../lifecycle/pending-changes.ts'
import { findAccountHolder } from '../submission/sub-account.ts'
import { toReviewedCampaign } from '../versions/version-content.ts'
import type { Versions } from '../versions/versions.ts'
import { findImpersonation, findNewImpersonation } from './impersonation.ts'

export type ImpersonationChecks = ReturnType<typeof openImpersonationChecks>

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid'>
  versions: Pick<Versions, 'findReviewed'>
}

type People = {
  owner: UserDocument | undefined
  /** The name that the bank has for the account. */
  accountHolder: string | null
  payee: PayeeRow | undefined
}

/** Looks up whom a campaign names, and checks it for signs of impersonation. */
export function openImpersonationChecks({ database, content, versions }: Deps) {
  const findPeople = async ({ id, ownerUid, bankAccount }: StoredCampaign): Promise<People> => {
    const { subAccountCode } = bankAccount
    const [owner, accountHolder, payee] = await Promise.all([
      content.findUserByUid(ownerUid),
      findAccountHolder(database, subAccountCode),
      findPayee(database, { campaignId: id, subAccountCode }),
    ])
    return { owner, accountHolder, payee }
  }

  /** Of a changed campaign, only what the change adds. */
  const findIn = async (campaign: StoredCampaign, people: People, before?: StoredCampaign) => {
    const findings = findAll(campaign, people)
    return before
      ? findNewImpersonation(findAll(before, await findPeople(before)), findings)
      : findings
  }

  return {
    findPeople,
    findIn,

    /** Of the campaign, or of its pending change against what a reviewer approved last. */
    async find(campaign: StoredCampaign, change: PendingChange | undefined) {
      if (!change) return findIn(campaign, await findPeople(campaign))
      const before = toReviewedCampaign(
        campaign,
        (await versions.findReviewed(campaign.id))?.content,
      )
      const changed = { ...campaign, ...toCampaignChange(change) }
      return findIn(changed, await findPeople(changed), before)
    },
  }
}

function findAll(
  campaign: StoredCampaign,
  { owner, accountHolder, payee }: People,
): ImpersonationFinding[] {
  const payeeName = payee?.kind === 'self' ? undefined : payee?.name
  return findImpersonation(campaign, {
    organiser: toFullName(owner),
    accountHolder,
    payee: payeeName,
  })
}
