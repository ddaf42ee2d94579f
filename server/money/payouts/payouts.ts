import * as z from 'zod/mini'

import { csvLine, csvNaira, csvStart } from '#shared/csv.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, kobo } from '#shared/money.ts'
import {
  payoutItemSchema,
  type CampaignPayouts,
  type PayoutItem,
  type PayoutPosition,
  type PayoutSums,
} from '#shared/payouts.ts'

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
    ...settlementReconciliation(deps),
    ...settlementComparison(deps),
    ...mainDeductions(deps),
    ...payoutHolds(deps),
    comparePayees: () => comparePayees(deps),
    async getSummary(campaignId: string): Promise<Omit<CampaignPayouts, 'campaign'>> {
      const [money, newest, cancellation, stops] = await Promise.all([
        payoutSummary(deps, campaignId),
        listPayouts(deps, campaignId, 12),
        deps.cancellations.getProgress(campaignId),
        listStops(deps.database, campaignId, deps.now()),
      ])
      return { ...money, newest, cancellation, stops }
    },
    payoutsCsv: (campaignId: string) => payoutsCsv(deps, campaignId),
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

/** What the ledger has of each settlement, newest first. A settlement that failed later is left out. */
function listPayouts(
  { database, mode }: LedgerDeps,
  campaignId: string,
  limit: number | null,
): Promise<PayoutItem[]> {
  return database.rows(
    payoutItemSchema,
    sql`select paid.id as settlement, day::text, last4, gross, deducted, net, lines.donations
        from (
          select split_part(effect_key, ':', 3) as id, max(lagos_day(effective_at)) as day,
            (-sum(provider_balance_kobo))::bigint as gross, sum(donor_clearing_kobo)::bigint as deducted,
            sum(paid_out_kobo)::bigint as net
          from ledger_entry where campaign_id = ${campaignId} and kind = 'payout' and mode = ${mode}
          group by 1 having sum(provider_balance_kobo) <> 0 or sum(donor_clearing_kobo) <> 0
          order by day desc, id desc limit ${limit}) paid
        left join settlement on settlement.mode = ${mode} and settlement_id = paid.id::bigint
        left join bank_account_use used on used.sub_account_code = settlement.sub_account_code
        cross join lateral (
          select count(donation_id) as donations from settlement_line line
          where line.mode = ${mode} and line.settlement_id = paid.id::bigint and campaign_id = ${campaignId}) lines
        order by day desc, id desc`,
  )
}

const payoutHeader = [
  'Paid out on (Lagos)',
  'Settlement',
  'Bank account',
  'What',
  'Donation',
  'Gross (NGN)',
  'Deductions (NGN)',
  'Net (NGN)',
]

/** The donations in each payout, and a line for its deductions: the lines of a settlement add up to what the bank received. */
async function* payoutsCsv(deps: LedgerDeps, campaignId: string): AsyncGenerator<string> {
  const { database, mode } = deps
  yield csvStart + csvLine(payoutHeader)
  for (const { settlement, day, last4, gross, deducted } of await listPayouts(
    deps,
    campaignId,
    null,
  )) {
    const lines = await database.rows(
      z.object({ donation: z.string(), share: koboSchema }),
      sql`select donation_id as donation, share_kobo as share from settlement_line
          where mode = ${mode} and settlement_id = ${settlement}::bigint and campaign_id = ${campaignId} and donation_id is not null
          order by donation_id`,
    )
    const rest = kobo(lines.reduce((left: number, { share }) => left - share, gross))
    const toLine = (what: string, donation: string, paid: Kobo, less = kobo(0)) =>
      csvLine([
        day,
        settlement,
        last4 === null ? '' : `…${last4}`,
        what,
        donation,
        ...[paid, less, kobo(paid - less)].map(csvNaira),
      ])
    for (const { donation, share } of lines) yield toLine('Donation', donation, share)
    if (rest !== 0) yield toLine('Other receipts', '', rest)
    if (deducted !== 0) yield toLine('Refunds and disputes', '', kobo(0), deducted)
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
