import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ProviderSettlement } from '../../providers/payments/payments.ts'
import { toPostings } from '../ledger/chart.ts'
import { type NewEntry, bookEntry, lockPosition, platformCampaign } from '../ledger/book-entry.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import { disputedPayment } from '../ledger/provider-reversals.ts'
import { releaseUnidentified } from '../ledger/quarantine.ts'
import type { Difference } from '../ledger/differences.ts'

type Settlement = ProviderSettlement & { subAccountCode: string | null }
type Amounts = { gross: number; deducted: number }

/**
 * Books the difference between what a settlement paid out and what is booked for it: nothing until it succeeds, and the opposite when a
 * success fails later. Answers deductions that no reversal explains.
 */
export async function bookSettlement(
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
  const row = await queries.row(
    z.object({ campaignId: z.string() }),
    sql`select campaign_id as "campaignId" from sub_account_campaign
        where mode = ${mode} and sub_account_code = ${code} order by campaign_id limit 1`,
  )
  return row?.campaignId
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
export function listReversals(
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
export async function isDeductedTooMuch(
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
