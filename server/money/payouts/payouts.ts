import type { CampaignPayouts } from '#shared/payouts.ts'

import type { LedgerDeps } from '../ledger/provider-report.ts'
import { skipIfUnavailable } from '../../providers/payments/skip-if-unavailable.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { throwOneFailure } from '../../platform/runtime/outage.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { settlementComparison } from './compare-settlements.ts'
import { payoutHolds } from './holds.ts'
import { mainDeductions } from './main-deductions.ts'
import { payoutSummary } from './payout-summary.ts'
import { receivedDonations } from './received-donations.ts'
import { settlementReconciliation } from './settlements.ts'
import { applyHoldsTask, listStops } from './stops/payout-stops.ts'

type PayoutDeps = LedgerDeps & {
  payments: Payments
  sealing: Sealing
  cancellations: { getProgress: (campaignId: string) => Promise<CampaignPayouts['cancellation']> }
}

export type Payouts = ReturnType<typeof openPayouts>

/** The money of a campaign as its organiser sees it. */
export function openPayouts(deps: PayoutDeps) {
  return {
    ...receivedDonations(deps),
    ...settlementReconciliation(deps),
    ...settlementComparison(deps),
    ...mainDeductions(deps),
    ...payoutHolds(deps),
    async getSummary(campaignId: string): Promise<Omit<CampaignPayouts, 'campaign'>> {
      const [money, cancellation, stops] = await Promise.all([
        payoutSummary(deps, campaignId),
        deps.cancellations.getProgress(campaignId),
        listStops(deps.database, campaignId, deps.now()),
      ])
      return { ...money, cancellation, stops }
    },
  }
}

export const reconcileSettlementsTask = 'reconcile-settlements'

export function payoutTasks(
  payouts: Pick<
    Payouts,
    'reconcileSettlements' | 'compareSettlements' | 'bookMainDeductions' | 'applyPayoutHolds'
  >,
  log: Pick<Log, 'info' | 'warn'>,
): Task[] {
  return [
    {
      name: applyHoldsTask,
      lane: 'payments',
      cron: '* * * * *',
      // A release beside a hold makes the account look released, and the hold would then switch it off for donations as well.
      queue: applyHoldsTask,
      run: () => payouts.applyPayoutHolds(),
    },
    {
      name: reconcileSettlementsTask,
      lane: 'checks',
      cron: '35 * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          // A list of the provider that fails stops no other.
          const failures: unknown[] = []
          const onFailure = (error: unknown) => void failures.push(error)
          const deductions = await payouts.bookMainDeductions().catch(onFailure)
          const settlements = await payouts.reconcileSettlements().catch(onFailure)
          throwOneFailure(failures)
          log.info({ settlements, deductions }, 'settlements were reconciled')
        }),
    },
    {
      name: 'compare-settlements',
      lane: 'checks',
      cron: '5 * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          const parties = await payouts.compareSettlements()
          if (parties > 0) log.info({ parties }, 'all settlements of parties were compared')
        }),
    },
  ]
}
