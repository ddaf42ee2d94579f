import type { CampaignPayouts } from '#shared/payouts.ts'

import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { payoutSummary } from './payout-summary.ts'
import { receivedDonations } from './received-donations.ts'

type PayoutDeps = LedgerDeps & {
  sealing: Sealing
  cancellations: { getProgress: (campaignId: string) => Promise<CampaignPayouts['cancellation']> }
}

export type Payouts = ReturnType<typeof openPayouts>

/** The money of a campaign as its organiser sees it. */
export function openPayouts(deps: PayoutDeps) {
  return {
    ...receivedDonations(deps),
    async getSummary(campaignId: string): Promise<Omit<CampaignPayouts, 'campaign'>> {
      const [money, cancellation] = await Promise.all([
        payoutSummary(deps, campaignId),
        deps.cancellations.getProgress(campaignId),
      ])
      return { ...money, cancellation }
    },
  }
}
