import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import type { PaymentMode } from '#shared/donation.ts'

import type { Transaction, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import {
  type ProviderPayment,
  type ProviderSettlement,
  feeBearers,
  transferTerms,
} from '../../providers/payments/payments.ts'
import { type LedgerDeps, type PaymentDeps, toOwnerShare } from '../ledger/provider-report.ts'
import {
  type Difference,
  collectUnreadable,
  saveDifferences,
  unreadableDifferences,
} from '../ledger/differences.ts'
import { payoutNoticeJob } from './donation-payouts.ts'
import { toPostings } from '../ledger/chart.ts'
import { type NewEntry, bookEntry, lockPosition, platformCampaign } from '../ledger/book-entry.ts'
import { disputedPayment } from '../ledger/book-reversals.ts'
import { reconciledMs } from '../donations/donations.ts'
import { releaseUnidentified } from '../ledger/quarantine.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>
type Settlement = ProviderSettlement & { subAccountCode: string | null }

export function settlementReconciliation(deps: Deps) {
  return {
    /** Reads the settlements of each party and books what was paid out. Answers how many were new or changed. */
    async reconcileSettlements(): Promise<number> {
      const [parties, settlements] = await Promise.all([
        openSweep(deps, 'settlements of a party'),
        openSweep(deps, 'settlement'),
      ])
      const { onUnreadable, save } = collectUnreadable(deps)
      let changed = 0
      for (const party of await listParties(deps)) {
        await markTried(deps, party)
        await parties.run(party.code ?? 'main', async () => {
          const { listSince } = deps.payments.settlements
          const listed: number[] = []
          for await (const found of listSince(party.from, party.code, onUnreadable)) {
            if (found.mode !== deps.mode) continue
            const settlement = { ...found, subAccountCode: party.code }
            const key = String(found.settlementId)
            listed.push(found.settlementId)
            if (await settlements.run(key, () => reconcile(deps, settlement))) changed += 1
          }
          await saveDifferences(deps, toScope(party), await findUnlisted(deps, party, listed))
          await markAsked(deps, party)
        })
      }
      await save()
      return changed
    },
  }
}

/** The provider may use another date of a settlement for the start of its list. */
const listedWithinMs = 7 * 24 * 3_600_000
const toScope = ({ code }: Party) => `settlements of ${code ?? 'main'}`

/** Settlements of a party that we have and the provider's list lacks. */
async function findUnlisted(
  { database, mode }: Deps,
  { code, from }: Party,
  listed: readonly number[],
): Promise<Difference[]> {
  const rows = await database.rows(
    z.object({ key: z.string(), ours: z.string() }),
    sql`select settlement_id::text as key, effective_kobo::text as ours from settlement
        where mode = ${mode} and sub_account_code is not distinct from ${code}
          and coalesce(settled_at, asked_at) >= ${new Date(from.getTime() + listedWithinMs)}
          and not settlement_id = any(${listed}::bigint[])`,
  )
  return rows.map((row) => ({ kind: 'settlement-differs', theirs: null, ...row }))
}

/** True if the settlement was new or changed. */
async function reconcile(deps: Deps, settlement: Settlement): Promise<boolean> {
  const known = await findKnown(deps, settlement)
  if (known && known.subAccountCode !== settlement.subAccountCode) return false
  if (known?.isUnchanged && !(await isMisallocated(deps, settlement))) return false
  const payments: ProviderPayment[] = []
  const { differences: unreadable, onUnreadable } = unreadableDifferences()
  const { listPayments } = deps.payments.settlements
  for await (const payment of listPayments(settlement.settlementId, onUnreadable))
    payments.push(payment)
  const read = await toLines(deps, payments, settlement.subAccountCode)
  if (!known && !(await isOfParty(deps, settlement, payments, read))) return false
  const unexplained = await deps.database.transaction(async (queries) => {
    await saveSettlement(deps, queries, { settlement, lines: read.lines })
    if (settlement.status === 'success' && settlement.subAccountCode !== null && !deps.isQuiet)
      await enqueueJob(queries, payoutNoticeJob(settlement))
    return bookSettlement(deps, queries, settlement)
  })
  const differences = [...unreadable, ...compare(settlement, read), ...unexplained]
  await saveDifferences(deps, `settlement ${settlement.settlementId}`, differences)
  // Last, so that a process that is killed before it saved the differences compares again. A deduction may be explained by a refund that
  // is reported later.
  const isRead = unreadable.length === 0 && unexplained.length === 0
  if (isRead && isFinal(deps, settlement, read)) await markRead(deps, settlement)
  return true
}

const isFinal = (deps: Deps, settlement: Settlement, { openMs }: SettlementLines) =>
  settlement.status === 'success' && (openMs === 0 || !isRecent(deps, settlement, openMs))

/** Some payments are never ours, and their settlement counts all the same. */
export const dividedWithinMs = 3 * 24 * 3_600_000

const isRecent = (
  { now }: Deps,
  { settledAt }: Pick<Settlement, 'settledAt'>,
  withinMs = dividedWithinMs,
) => settledAt === null || now().getTime() - settledAt.getTime() < withinMs

/** The provider may ignore the filter of its list: a settlement belongs to the party whose sum is closest to its total. */
export async function isOfParty(
  deps: Deps,
  { subAccountCode, total, status, settledAt }: Settlement,
  payments: readonly ProviderPayment[],
  { sum, codes }: SettlementLines,
): Promise<boolean> {
  if (sum === total) return true
  // Shares are unknown before the provider reports its fee, and payments join until the payout, so a later run decides.
  const isOpen = payments.length === 0 || status !== 'success'
  const isDividedLater = payments.some(({ split, fees }) => split === null && fees === null)
  if ((isOpen || isDividedLater) && isRecent(deps, { settledAt })) return false
  if (subAccountCode !== null && codes.size > 0 && !codes.has(subAccountCode)) return false
  // Only the main account has a part of payments to several. Its part may have changed with a fee since, and be negative.
  if (codes.size > 1) return subAccountCode === null
  const others = [null, ...codes].filter((code) => code !== subAccountCode)
  const sums = await Promise.all(others.map((code) => toLines(deps, payments, code)))
  return sums.every((other) => toDistance(other.sum, total) >= toDistance(sum, total))
}

/** How many times one of the two is the other. A part of a settlement is closer to it by this than by the difference. */
const toDistance = (one: number, other: number) =>
  Math.max(one, other) / Math.max(1, Math.min(one, other))

const knownSchema = z.object({ subAccountCode: z.nullable(z.string()), isUnchanged: z.boolean() })

function findKnown({ database }: Deps, settlement: Settlement) {
  return database.row(
    knownSchema,
    sql`select sub_account_code as "subAccountCode",
          is_read and status = ${settlement.status} and total_kobo = ${settlement.total}
            and effective_kobo = ${settlement.effective} as "isUnchanged"
        from settlement where mode = ${settlement.mode} and settlement_id = ${settlement.settlementId}`,
  )
}

/** The provider does not say what a deduction is for, and what is reported later may show that it was for another campaign. */
async function isMisallocated(
  { database, mode }: Deps,
  { subAccountCode, total, effective }: Settlement,
): Promise<boolean> {
  if (subAccountCode === null || total === effective) return false
  return isDeductedTooMuch(database, subAccountCode, mode)
}

type Read = { settlement: Settlement; lines: readonly SettlementLine[] }

/** Payments join a settlement until it is paid out, so its lines are replaced each time. */
async function saveSettlement(
  { now }: Deps,
  { run }: Transaction,
  { settlement, lines }: Read,
): Promise<void> {
  const { mode, settlementId } = settlement
  await run(sql`
    insert into settlement (
      mode, settlement_id, sub_account_code, status, currency, total_kobo, effective_kobo, deductions_kobo, fees_kobo,
      settled_at, asked_at, is_read)
    values (
      ${mode}, ${settlementId}, ${settlement.subAccountCode}, ${settlement.status}, ${settlement.currency},
      ${settlement.total}, ${settlement.effective}, ${settlement.deductions}, ${settlement.fees}, ${settlement.settledAt},
      ${now()}, false)
    on conflict (mode, settlement_id) do update set
      status = excluded.status, total_kobo = excluded.total_kobo, effective_kobo = excluded.effective_kobo,
      deductions_kobo = excluded.deductions_kobo, fees_kobo = excluded.fees_kobo, settled_at = excluded.settled_at,
      asked_at = excluded.asked_at, is_read = excluded.is_read`)
  await run(
    sql`delete from settlement_line where mode = ${mode} and settlement_id = ${settlementId}`,
  )
  await run(sql`
    insert into settlement_line (
      mode, settlement_id, campaign_id, donation_id, quarantined_id, gross_kobo, fee_kobo, share_kobo, leg_kobo)
    select ${mode}, ${settlementId}, "campaignId", "donationId", "quarantinedId", gross, fee, share, leg
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
      "campaignId" text, "donationId" uuid, "quarantinedId" uuid, gross bigint, fee bigint, share bigint, leg bigint)
    on conflict do nothing`)
}

async function markRead({ database }: Deps, { mode, settlementId }: Settlement): Promise<void> {
  await database.run(sql`
    update settlement set is_read = true where mode = ${mode} and settlement_id = ${settlementId}`)
}

/** The settled sum, each line and the ledger's legs must agree to the kobo. */
function compare(
  { total, currency }: Settlement,
  { lines, unknown, sum }: SettlementLines,
): Difference[] {
  const kind = 'settlement-differs'
  const differences: Difference[] = lines
    .filter(({ share, leg }) => share !== leg)
    .map(({ campaignId, donationId, quarantinedId, share, leg }) => ({
      kind,
      key: `${campaignId} ${donationId ?? quarantinedId}`,
      ours: String(leg),
      theirs: String(share),
    }))
  for (const reference of unknown)
    differences.push({ kind, key: reference, ours: null, theirs: 'paid out' })
  if (sum !== total || currency !== 'NGN')
    differences.push({ kind, key: 'total', ours: `${sum} NGN`, theirs: `${total} ${currency}` })
  return differences
}

/** Settlements of a party are asked for in one call, so that one run takes minutes at most. The others follow in the next hour. */
const partiesPerRun = 500
/** Some settlements stay pending for weeks, over weekends and bank holidays. */
const watchedMs = 60 * 86_400_000
const dayMs = 86_400_000

/** A receiver of settlements: a sub-account, or null for the main account. */
type Party = { code: string | null; from: Date }

const partySchema = z.object({ code: z.string(), from: z.nullable(z.date()) })

/** The main account, and the sub-accounts that were tried longest ago: one that always fails must not take the turn of another. */
export async function listParties(
  { database, mode, now }: LedgerDeps,
  limit = partiesPerRun,
): Promise<Party[]> {
  const watchedFrom = new Date(now().getTime() - watchedMs)
  await database.run(sql`
    insert into sub_account_campaign (mode, sub_account_code, campaign_id)
    select distinct mode, sub_account_code, campaign_id from donation
    where mode = ${mode} and created_at >= coalesce(
      (select max(asked_at) - interval '1 day' from sub_account_campaign where mode = ${mode}), '-infinity')
    on conflict do nothing`)
  const found = await database.rows(
    partySchema,
    sql`select sub_account_code as code,
          case when bool_and(asked_at is not null) then least(${watchedFrom}::timestamptz, min(asked_at) - interval '7 days', (
            select min(settled_at) - interval '1 day' from settlement open
            where open.mode = ${mode} and open.sub_account_code = known.sub_account_code and open.status <> 'success')) end as "from"
        from sub_account_campaign known where mode = ${mode}
        group by sub_account_code order by min(coalesce(tried_at, '-infinity')), code limit ${limit}`,
  )
  const main = { code: null, from: await findMainStart({ database, mode, now }) }
  return [main, ...found.map(({ code, from }) => ({ code, from: from ?? new Date(0) }))]
}

/** The whole history the first time. */
async function findMainStart({ database, mode, now }: LedgerDeps): Promise<Date> {
  const row = await database.row(
    z.object({ oldest: z.nullable(z.date()), isKnown: z.boolean() }),
    sql`select min(settled_at) filter (where status <> 'success') as oldest, count(*) > 0 as "isKnown" from settlement
        where mode = ${mode} and sub_account_code is null`,
  )
  if (!row?.isKnown) return new Date(0)
  const watched = now().getTime() - watchedMs
  return new Date(Math.min(watched, (row.oldest?.getTime() ?? watched) - dayMs))
}

export async function markAsked(
  { database, mode, now }: LedgerDeps,
  { code }: Party,
): Promise<void> {
  await database.run(sql`
    update sub_account_campaign set asked_at = ${now()} where mode = ${mode} and sub_account_code = ${code ?? ''}`)
}

/** Before the attempt, so that the end of the process is no reason to try the same party first. */
export async function markTried(
  { database, mode, now }: LedgerDeps,
  { code }: Party,
): Promise<void> {
  await database.run(sql`
    update sub_account_campaign set tried_at = ${now()} where mode = ${mode} and sub_account_code = ${code ?? ''}`)
}

const legSchema = z.object({
  /** The reference of a donation, or the transaction of another payment. */
  key: z.string(),
  campaignId: z.string(),
  /** One of the two is null. */
  donationId: z.nullable(z.string()),
  quarantinedId: z.nullable(z.string()),
  subAccountCode: z.string(),
  feeBearer: z.enum(feeBearers),
  transactionCharge: koboSchema,
  /** Null until the payment is booked. */
  bookedFee: z.nullable(z.int()),
  ownerLeg: z.int(),
  mainLeg: z.int(),
})
type Leg = z.output<typeof legSchema>

/** A party's part of one payment: `share` is what the provider settled, `leg` what the ledger has. */
type SettlementLine = {
  campaignId: string
  /** One of the two is null. */
  donationId: string | null
  quarantinedId: string | null
  gross: number
  fee: number | null
  share: number
  leg: number
}

/**
 * The lines of a settlement for one party, the sub-accounts of all its payments, and the references that the ledger does not know.
 * `openMs`: for how long after its payout it is read again, because a payment of it may be booked later.
 */
type SettlementLines = {
  lines: SettlementLine[]
  codes: Set<string>
  unknown: string[]
  openMs: number
  sum: number
}

/** What charges and fees gave each owner and the main account, before returns and payouts. */
async function listLegs(
  { database, mode }: LedgerDeps,
  payments: readonly ProviderPayment[],
): Promise<Map<string, Leg>> {
  const references = payments.map(({ reference }) => reference)
  const ids = payments.map(({ transactionId }) => transactionId)
  const legs = await database.rows(
    legSchema,
    sql`select known.reference as key, donation.campaign_id as "campaignId", donation.id as "donationId",
          null::uuid as "quarantinedId", donation.sub_account_code as "subAccountCode", donation.fee_bearer as "feeBearer",
          donation.transaction_charge_kobo as "transactionCharge", legs.fee as "bookedFee", legs.owner as "ownerLeg", legs.balance - legs.owner as "mainLeg"
        from donation_reference known
        join donation on donation.campaign_id = known.campaign_id and donation.id = known.donation_id
        cross join lateral (
          select coalesce(-sum(payable_due_kobo + payable_held_kobo + owner_receivable_kobo), 0)::bigint as owner,
            coalesce(sum(provider_balance_kobo), 0)::bigint as balance, sum(fee_kobo)::bigint as fee
          from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id and entry.kind in ('charge', 'fee')) legs
        where known.reference = any(${references}) and donation.mode = ${mode} and donation.state <> 'quarantined'
        union all
        select transaction_id::text, booked_in, null, id, coalesce(seen ->> 'subAccountCode', ''), ${transferTerms.feeBearer},
          ${transferTerms.transactionCharge}::bigint, fee_kobo, share_kobo, net_kobo - share_kobo
        from quarantined_payment
        where transaction_id = any(${ids}::bigint[]) and mode = ${mode} and booked_in is not null and state <> 'accepted'`,
  )
  return new Map(legs.map((leg) => [leg.key, leg]))
}

/** Payments that were reported and are no donations, and whether another shop on the same key has them. */
async function listReported({ database, mode }: LedgerDeps, payments: readonly ProviderPayment[]) {
  const ids = payments.map(({ transactionId }) => transactionId)
  const references = payments.map(({ reference }) => reference)
  const rows = await database.rows(
    z.object({ id: z.int(), isOther: z.boolean() }),
    sql`select id, bool_or(is_other) as "isOther" from (
          select transaction_id as id, true as is_other from other_payment
          where mode = ${mode} and transaction_id = any(${ids}::bigint[])
          union all select transaction_id, false from quarantined_payment
          where mode = ${mode} and reference = any(${references}) and transaction_id = any(${ids}::bigint[])) reported
        group by id`,
  )
  return new Map(rows.map(({ id, isOther }) => [id, isOther]))
}

/** The lines of a settlement for a sub-account, or for the main account if `code` is null. */
export async function toLines(
  deps: LedgerDeps,
  payments: readonly ProviderPayment[],
  code: string | null,
): Promise<SettlementLines> {
  const [legs, reported] = await Promise.all([
    listLegs(deps, payments),
    listReported(deps, payments),
  ])
  const lines: SettlementLine[] = []
  const unknown: string[] = []
  const codes = new Set<string>()
  let sum = 0
  let openMs = 0
  for (const payment of payments) {
    const leg = legs.get(String(payment.transactionId)) ?? legs.get(payment.reference)
    const share = toShare(payment, leg, code)
    const paidTo = payment.subAccountCode ?? leg?.subAccountCode
    if (paidTo) codes.add(paidTo)
    sum += share
    const isOther = reported.get(payment.transactionId)
    openMs = Math.max(openMs, toOpenMs(leg, isOther))
    if (leg === undefined && !isOther) unknown.push(payment.reference)
    if (leg)
      lines.push({
        campaignId: leg.campaignId,
        donationId: leg.donationId,
        quarantinedId: leg.quarantinedId,
        gross: payment.amount,
        fee: payment.fees,
        share,
        leg: code === null ? leg.mainLeg : leg.ownerLeg,
      })
  }
  return { lines, codes, unknown, openMs, sum }
}

/** Of a payment that nobody has reported yet, until no sweep reports it any more. */
function toOpenMs(leg: Leg | undefined, isOther: boolean | undefined): number {
  if (isOther || (leg && leg.bookedFee !== null)) return 0
  return isOther === undefined ? reconciledMs.deep : dividedWithinMs
}

function toShare(payment: ProviderPayment, leg: Leg | undefined, code: string | null) {
  if (code === null) return toMainShare(payment, leg)
  const paidTo = payment.subAccountCode ?? leg?.subAccountCode
  return paidTo === code ? toSubAccountShare(payment, leg) : 0
}

/** As the provider reports it, otherwise as it is booked, or as it was agreed for a payment or fee that is not booked yet. */
function toSubAccountShare({ split, amount, fees }: ProviderPayment, leg: Leg | undefined) {
  if (split !== null || leg === undefined) return split?.subAccount ?? 0
  return isBooked(leg, fees)
    ? leg.ownerLeg
    : toOwnerShare({ charged: amount, fees, terms: leg, split })
}

function toMainShare(payment: ProviderPayment, leg: Leg | undefined) {
  const { split, amount, fees } = payment
  if (split !== null) return split.main
  if (leg && isBooked(leg, fees)) return leg.mainLeg
  return amount - (fees ?? 0) - toSubAccountShare(payment, leg)
}

const isBooked = ({ bookedFee }: Leg, fees: number | null) =>
  bookedFee !== null && (fees === null || fees === bookedFee)

type Amounts = { gross: number; deducted: number }

/**
 * Books the difference between what a settlement paid out and what is booked for it: nothing until it succeeds, and the opposite when a
 * success fails later. Answers deductions that no reversal explains.
 */
async function bookSettlement(
  deps: LedgerDeps,
  queries: Transaction,
  settlement: Settlement,
): Promise<Difference[]> {
  const isPaid = settlement.status === 'success' && settlement.currency === 'NGN'
  const { subAccountCode } = settlement
  if (subAccountCode === null) {
    const net = isPaid ? Math.max(0, settlement.effective) : 0
    await bookPlatformPayout(deps, queries, settlement, net)
    return []
  }
  const { wanted, unexplained } = isPaid
    ? await toAmounts(queries, settlement, subAccountCode)
    : { wanted: new Map<string, Amounts>(), unexplained: 0 }
  await bookOwnersPayouts(deps, queries, settlement, wanted)
  if (unexplained === 0) return []
  const sides = { ours: '0', theirs: String(unexplained) }
  return [{ kind: 'deduction-unexplained', key: 'deductions', ...sides }]
}

async function bookOwnersPayouts(
  deps: LedgerDeps,
  queries: Transaction,
  settlement: Settlement,
  wanted: ReadonlyMap<string, Amounts>,
): Promise<void> {
  const booked = await listBooked(queries, settlement)
  const campaigns = new Set([...wanted.keys(), ...booked.keys()])
  for (const campaignId of [...campaigns].toSorted()) {
    await releasePaidOut(deps, queries, settlement, campaignId)
    const { gross = 0, deducted = 0 } = wanted.get(campaignId) ?? {}
    const before = booked.get(campaignId) ?? { gross: 0, deducted: 0, entries: 0 }
    const change = { gross: gross - before.gross, deducted: deducted - before.deducted }
    if (change.gross === 0 && change.deducted === 0) continue
    const postings = toPostings.payout(change)
    await bookEntry(deps, queries, {
      ...toEntry(deps, settlement, before.entries),
      kind: 'payout',
      campaignId,
      postings,
    })
  }
}

/** The organiser gets what the settlement paid out, also of a payment that is no donation. */
async function releasePaidOut(
  deps: LedgerDeps,
  queries: Transaction,
  { mode, settlementId, status }: Settlement,
  campaignId: string,
) {
  if (status !== 'success') return
  await lockPosition(queries, { campaignId, mode })
  await releaseUnidentified(
    deps,
    queries,
    sql`booked_in = ${campaignId} and id in (
      select quarantined_id from settlement_line where mode = ${mode} and settlement_id = ${settlementId} and share_kobo <> 0)`,
  )
}

type Base = Omit<NewEntry, 'kind' | 'campaignId' | 'postings' | 'donationId' | 'reversal'>

/** An entry of the settlement: each change of its outcome has a number. */
function toEntry({ mode, now }: LedgerDeps, settlement: Settlement, entries: number): Base {
  const kind = settlement.subAccountCode === null ? 'platform_payout' : 'payout'
  return {
    effectKey: `${kind}:${mode}:${settlement.settlementId}${entries > 0 ? `:${entries}` : ''}`,
    memo: null,
    effectiveAt: settlement.settledAt ?? now(),
    source: 'sweep',
  }
}

const lineSumSchema = z.object({ campaignId: z.string(), share: z.int() })

/** What the settlement paid for each campaign. The provider's sum counts where its lines do not add up to it. */
async function toAmounts(queries: Transaction, settlement: Settlement, code: string) {
  const { mode, settlementId, total, effective } = settlement
  const sums = await queries.rows(
    lineSumSchema,
    sql`select campaign_id as "campaignId", sum(share_kobo)::bigint as share from settlement_line
        where mode = ${mode} and settlement_id = ${settlementId} group by campaign_id order by share desc, campaign_id`,
  )
  const largest = sums[0]?.campaignId ?? (await findCampaign(queries, mode, code))
  const wanted = new Map<string, Amounts>()
  if (largest === undefined) return { wanted, unexplained: 0 }
  const add = (campaignId: string, change: Partial<Amounts>) => {
    const { gross, deducted } = wanted.get(campaignId) ?? { gross: 0, deducted: 0 }
    wanted.set(campaignId, {
      gross: gross + (change.gross ?? 0),
      deducted: deducted + (change.deducted ?? 0),
    })
  }
  for (const { campaignId, share } of sums) add(campaignId, { gross: share })
  const rest = total - sums.reduce((sum, { share }) => sum + share, 0)
  if (rest !== 0) add(largest, { gross: rest })
  // A debt that is larger than the settlement is carried to the next one.
  const deducted = total - Math.max(0, effective)
  const reversals = await listReversals(queries, code, settlement)
  const { allocated, unexplained } = allocateDeductions(deducted, reversals)
  for (const { campaignId, amount } of allocated) add(campaignId, { deducted: amount })
  if (unexplained !== 0) add(largest, { deducted: unexplained })
  return { wanted, unexplained }
}

async function findCampaign(queries: Transaction, mode: string, code: string) {
  return queries.value(
    z.string(),
    sql`select campaign_id from sub_account_campaign
        where mode = ${mode} and sub_account_code = ${code} order by campaign_id limit 1`,
  )
}

const bookedSchema = z.object({
  campaignId: z.string(),
  gross: z.int(),
  deducted: z.int(),
  entries: z.int(),
})

async function listBooked(queries: Transaction, { mode, settlementId }: Settlement) {
  const rows = await queries.rows(
    bookedSchema,
    sql`select campaign_id as "campaignId", (-sum(provider_balance_kobo))::bigint as gross,
          sum(donor_clearing_kobo)::bigint as deducted, count(*)::integer as entries
        from ledger_entry
        where kind = 'payout' and mode = ${mode} and campaign_id in (
            select campaign_id from settlement_line where mode = ${mode} and settlement_id = ${settlementId}
            union select campaign_id from sub_account_campaign where mode = ${mode} and sub_account_code = (
              select sub_account_code from settlement where mode = ${mode} and settlement_id = ${settlementId}))
          and split_part(effect_key, ':', 3) = ${String(settlementId)}
        group by campaign_id`,
  )
  return new Map(rows.map((row) => [row.campaignId, row]))
}

async function bookPlatformPayout(
  deps: LedgerDeps,
  queries: Transaction,
  settlement: Settlement,
  net: number,
): Promise<void> {
  const booked = await queries.row(
    z.object({ net: z.int(), entries: z.int() }),
    sql`select coalesce(sum(platform_bank_kobo), 0)::bigint as net, count(*)::integer as entries from ledger_entry
        where campaign_id = ${platformCampaign} and mode = ${deps.mode} and kind = 'platform_payout'
          and split_part(effect_key, ':', 3) = ${String(settlement.settlementId)}`,
  )
  const change = net - (booked?.net ?? 0)
  if (change === 0) return
  await bookEntry(deps, queries, {
    ...toEntry(deps, settlement, booked?.entries ?? 0),
    kind: 'platform_payout',
    campaignId: platformCampaign,
    postings: toPostings.platformPayout(change),
  })
}

const reversalsSchema = z.object({
  campaignId: z.string(),
  open: z.int(),
  pending: z.int(),
  failed: z.int(),
})

/**
 * Reversals of the sub-account's campaigns that the provider has not deducted, oldest first. A refund that is under way may be deducted
 * before it is processed, and a dispute that was reopened for less may have been deducted up to its payment. What the settlement has
 * deducted already is open to it again.
 */
function listReversals(
  queries: Queries,
  code: string,
  { mode, settlementId }: { mode: PaymentMode; settlementId: number | null },
): Promise<CampaignReversals[]> {
  return queries.rows(
    reversalsSchema,
    sql`select known.campaign_id as "campaignId", (cleared.open + cleared.own)::bigint as open, pending.kobo::bigint as pending,
          failed.kobo::bigint as failed
        from sub_account_campaign known
        cross join lateral (
          select coalesce(-sum(donor_clearing_kobo), 0) as open, min(booked_at) filter (where reversal_key is not null) as oldest,
            coalesce(sum(donor_clearing_kobo) filter (
              where kind = 'payout' and split_part(effect_key, ':', 3) = ${String(settlementId)}), 0) as own
          from ledger_entry entry where entry.campaign_id = known.campaign_id and entry.mode = ${mode}
            and entry.donor_clearing_kobo <> 0) cleared
        cross join lateral (
          select coalesce(sum(kobo), 0) as kobo from (
            select amount_kobo as kobo from provider_refund refund
            where refund.campaign_id = known.campaign_id and refund.mode = ${mode} and status not in ('processed', 'failed')
            union all
            select refund_kobo from provider_dispute dispute
            where dispute.campaign_id = known.campaign_id and dispute.mode = ${mode} and status not in ('resolved', 'archived')) open
        ) pending
        cross join lateral (
          select coalesce(sum(kobo), 0) as kobo from (
            select amount_kobo as kobo from provider_refund refund
            where refund.campaign_id = known.campaign_id and refund.mode = ${mode} and status = 'failed'
            union all
            select greatest(0, paid.kobo - case
                when dispute.status not in ('resolved', 'archived') then coalesce(refund_kobo, 0)
                when dispute.resolution in ('merchant-accepted', 'auto-accepted') then coalesce(refund_kobo, paid.kobo)
                else 0 end)
            from provider_dispute dispute cross join lateral (${disputedPayment}) paid
            where dispute.campaign_id = known.campaign_id and dispute.mode = ${mode}) ended) failed
        where known.mode = ${mode} and known.sub_account_code = ${code}
        order by cleared.oldest nulls last, known.campaign_id`,
  )
}

/** Whether more was deducted for a campaign of the sub-account than its reversals explain: another campaign's was meant. */
async function isDeductedTooMuch(
  queries: Queries,
  code: string,
  mode: PaymentMode,
): Promise<boolean> {
  const reversals = await listReversals(queries, code, { mode, settlementId: null })
  return (
    reversals.length > 1 &&
    reversals.some(({ open, pending, failed }) => open + pending + failed < 0)
  )
}

/**
 * Reversals of a campaign: what the provider has not deducted yet (negative: what it must give back), those under way, and those that
 * failed, were won or were reopened for less and may have been deducted before.
 */
type CampaignReversals = {
  campaignId: string
  open: number
  pending: number
  failed: number
}

/** In this order: a deduction is for what is final, for what is under way, or for what the provider gives back later. */
const tiers: readonly ((reversals: CampaignReversals) => number)[] = [
  ({ open }) => open,
  ({ open, pending }) => open + pending,
  ({ open, pending, failed }) => open + pending + failed,
]

/**
 * Allocates a deduction to the reversals of a sub-account's campaigns, in their order, or what the provider gives back to those that it
 * deducted too much from. `unexplained` is what no reversal explains.
 */
function allocateDeductions(deducted: number, reversals: readonly CampaignReversals[]) {
  const isWhole = deducted === reversals.reduce((sum, { open }) => sum + open, 0)
  const amounts = new Map(reversals.map(({ campaignId, open }) => [campaignId, isWhole ? open : 0]))
  let left = isWhole ? 0 : deducted
  for (const toMost of tiers)
    for (const campaign of reversals) {
      const before = amounts.get(campaign.campaignId) ?? 0
      const amount = clamp(left, toMost(campaign) - before)
      amounts.set(campaign.campaignId, before + amount)
      left -= amount
    }
  const allocated = [...amounts].map(([campaignId, amount]) => ({ campaignId, amount }))
  return { allocated: allocated.filter(({ amount }) => amount !== 0), unexplained: left }
}

/** A deduction takes from what is open, and giving back from what was deducted too much. */
const clamp = (left: number, room: number) =>
  left < 0 ? Math.max(left, Math.min(0, room)) : Math.min(left, Math.max(0, room))
