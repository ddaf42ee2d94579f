import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import { kobo } from '#shared/money.ts'
import type { CampaignPayouts, PayoutPosition, PayoutSums } from '#shared/payouts.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { throwOneFailure } from '../../platform/runtime/errors.ts'
import { skipIfUnavailable } from '../../providers/payments/payments.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import { comparePayees, type PayeeStore } from './approved-payees.ts'
import { settlementComparison } from './compare-settlements.ts'
import { payoutHolds } from './holds.ts'
import { mainDeductions } from './main-deductions.ts'
import { applyHoldsTask, listStops } from './payout-stops.ts'
import { receivedDonations } from './received-donations.ts'
import { settlementReconciliation } from './settlements.ts'

type PayoutDeps = LedgerDeps &
  Pick<Foundation, 'payments' | 'sealing'> & {
    content: PayeeStore
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
    comparePayees: () => comparePayees(deps),
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
    | 'reconcileSettlements'
    | 'compareSettlements'
    | 'comparePayees'
    | 'bookMainDeductions'
    | 'applyPayoutHolds'
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
    {
      name: 'compare-payees',
      lane: 'checks',
      cron: '15 2 * * *',
      run: () => skipIfUnavailable(log, payouts.comparePayees),
    },
  ]
}

const dayRow = z.object({
  day: z.string(),
  donations: z.int(),
  donated: koboSchema,
  reversed: koboSchema,
  fees: koboSchema,
  platform: koboSchema,
  other: koboSchema,
  net: koboSchema,
})
type Day = z.output<typeof dayRow>
const positionRow = z.object({
  due: koboSchema,
  held: koboSchema,
  paidOut: koboSchema,
  owedBack: koboSchema,
})

/** Computes the sums of a campaign from the ledger. A day is that of the money in Lagos, as in statements and lists. */
export async function payoutSummary(
  deps: LedgerDeps,
  campaignId: string,
): Promise<Pick<CampaignPayouts, 'sums' | 'days' | 'payouts'>> {
  const [days, payouts] = await Promise.all([
    listDays(deps, campaignId),
    getPosition(deps, campaignId),
  ])
  return {
    sums: toSums(days),
    days: days
      .filter(({ donations }) => donations > 0)
      .map(({ day, donations, donated }) => ({ day, donations, donated })),
    payouts,
  }
}

function listDays({ database, mode }: LedgerDeps, campaignId: string): Promise<Day[]> {
  return database.rows(
    dayRow,
    sql`select day, donations, donated_kobo as donated, reversed_kobo as reversed, provider_kobo as fees, platform_kobo as platform,
          -donor_kobo - donated_kobo + reversed_kobo as other, owner_kobo as net
        from campaign_day where campaign_id = ${campaignId} and mode = ${mode} order by day`,
  )
}

function toSums(days: readonly Day[]): PayoutSums {
  const sum = (toNumber: (day: Day) => number) =>
    kobo(days.reduce((total, day) => total + toNumber(day), 0))
  return {
    donated: sum(({ donated }) => donated),
    reversed: sum(({ reversed }) => reversed),
    raised: sum(({ donated, reversed }) => donated - reversed),
    fees: sum(({ fees }) => fees),
    platform: sum(({ platform }) => platform),
    other: sum(({ other }) => other),
    net: sum(({ net }) => net),
    donations: days.reduce((total, { donations }) => total + donations, 0),
  }
}

/** What the owner is owed and was paid, as the ledger has it. */
async function getPosition(
  { database, mode }: LedgerDeps,
  campaignId: string,
): Promise<PayoutPosition> {
  const position = await database.row(
    positionRow,
    sql`select (-coalesce(sum(payable_due_kobo), 0))::bigint as due, (-coalesce(sum(payable_held_kobo), 0))::bigint as held,
          coalesce(sum(paid_out_kobo), 0)::bigint as "paidOut",
          coalesce(sum(owner_receivable_kobo), 0)::bigint as "owedBack"
        from campaign_total where campaign_id = ${campaignId} and mode = ${mode}`,
  )
  if (position === undefined) throw new Error('a sum of totals returned no row')
  return position
}
