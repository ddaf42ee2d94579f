import type { Transaction } from '../../platform/database/database.ts'
import { startStop } from '../../money/payouts/payout-stops.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'

/** What the first payout waits for beside the confirmation of the payee, as the settings have it. */
export type FirstPayout = { waitDays: number; needsReviewer: boolean }

type Approved = { campaign: StoredCampaign; reviewerUid: string; at: Date }

const dayMs = 86_400_000

/** Starts the stops of a campaign that has just been approved. */
export async function startFirstPayout(
  queries: Transaction,
  { waitDays, needsReviewer }: FirstPayout,
  { campaign, reviewerUid, at }: Approved,
): Promise<void> {
  const { id: campaignId, bankAccount } = campaign
  const stop = { campaignId, subAccountCode: bankAccount.subAccountCode, at }
  const until = new Date(at.getTime() + waitDays * dayMs)
  if (waitDays > 0) await startStop(queries, { ...stop, kind: 'waiting-days', until })
  if (needsReviewer) await startStop(queries, { ...stop, kind: 'reviewer', askedBy: reviewerUid })
}
