import { toFullName } from '#shared/full-name.ts'
import type { ImpersonationFinding } from '#shared/review.ts'

import type { Database } from '../../database/database.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { findPayee } from '../payee/payee-rows.ts'
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

/** Looks up whom a campaign names, and checks it for signs of impersonation. */
export function openImpersonationChecks({ database, content, versions }: Deps) {
  const findAll = async (campaign: StoredCampaign): Promise<ImpersonationFinding[]> => {
    const { subAccountCode } = campaign.bankAccount
    const [owner, accountHolder, payee] = await Promise.all([
      content.findUserByUid(campaign.ownerUid),
      findAccountHolder(database, subAccountCode),
      findPayee(database, { campaignId: campaign.id, subAccountCode }),
    ])
    const organiser = toFullName(owner)
    const payeeName = payee?.kind === 'self' ? undefined : payee?.name
    return findImpersonation(campaign, { organiser, accountHolder, payee: payeeName })
  }

  /** Of a changed campaign, only what the change adds. */
  const findIn = async (campaign: StoredCampaign, before?: StoredCampaign) => {
    const findings = await findAll(campaign)
    return before ? findNewImpersonation(await findAll(before), findings) : findings
  }

  return {
    findIn,

    /** Of the campaign, or of its pending change against what a reviewer approved last. */
    async find(campaign: StoredCampaign, change: PendingChange | undefined) {
      if (!change) return findIn(campaign)
      const before = toReviewedCampaign(
        campaign,
        (await versions.findReviewed(campaign.id))?.content,
      )
      return findIn({ ...campaign, ...toCampaignChange(change, campaign) }, before)
    },
  }
}
