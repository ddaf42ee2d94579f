import * as z from 'zod/mini'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import type { ProviderPayment, ProviderSettlement } from '../../providers/payments/payments.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import {
  type Difference,
  collectUnreadable,
  saveDifferences,
  unreadableDifferences,
} from '../ledger/differences.ts'
import { bookSettlement, isDeductedTooMuch } from './book-settlement.ts'
import { payoutNoticeJob } from './donation-payouts.ts'
import { type SettlementLine, type SettlementLines, toLines } from './settlement-lines.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>
export type Settlement = ProviderSettlement & { subAccountCode: string | null }

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

/** A payment that is not in the ledger yet may be reported later, and then be no donation. */
const isFinal = (deps: Deps, settlement: Settlement, { isComplete }: SettlementLines) =>
  settlement.status === 'success' && (isComplete || !isRecent(deps, settlement))

/** Some payments never get a fee or are never ours, and their settlement counts all the same. */
export const dividedWithinMs = 3 * 24 * 3_600_000

const isRecent = ({ now }: Deps, { settledAt }: Pick<Settlement, 'settledAt'>) =>
  settledAt === null || now().getTime() - settledAt.getTime() < dividedWithinMs

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
export type Party = { code: string | null; from: Date }

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
