import * as z from 'zod/mini'

import { csvLine, csvNaira, csvStart } from '#shared/csv.ts'
import { lagosDay, nextWorkingDay } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, kobo } from '#shared/money.ts'
import type { OrganiserOverview } from '#shared/overview.ts'
import {
  payoutItemSchema,
  ownPayoutSchema,
  type CampaignPayouts,
  type PayoutItem,
  type PayoutPosition,
  type PayoutSums,
  payoutSumsSchema,
  payoutPositionSchema,
} from '#shared/payouts.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { throwOneFailure } from '../../platform/runtime/errors.ts'
import {
  skipIfUnavailable,
  type SubAccountPayouts,
  type BalanceChange,
  type ProviderPayment,
  type ProviderSettlement,
} from '../../providers/payments/payments.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { comparePayees, type PayeeStore } from './approved-payees.ts'
import { applyHoldsTask, listStops, selectStops } from './payout-stops.ts'
import { settlementReconciliation, toLines, dividedWithinMs, isOfParty } from './settlements.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { toPostings } from '../ledger/chart.ts'
import { bookEntry, lockPosition, platformCampaign } from '../ledger/book-entry.ts'
import { getRetryDelay, openSweep, watchList } from '../../platform/queue/sweep.ts'
import {
  type Difference,
  collectUnreadable,
  saveDifferences,
  unreadableDifferences,
} from '../ledger/differences.ts'

type PayoutDeps = LedgerDeps &
  Pick<Foundation, 'payments' | 'sealing'> & {
    content: PayeeStore
    cancellations: { getProgress: (campaignId: string) => Promise<CampaignPayouts['cancellation']> }
  }

type Payouts = ReturnType<typeof openPayouts>

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

const dayRow = z.extend(z.omit(payoutSumsSchema, { raised: true }), { day: z.string() })
type Day = z.output<typeof dayRow>

/** Computes the sums of a campaign from the ledger. A day is that of the money in Lagos, as in statements and lists. */
export async function payoutSummary(
  deps: LedgerDeps,
  campaignId: string,
): Promise<Pick<CampaignPayouts, 'sums' | 'days' | 'payouts'>> {
  const [days, payouts] = await Promise.all([
    listDays(deps, campaignId),
    getPosition(deps, sql`campaign_total where campaign_id = ${campaignId}`),
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
    sql`select day, ${dayColumns} from campaign_day where campaign_id = ${campaignId} and mode = ${mode} order by day`,
  )
}

const dayColumns = sql`
  donations, donated_kobo as donated, reversed_kobo as reversed, provider_kobo as fees, platform_kobo as platform,
  -donor_kobo - donated_kobo + reversed_kobo as other, owner_kobo as net`

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

/** Of all campaigns of an organiser. */
export async function ownerPosition(
  deps: LedgerDeps,
  ownerUid: string,
): Promise<OrganiserOverview['payouts']> {
  const position = await getPosition(deps, sql`owner_total where owner_uid = ${ownerUid}`)
  const lastDay = await deps.database.value(
    z.string(),
    sql`select day::text from campaign_day
        where owner_uid = ${ownerUid} and mode = ${deps.mode} and paid_out_kobo > 0
        order by day desc limit 1`,
  )
  return { ...position, lastDay: lastDay ?? null }
}

/** Of each campaign of an organiser, in one statement, so that the sums of a row belong together. */
export function listOwnPayouts({ database, mode }: LedgerDeps, ownerUid: string) {
  return database.rows(
    z.omit(ownPayoutSchema, { title: true }),
    sql`select own.*, position.* from (
          select id, sum(donated)::bigint as donated, sum(reversed)::bigint as reversed, sum(donated - reversed)::bigint as raised,
            sum(fees)::bigint as fees, sum(platform)::bigint as platform, sum(other)::bigint as other, sum(net)::bigint as net
          from (select campaign_id as id, ${dayColumns} from campaign_day where owner_uid = ${ownerUid} and mode = ${mode}) day
          group by id having bool_or(donations > 0 or net <> 0)) own
        cross join lateral (
          select ${positionColumns} from campaign_total where campaign_id = own.id and mode = ${mode}) position`,
  )
}

const positionColumns = sql`
  (-coalesce(sum(payable_due_kobo), 0))::bigint as due, (-coalesce(sum(payable_held_kobo), 0))::bigint as held,
  coalesce(sum(paid_out_kobo), 0)::bigint as "paidOut", coalesce(sum(owner_receivable_kobo), 0)::bigint as "owedBack"`

/** What the owner is owed and was paid, as the ledger has it. */
async function getPosition(
  { database, mode, now }: LedgerDeps,
  totals: Sql,
): Promise<PayoutPosition> {
  const position = await database.row(
    z.omit(payoutPositionSchema, { dueBy: true }),
    sql`select ${positionColumns} from ${totals} and mode = ${mode}`,
  )
  if (position === undefined) throw new Error('a sum of totals returned no row')
  return { ...position, dueBy: nextWorkingDay(lagosDay(now())) }
}

type ProviderDeps = LedgerDeps & Pick<PaymentDeps, 'payments'>

/** A hold that is in force is read back this often, because it can be released on the provider's pages. */
const checkedMs = 3_600_000
/** What was decided while the provider was asked is applied at once. */
const maxTurns = 5

const holdSchema = z.object({
  campaignId: z.string(),
  code: z.string(),
  state: z.enum(['requested', 'in-force', 'failed']),
  attempts: z.int(),
  entries: z.int(),
  isWanted: z.boolean(),
  isShared: z.boolean(),
})
type Hold = z.output<typeof holdSchema>

export function payoutHolds(deps: ProviderDeps) {
  return {
    /** Holds the payouts of campaigns with a stop at the provider, reads back whether they are held, and releases them later. */
    async applyPayoutHolds(): Promise<void> {
      for (let turn = 0, isOutdated = true; isOutdated && turn < maxTurns; turn++) {
        await requestHolds(deps)
        const changed = []
        for (const hold of await listDue(deps)) changed.push(await applyHold(deps, hold))
        isOutdated = changed.includes('outdated')
      }
    },
  }
}

/**
 * One for each sub-account of a campaign with a stop, also for the one of an account number, because a transfer can be paid out before it is
 * reported, and for one that was on hold before, which a freeze does not name. A released one starts over.
 */
async function requestHolds({ database, mode, now }: ProviderDeps): Promise<void> {
  const at = now()
  await database.run(sql`
    insert into payout_hold as known (mode, campaign_id, sub_account_code, state, requested_at, next_attempt_at)
    select ${mode}, campaign_id, code, 'requested', ${at}::timestamptz, ${at}::timestamptz
    from (
      select campaign_id, sub_account_code as code from ${selectStops(at)} stop where sub_account_code is not null
      union
      select stop.campaign_id, donation.sub_account_code
      from ${selectStops(at)} stop join donation on donation.campaign_id = stop.campaign_id and donation.mode = ${mode}
      union
      select stop.campaign_id, payee.sub_account_code
      from ${selectStops(at)} stop join account_number_payee payee on payee.campaign_id = stop.campaign_id and payee.mode = ${mode}
      union
      select stop.campaign_id, earlier.sub_account_code
      from ${selectStops(at)} stop join payout_hold earlier on earlier.campaign_id = stop.campaign_id and earlier.mode = ${mode}) account
    order by campaign_id, code
    on conflict (mode, campaign_id, sub_account_code) do update set
      state = 'requested', requested_at = excluded.requested_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
    where known.state = 'released'`)
}

/** Whether the campaign has a stop, and whether another one has that shares the sub-account. */
const selectWanted = (now: Date) => sql`
  select exists (select from ${selectStops(now)} stop where stop.campaign_id = hold.campaign_id) as is_wanted, exists (
    select from payout_hold other join ${selectStops(now)} stop using (campaign_id)
    where other.mode = hold.mode and other.sub_account_code = hold.sub_account_code
      and other.campaign_id <> hold.campaign_id) as is_shared`

const holdColumns = sql`campaign_id as "campaignId", sub_account_code as code, state, attempts, entries,
  is_wanted as "isWanted", is_shared as "isShared"`

function listDue({ database, mode, now }: ProviderDeps): Promise<Hold[]> {
  return database.rows(
    holdSchema,
    sql`select ${holdColumns} from payout_hold hold cross join lateral (${selectWanted(now())}) wanted
        where mode = ${mode} and state <> 'released' and (next_attempt_at <= ${now()} or (state = 'in-force' and not is_wanted and attempts = 0))
        order by next_attempt_at limit 200`,
  )
}

/** The row as it is after the provider was asked, locked until the answer is saved. */
function lockHold({ mode, now }: ProviderDeps, queries: Transaction, { campaignId, code }: Hold) {
  return queries.row(
    z.extend(holdSchema, { state: z.enum(['requested', 'in-force', 'failed', 'released']) }),
    sql`select ${holdColumns} from payout_hold hold cross join lateral (${selectWanted(now())}) wanted
        where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code} for update of hold`,
  )
}

/** The provider's word counts, so a failed call is no hold even if it had its effect: it is read back later. */
async function applyHold(deps: ProviderDeps, hold: Hold): Promise<'outdated' | undefined> {
  const { subAccounts } = deps.payments
  const isCheck = hold.isWanted ? isReadBack(hold) : hold.isShared
  try {
    const seen = isCheck
      ? await subAccounts.find(hold.code)
      : await subAccounts.setPayouts(hold.code, hold.isWanted ? 'hold' : 'release')
    if (seen === undefined) throw new Error('the provider has no such sub-account')
    return await saveSeen(deps, hold, seen)
  } catch (error) {
    await saveFailure(deps, hold, String(error))
    return undefined
  }
}

/** A stop that was started or released while the provider was asked is applied by another turn. */
function saveSeen(
  deps: ProviderDeps,
  hold: Hold,
  seen: SubAccountPayouts,
): Promise<'outdated' | undefined> {
  return deps.database.transaction(async (queries) => {
    const current = await lockHold(deps, queries, hold)
    if (!current) throw new Error('a hold was deleted')
    const { isWanted, isShared } = current
    const isOutdated = hasChanged(hold, current)
    // A sub-account stays stopped while another campaign with a stop shares it, and this campaign's hold ends all the same.
    const isHeld = seen.isHeld && (isWanted || !isShared)
    if (!isWanted && isHeld && (isOutdated || current.state === 'released')) {
      await saveUnwanted(deps, queries, hold)
      return 'outdated'
    }
    if (isHeld !== isWanted && !isOutdated && !isReadBack(hold)) {
      const reason = `the provider shows: ${toWords(seen)}`
      await saveFailure({ ...deps, database: queries }, hold, reason, toWords(seen))
      return undefined
    }
    await saveState(deps, queries, { ...hold, isWanted, entries: current.entries, isHeld, seen })
    return isOutdated ? 'outdated' : undefined
  })
}

const hasChanged = (before: Hold, { isWanted, isShared }: Pick<Hold, 'isWanted' | 'isShared'>) =>
  isWanted !== before.isWanted || isShared !== before.isShared

/** The account is looked at and not changed. */
const isReadBack = ({ isWanted, state }: Hold) => isWanted && state === 'in-force'

const toWords = ({ isActive, schedule }: SubAccountPayouts) =>
  `${isActive ? 'active' : 'inactive'}, ${schedule}`

/** Another process released the account, and the request of this one came later. The next turn releases it again. */
const saveUnwanted = (
  { mode, now }: ProviderDeps,
  queries: Transaction,
  { campaignId, code }: Hold,
) =>
  queries.run(sql`
    update payout_hold set state = 'in-force', reason = null, attempts = 0, checked_at = ${now()}, next_attempt_at = ${now()},
      in_force_since = coalesce(in_force_since, ${now()}::timestamptz)
    where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code}`)

type Shown = Omit<Hold, 'state'> & { isHeld: boolean; seen: SubAccountPayouts }

async function saveState(deps: ProviderDeps, queries: Transaction, shown: Shown): Promise<void> {
  const { mode, now } = deps
  const { campaignId, code, isWanted, isHeld, seen } = shown
  const at = now()
  const isWhole = isHeld && !(await isPaidElsewhere(deps, queries, shown))
  const entries = await bookHold(deps, queries, shown, isWhole)
  const state = isHeld ? 'in-force' : isWanted ? 'failed' : 'released'
  const reason = state === 'failed' ? `released at the provider: ${toWords(seen)}` : null
  await queries.run(sql`
    update payout_hold set state = ${state}, reason = ${reason}, seen = ${toWords(seen)}, checked_at = ${at}, attempts = 0,
      entries = ${entries}, next_attempt_at = ${new Date(at.getTime() + (state === 'failed' ? 0 : checkedMs))},
      in_force_since = case when ${isHeld} then coalesce(in_force_since, ${at}::timestamptz) end
    where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code}`)
}

/** Another sub-account of the campaign is not on hold, and the ledger does not know which part of the balance it pays out. */
async function isPaidElsewhere(
  { mode }: ProviderDeps,
  queries: Transaction,
  { campaignId, code }: Pick<Hold, 'campaignId' | 'code'>,
): Promise<boolean> {
  return queries.exists(sql`
    select from payout_hold
      where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code <> ${code} and state in ('requested', 'failed')
      limit 1`)
}

/** While the outcome of a release is unknown, the hold stays in force in the ledger. */
async function saveFailure(
  {
    database,
    mode,
    now,
  }: Pick<ProviderDeps, 'mode' | 'now'> & { database: Pick<Transaction, 'run'> },
  { campaignId, code, state, attempts, isWanted }: Hold,
  reason: string,
  seen: string | null = null,
): Promise<void> {
  const at = now()
  const next = new Date(at.getTime() + getRetryDelay(attempts + 1))
  const failed = isWanted && state !== 'in-force' ? 'failed' : state
  await database.run(sql`
    update payout_hold set state = ${failed}, reason = ${reason.slice(0, 500)}, seen = coalesce(${seen}, seen),
      checked_at = ${at}, attempts = attempts + 1, next_attempt_at = ${next}
    where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code}`)
}

/** Moves the whole balance of the campaign: donations that arrived since the last time as well. Answers the number of entries. */
async function bookHold(
  deps: ProviderDeps,
  queries: Transaction,
  { campaignId, code, entries }: Pick<Hold, 'campaignId' | 'code' | 'entries'>,
  isHeld: boolean,
): Promise<number> {
  const { mode, now } = deps
  const position = await lockPosition(queries, { campaignId, mode })
  const kind = isHeld ? 'hold' : 'release'
  if ((isHeld ? position.payableDue : position.payableHeld) === 0) return entries
  await bookEntry(deps, queries, {
    kind,
    effectKey: `${kind}:${mode}:${code}:${entries}`,
    campaignId,
    postings: toPostings[kind](position),
    memo: null,
    effectiveAt: now(),
    source: 'check',
  })
  return entries + 1
}

/** The provider ignores the time of a date, and rows can appear late. */
const overlapMs = 3 * 86_400_000
const dayMs = 86_400_000
/** A refund that was just made can be listed here before it is saved. */
const savedWithinMs = 3_600_000

export function mainDeductions(deps: ProviderDeps) {
  return {
    /** Books what the provider took from the main account for refunds and disputes. Answers the number of entries. */
    async bookMainDeductions(): Promise<number> {
      await watchList(deps, 'changes of the balance', () => readChanges(deps))
      const sweep = await openSweep(deps, 'deduction')
      let booked = 0
      for (const change of await listUnbooked(deps))
        if (await sweep.run(String(change.id), () => book(deps, change))) booked += 1
      await saveDifferences(deps, 'balance', await listUnexplained(deps))
      return booked
    },
  }
}

async function readChanges(deps: ProviderDeps): Promise<void> {
  const { database, mode, now, payments } = deps
  const at = now()
  const known = await database.value(
    z.date(),
    sql`select read_until from balance_read where mode = ${mode}`,
  )
  const from = new Date((known?.getTime() ?? overlapMs) - overlapMs)
  const { onUnreadable, save } = collectUnreadable(deps)
  const listed: BalanceChange[] = []
  for await (const change of payments.balance.listSince(from, { onUnreadable })) listed.push(change)
  await saveChanges(deps, listed)
  await save()
  const ids = listed.map(({ id }) => id)
  await saveDifferences(deps, 'balance list', await findUnlisted(deps, from, ids))
  await database.run(sql`
    insert into balance_read (mode, read_until) values (${mode}, ${at})
    on conflict (mode) do update set read_until = excluded.read_until`)
}

/** In one statement, because each hour reads the changes of days again. */
async function saveChanges(
  { database, mode }: ProviderDeps,
  changes: readonly BalanceChange[],
): Promise<void> {
  const rows = changes.filter(({ cause }) => cause !== 'transaction' && cause !== 'settlement')
  if (rows.length === 0) return
  await database.run(sql`
    insert into balance_change (mode, change_id, difference_kobo, cause, cause_id, at)
    select ${mode}, id, difference, cause, "causeId", at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (
      id bigint, difference bigint, cause text, "causeId" bigint, at timestamptz)
    on conflict do nothing`)
}

/** Changes that we have and the provider's list lacks. It ignores the time of a date. */
async function findUnlisted(
  { database, mode }: ProviderDeps,
  from: Date,
  listed: readonly number[],
): Promise<Difference[]> {
  const rows = await database.rows(
    z.object({ key: z.string(), ours: z.string() }),
    sql`select cause || ' ' || change_id as key, difference_kobo::text as ours from balance_change
        where mode = ${mode} and at >= ${new Date(from.getTime() + dayMs)} and not change_id = any(${listed}::bigint[])`,
  )
  return rows.map((row) => ({ kind: 'deduction-unexplained', theirs: null, ...row }))
}

const unbookedSchema = z.object({
  id: z.int(),
  difference: z.int(),
  at: z.date(),
  campaignId: z.string(),
  donationId: z.nullable(z.string()),
})
type Unbooked = z.output<typeof unbookedSchema>

function listUnbooked({ database, mode }: ProviderDeps) {
  return database.rows(
    unbookedSchema,
    sql`select change.change_id as id, change.difference_kobo as difference, change.at,
          cause.campaign_id as "campaignId", cause.donation_id as "donationId"
        from balance_change change
        join (
          select 'refund' as cause, refund_id as cause_id, campaign_id, donation_id from provider_refund refund
          where mode = ${mode} and exists (
            select from ledger_entry charge
            where charge.campaign_id = refund.campaign_id and charge.donation_id = refund.donation_id and charge.kind = 'charge'
              and charge.transaction_id = refund.transaction_id)
          union all
          select 'dispute', dispute_id, campaign_id, donation_id from provider_dispute dispute
          where mode = ${mode} and exists (
            select from ledger_entry charge
            where charge.campaign_id = dispute.campaign_id and charge.donation_id = dispute.donation_id and charge.kind = 'charge')
          union all
          select reversal.cause, reversal.id, booked_in, null from quarantined_payment held
          join (
            select 'refund' as cause, refund_id as id, campaign_id, mode, transaction_id from provider_refund
            union all
            select 'dispute', dispute_id, campaign_id, mode, transaction_id from provider_dispute) reversal
            on reversal.mode = held.mode and reversal.transaction_id = held.transaction_id and reversal.campaign_id = booked_in
          where held.mode = ${mode} and booked_in is not null and state <> 'accepted') cause
          using (cause, cause_id)
        where change.mode = ${mode} and not change.is_booked
        order by change.at, change.change_id, cause.campaign_id nulls last limit 1000`,
  )
}

async function book(
  deps: ProviderDeps,
  { id, difference, at, ...donation }: Unbooked,
): Promise<boolean> {
  const { database, mode } = deps
  const { campaignId, donationId } = donation
  return database.transaction(async (queries) => {
    const marked = await queries.run(sql`
      update balance_change set is_booked = true where mode = ${mode} and change_id = ${id} and not is_booked`)
    if (marked === 0) return false
    return bookEntry(deps, queries, {
      kind: 'deduction',
      effectKey: `deduction:${mode}:${id}`,
      campaignId,
      ...(donationId !== null && { donationId }),
      postings: toPostings.deduction(-difference),
      memo: null,
      effectiveAt: at,
      source: 'sweep',
    })
  })
}

/** Changes of the balance that no refund or dispute of ours explains, and no top-up of the same amount that admins booked. */
async function listUnexplained({ database, mode, now }: ProviderDeps): Promise<Difference[]> {
  const before = new Date(now().getTime() - savedWithinMs)
  const rows = await database.rows(
    z.object({ key: z.string(), theirs: z.string() }),
    sql`select key, kobo::text as theirs from (
          select cause || ' ' || coalesce(cause_id, change_id) as key, sum(difference_kobo) as kobo,
            row_number() over (partition by cause, sum(difference_kobo) order by min(at)) as number
          from balance_change where mode = ${mode} and not is_booked and at < ${before}
          group by cause, coalesce(cause_id, change_id) having sum(difference_kobo) <> 0) change
        where key not like 'other %' or number > (
          select count(*) from ledger_entry
          where campaign_id = ${platformCampaign} and mode = ${mode} and kind = 'top_up' and provider_balance_kobo = kobo)`,
  )
  return rows.map((row) => ({ kind: 'deduction-without-entry', ours: null, ...row }))
}

type Code = string | null

/** All settlements of each party are compared within this time; a difference again the next night. */
const historyPeriod = '30 days'
const differencePeriod = '20 hours'
/** Leaves the rest to the next hour. */
const budgetMs = 5 * 60_000
/** The provider may correct the hour of a date after the payout. */
const datedWithinMs = 86_400_000

export function settlementComparison(deps: ProviderDeps) {
  return {
    /**
     * Compares all that was ever booked as paid out to each party that is due with all settlements that the provider lists, both ways.
     * The hourly sweep reads the settlements of the last weeks only. Answers the number of parties.
     */
    async compareSettlements(): Promise<number> {
      const startedAt = performance.now()
      const sweep = await openSweep(deps, 'compared settlements of a party')
      let compared = 0
      for (const code of await listDueParties(deps)) {
        const isDone = await sweep.run(code ?? 'main', () => compareParty(deps, code))
        if (isDone) compared += 1
        if (performance.now() - startedAt > budgetMs) break
      }
      return compared
    },
  }
}

/** Parties that were asked for before, or are only named by a settlement of ours. */
async function listDueParties({ database, mode, now }: ProviderDeps): Promise<Code[]> {
  const at = now()
  return database.values(
    z.nullable(z.string()),
    sql`
    with known as (
      select 'main' as party from settlement where mode = ${mode} and sub_account_code is null
      union select sub_account_code from sub_account_campaign where mode = ${mode}
      union select sub_account_code from settlement where mode = ${mode} and sub_account_code is not null
      union select party from reconciled_party where mode = ${mode})
    select nullif(known.party, 'main') as code from known
    left join reconciled_party done on done.mode = ${mode} and done.party = known.party
    where not exists (
        select from sub_account_campaign where mode = ${mode} and sub_account_code = known.party and asked_at is null)
      and (done.compared_at is null or done.compared_at < ${at}::timestamptz - ${historyPeriod}::interval
        or (done.compared_at < ${at}::timestamptz - ${differencePeriod}::interval and exists (
          select from ledger_difference difference
          where difference.mode = ${mode} and scope = 'all settlements of ' || known.party and state <> 'resolved')))
    order by done.compared_at nulls first, known.party`,
  )
}

async function compareParty(deps: ProviderDeps, code: Code): Promise<boolean> {
  const { database, mode, now, payments } = deps
  const at = now()
  const listed = new Map<number, ProviderSettlement>()
  const { differences: unreadable, onUnreadable } = unreadableDifferences()
  for await (const found of payments.settlements.listSince(new Date(0), code, onUnreadable))
    if (found.mode === mode) listed.set(found.settlementId, found)
  const ours = await listOurs(deps, code)
  const ids = new Set(ours.map(({ id }) => id))
  const unknown = [...listed.values()].filter(({ settlementId }) => !ids.has(settlementId))
  await saveDifferences(deps, `all settlements of ${code ?? 'main'}`, [
    ...ours.flatMap((settlement) => compare(settlement, listed.get(settlement.id))),
    ...(await findMissing(deps, code, unknown)),
    ...unreadable,
  ])
  await database.run(sql`
    insert into reconciled_party (mode, party, compared_at) values (${mode}, ${code ?? 'main'}, ${at})
    on conflict (mode, party) do update set compared_at = excluded.compared_at`)
  return true
}

const ourSchema = z.object({
  id: z.int(),
  status: z.string(),
  booked: z.int(),
  entries: z.int(),
  effectiveAt: z.nullable(z.date()),
})
type Our = z.output<typeof ourSchema>

/** What the ledger has for each settlement of the party. An entry without a settlement violates an invariant. */
function listOurs({ database, mode }: ProviderDeps, code: Code): Promise<Our[]> {
  const campaigns =
    code === null
      ? sql`select 'platform'`
      : sql`
        select campaign_id from sub_account_campaign where mode = ${mode} and sub_account_code = ${code}
        union select line.campaign_id from settlement paid join settlement_line line using (mode, settlement_id)
        where paid.mode = ${mode} and paid.sub_account_code = ${code}`
  // A forged settlement may give a sub-account the name by which the main account is compared.
  const isOfCode =
    code === null
      ? sql`(sub_account_code is null or sub_account_code = 'main')`
      : sql`sub_account_code = ${code}`
  return database.rows(
    ourSchema,
    sql`
    with booked as (
      select split_part(effect_key, ':', 3)::bigint as settlement_id, sum(paid_out_kobo + platform_bank_kobo)::bigint as kobo,
        count(*)::integer as entries, min(effective_at) as effective_at
      from ledger_entry
      where mode = ${mode} and kind = ${code === null ? 'platform_payout' : 'payout'} and campaign_id in (${campaigns})
      group by 1)
    select settlement_id as id, status, coalesce(booked.kobo, 0)::bigint as booked, coalesce(booked.entries, 0) as entries,
      booked.effective_at as "effectiveAt"
    from settlement left join booked using (settlement_id)
    where mode = ${mode} and ${isOfCode}`,
  )
}

function compare(
  { id, status, booked, entries, effectiveAt }: Our,
  listed: ProviderSettlement | undefined,
): Difference[] {
  const key = String(id)
  const kind = 'settlement-differs'
  if (!listed) return [{ kind, key, ours: String(booked), theirs: null }]
  // The sweep asks for open settlements until they are paid, and books them.
  if (status !== 'success' && listed.status === 'success') return []
  const paid = listed.status === 'success' && listed.currency === 'NGN' ? listed.effective : 0
  if (booked !== paid)
    return [{ kind, key, ours: String(booked), theirs: `${paid} ${listed.status}` }]
  const { settledAt } = listed
  // A settlement that was corrected has entries of several dates.
  if (entries !== 1 || !effectiveAt || !settledAt) return []
  const isDated = Math.abs(effectiveAt.getTime() - settledAt.getTime()) <= datedWithinMs
  const sides = { ours: effectiveAt.toISOString(), theirs: settledAt.toISOString() }
  return isDated ? [] : [{ kind: 'date-differs', key, ...sides }]
}

/** Settlements that the provider paid to the party, and that we do not have. Each is read on its own. */
async function findMissing(
  deps: ProviderDeps,
  code: Code,
  unknown: readonly ProviderSettlement[],
): Promise<Difference[]> {
  const { payments, now } = deps
  const sweep = await openSweep(deps, 'compared settlement')
  const known = await listKnown(deps, unknown)
  const before = now().getTime() - dividedWithinMs
  const differences: Difference[] = []
  for (const settlement of unknown) {
    const { settlementId, status, settledAt, effective } = settlement
    const isRecent = settledAt === null || settledAt.getTime() >= before
    if (known.has(settlementId) || status !== 'success' || isRecent) continue
    const key = String(settlementId)
    const isMissing = await sweep.run(key, async () => {
      const found: ProviderPayment[] = []
      for await (const payment of payments.settlements.listPayments(settlementId))
        found.push(payment)
      const read = await toLines(deps, found, code)
      return isOfParty(deps, { ...settlement, subAccountCode: code }, found, read)
    })
    if (isMissing)
      differences.push({
        kind: 'settlement-differs',
        key,
        ours: null,
        theirs: `${effective} success`,
      })
  }
  return differences
}

/** The provider may ignore the filter of its list, which then has settlements of other parties. */
async function listKnown(
  { database, mode }: ProviderDeps,
  settlements: readonly ProviderSettlement[],
): Promise<Set<number>> {
  const ids = settlements.map(({ settlementId }) => settlementId)
  return new Set(
    await database.values(
      z.int(),
      sql`select settlement_id from settlement where mode = ${mode} and settlement_id = any(${ids}::bigint[])`,
    ),
  )
}
