import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'

import {
  type LedgerDeps,
  type PaymentDeps,
  type DonationKey,
  getTotalSlot,
} from './provider-report.ts'
import { quarantinePayment } from './quarantine.ts'
import { paymentApplication } from './apply-payment.ts'
import { feeComparison, providerReconciliation } from './differences.ts'
import { type CheckDeps, type LedgerCheck, ledgerChecks } from './ledger-check.ts'
import { reversalApplication, reversalSweep } from './apply-reversals.ts'
import { skipIfUnavailable } from '../../providers/payments/payments.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** The only writer of ledger entries, totals and quarantined payments. */
export function openLedger({
  database,
  payments,
  now,
  isQuiet = false,
  listForgedReceipts,
}: Pick<PaymentDeps, 'database' | 'payments' | 'now' | 'isQuiet'> &
  Pick<CheckDeps, 'listForgedReceipts'>) {
  const deps: LedgerDeps = { database, now, isQuiet, mode: payments.mode }
  return {
    ...totals(deps),
    ...paymentApplication(deps),
    ...reversalApplication({ ...deps, payments }),
    ...reversalSweep({ ...deps, payments }),
    ...ledgerChecks({ ...deps, listForgedReceipts }),
    ...providerReconciliation({ ...deps, payments }),
    ...feeComparison({ ...deps, payments }),
    quarantinePayment: (mismatch: Parameters<typeof quarantinePayment>[1]) =>
      quarantinePayment(deps, mismatch),
  }
}

export type Ledger = ReturnType<typeof openLedger>

type Deps = {
  ledger: Ledger
  transparency: { checkLog: () => Promise<LedgerCheck> }
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

export const reconcileReversalsTask = 'reconcile-reversals'
export const checkLedgerTask = 'check-ledger'
export const compareWithProviderTask = 'compare-with-provider'

export function ledgerTasks({ ledger, transparency, log }: Deps): Task[] {
  return [
    {
      name: reconcileReversalsTask,
      lane: 'checks',
      cron: '20 * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          const reversals = await ledger.reconcileReversals()
          log.info({ reversals }, 'refunds and disputes were reconciled')
        }),
    },
    {
      name: checkLedgerTask,
      lane: 'checks',
      cron: '40 * * * *',
      run: async () => report(await ledger.checkLedger()),
    },
    {
      name: 'check-log',
      lane: 'checks',
      cron: '30 * * * *',
      run: async () => report(await transparency.checkLog()),
    },
    {
      name: compareWithProviderTask,
      lane: 'checks',
      cron: '50 * * * *',
      run: (payload) =>
        skipIfUnavailable(log, async () => {
          const check = await ledger.compareWithProvider(payload as { isForced?: boolean })
          if (check.checks > 0) await report(check)
        }),
    },
    {
      name: 'compare-fees',
      lane: 'checks',
      cron: '10 3 * * *',
      // The next run compares another day, so that an outage is tried again.
      run: async () => {
        const differing = await ledger.compareFees()
        log.info({ differing }, 'fees were compared with the published rules')
      },
    },
  ]

  /** Saves and logs the findings for an admin. Nothing is repaired automatically. */
  async function report(check: LedgerCheck) {
    await ledger.saveLedgerCheck(check)
    const { findings, ...summary } = check
    if (findings.length > 0)
      log.error({ findings, ...summary }, `the ${check.kind} check found violations`)
    else log.info(summary, `the ${check.kind} check passed`)
  }
}

const totalsSchema = z.object({ raised: koboSchema, donors: z.int() })
/** Money that the provider confirmed, and the number of distinct addresses that gave it (readings M4). */
type Totals = z.output<typeof totalsSchema>
const campaignRow = z.extend(totalsSchema, { id: z.string() })
const dayRow = z.object({ day: z.string(), raised: koboSchema })

const sums = sql`coalesce(sum(raised_kobo), 0)::bigint as raised, coalesce(sum(donor_count), 0)::integer as donors`

/** So long after its start, an unpaid checkout may still be paid. */
export const checkoutMs = 3_600_000

/** Reads at most 16 rows for each total, however many donations there are. */
export function totals({ database, mode, now }: LedgerDeps) {
  return {
    /** Answers an entry for every id, with zeros for campaigns without donations. */
    async campaignTotals(campaignIds: readonly string[]): Promise<Map<string, Totals>> {
      const rows = await database.rows(
        campaignRow,
        sql`select requested.id, ${sums}
            from unnest(${campaignIds}::text[]) as requested (id)
            left join campaign_total on campaign_id = requested.id and mode = ${mode}
            group by requested.id`,
      )
      return new Map(rows.map(({ id, ...total }) => [id, total]))
    },

    async ownerTotals(ownerUid: string): Promise<Totals> {
      return readTotals(
        sql`select ${sums} from owner_total where owner_uid = ${ownerUid} and mode = ${mode}`,
      )
    },

    /** What was raised until the end of each day on which money moved. */
    campaignDays(campaignId: string): Promise<z.output<typeof dayRow>[]> {
      return database.rows(
        dayRow,
        sql`select day::text as day, (sum(sum(donated_kobo - reversed_kobo)) over (order by day))::bigint as raised
            from campaign_day where campaign_id = ${campaignId} and mode = ${mode} group by day order by day`,
      )
    },

    async platformTotals(): Promise<Totals> {
      return readTotals(sql`select ${sums} from platform_total where mode = ${mode}`)
    },

    /** True if the campaign received money, which can be a quarantined transfer, or began a checkout within the last hour: such a campaign is not deleted (readings P4). */
    async hasDonations(campaignId: string): Promise<boolean> {
      const row = await database.value(
        z.boolean(),
        sql`select exists (
              select from donation where campaign_id = ${campaignId} and (
                state in ('paid', 'quarantined')
                or (state in ('created', 'initialized', 'init_unknown')
                  and created_at > ${new Date(now().getTime() - checkoutMs)})))
              or exists (select from quarantined_payment where booked_in = ${campaignId}) as found`,
      )
      return row ?? false
    },
  }

  async function readTotals(statement: Sql): Promise<Totals> {
    const row = await database.row(totalsSchema, statement)
    if (row === undefined) throw new Error('a sum of totals returned no row')
    return row
  }
}

const donationSchema = z.object({
  donorKey: z.instanceof(Buffer),
  ownerUid: z.string(),
  mode: z.string(),
  counts: z.boolean(),
})

/** Moves a donation to another donor, and with it the counts of donors, if any of it is left. The caller has locked its row. */
export async function changeDonor(
  queries: Transaction,
  { campaignId, id }: DonationKey,
  donorKey: Buffer,
): Promise<void> {
  const donation = await queries.row(
    donationSchema,
    sql`select donor_key as "donorKey", owner_uid as "ownerUid", mode, (
          select coalesce(sum(raised_kobo), 0) > 0 from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) as counts
        from donation where campaign_id = ${campaignId} and id = ${id}`,
  )
  if (!donation) throw new Error('there is no such donation')
  await queries.run(
    sql`update donation set donor_key = ${donorKey} where campaign_id = ${campaignId} and id = ${id}`,
  )
  if (donation.donorKey.equals(donorKey)) return
  const { mode, ownerUid } = donation
  const slot = getTotalSlot(id)
  const levels: Level[] = [
    { table: sql`campaign`, key: sql`campaign_id, mode`, values: sql`${campaignId}, ${mode}` },
    { table: sql`owner`, key: sql`owner_uid, mode`, values: sql`${ownerUid}, ${mode}` },
    { table: sql`platform`, key: sql`mode`, values: sql`${mode}` },
  ]
  for (const level of levels) {
    await insertDonor(queries, level, donorKey)
    if (!donation.counts) continue
    await removeDonation(queries, level, { donorKey: donation.donorKey, slot })
    await addDonation(queries, level, { donorKey, slot })
  }
}

/** A table of donors and its totals, and the key of the row. */
type Level = { table: Sql; key: Sql; values: Sql }
type Donor = { donorKey: Buffer; slot: number }

/** Also where nothing of the donation is left: it counts again when its refund fails. */
const insertDonor = ({ run }: Transaction, level: Level, donorKey: Buffer) =>
  run(sql`
    insert into ${level.table}_donor (${level.key}, donor_key, donations) values (${level.values}, ${donorKey}, 0)
    on conflict do nothing`)

const removeDonation = ({ run }: Transaction, level: Level, { donorKey, slot }: Donor) =>
  run(sql`
    with donor as (
      update ${level.table}_donor set donations = donations - 1
      where (${level.key}) = (${level.values}) and donor_key = ${donorKey} returning donations)
    update ${level.table}_total set donor_count = donor_count - 1 from donor
    where (${level.key}) = (${level.values}) and slot = ${slot} and donor.donations = 0`)

const addDonation = ({ run }: Transaction, level: Level, { donorKey, slot }: Donor) =>
  run(sql`
    with donor as (
      update ${level.table}_donor set donations = donations + 1
      where (${level.key}) = (${level.values}) and donor_key = ${donorKey} returning donations)
    update ${level.table}_total set donor_count = donor_count + 1 from donor
    where (${level.key}) = (${level.values}) and slot = ${slot} and donor.donations = 1`)
