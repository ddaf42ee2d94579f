import type { DonationPayout } from '#shared/donation.ts'
import type { RefundTimeline } from '#shared/refund.ts'

import type { DonationKey } from '../ledger/entries/donation-row.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'
import { listDonationPayouts } from '../payouts/donation-payouts.ts'
import { listRefundTimelines } from '../refunds/views/refund-timelines.ts'

type OwnProgress = { payout: DonationPayout | null; refunds: RefundTimeline[] }

/** What became of each donation, for its donor alone. */
export async function readOwnProgress(
  deps: Pick<LedgerDeps, 'database' | 'now'>,
  donations: readonly DonationKey[],
): Promise<(id: string) => OwnProgress> {
  const [payouts, refunds] = await Promise.all([
    listDonationPayouts(deps, donations),
    listRefundTimelines(deps.database, donations, 'donor'),
  ])
  return (id) => ({ payout: payouts.get(id) ?? null, refunds: refunds.get(id) ?? [] })
}
