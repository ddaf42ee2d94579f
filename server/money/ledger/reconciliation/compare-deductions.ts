import * as z from 'zod/mini'

import { sql } from '../../../platform/database/sql.ts'
import type { BalanceChange } from '../../../providers/payments/settlements.ts'
import { allRefundIds } from '../entries/quarantine.ts'
import type { CompareDeps, OnUnreadable, Span } from './compare-payments.ts'
import type { Difference } from './differences.ts'

/** Rows can appear late, and the sweep that books them runs every hour. */
const bookedWithinMs = 3 * 3_600_000

/** The first and the last day have also the entries that are dated before or after all days. */
type DaySpan = Span & { isFirst: boolean; isLast: boolean }

/** Compares the deductions booked in the span with the changes of the main account's balance that the provider lists, both ways. */
export async function compareDeductions(
  deps: CompareDeps,
  span: DaySpan,
  onUnreadable: OnUnreadable,
): Promise<Difference[]> {
  const { from, to } = span
  const listed = new Map<number, BalanceChange>()
  for await (const change of deps.payments.balance.listSince(from, { to, onUnreadable }))
    if (isDeduction(change) && change.at >= from && change.at < to) listed.set(change.id, change)
  const booked = await listBooked(deps, span)
  return [
    ...(await findMissing(deps, [...listed.values()], booked)),
    ...[...booked].flatMap(([id, ours]) => {
      const theirs = listed.get(id)
      return theirs && -theirs.difference === ours ? [] : [toDifference(id, ours, theirs)]
    }),
  ]
}

/** What payments add and settlements take is compared with the payments and settlements. */
const isDeduction = ({ cause }: BalanceChange) => cause !== 'transaction' && cause !== 'settlement'

const toDifference = (
  id: number,
  ours: number | null,
  theirs: BalanceChange | undefined,
): Difference => ({
  kind: ours === null ? 'deduction-without-entry' : 'deduction-unexplained',
  key: `deduction ${id}`,
  ours: ours === null ? null : String(ours),
  theirs: theirs ? `${-theirs.difference} ${theirs.cause}` : null,
})

/** Kobo by the provider's id of the change. An entry is dated by its change. */
async function listBooked(
  { database, mode }: CompareDeps,
  { from, to, isFirst, isLast }: DaySpan,
): Promise<Map<number, number>> {
  const rows = await database.rows(
    z.object({ id: z.int(), kobo: z.int() }),
    sql`select split_part(effect_key, ':', 3)::bigint as id, sum(donor_clearing_kobo)::bigint as kobo from ledger_entry
        where mode = ${mode} and kind = 'deduction'
          and (effective_at >= ${from} or ${isFirst}::boolean) and (effective_at < ${to} or ${isLast}::boolean)
        group by 1`,
  )
  return new Map(rows.map(({ id, kobo }) => [id, kobo]))
}

/** Listed changes without an entry of their time. A change that no refund explains yet is reported by the sweep that books them. */
async function findMissing(
  { database, mode }: CompareDeps,
  listed: readonly BalanceChange[],
  booked: ReadonlyMap<number, number>,
): Promise<Difference[]> {
  const unbooked = listed.filter(({ id }) => !booked.has(id))
  const rows = await database.rows(
    z.object({ id: z.int() }),
    sql`select wanted.id from unnest(
          ${unbooked.map(({ id }) => id)}::bigint[], ${unbooked.map(({ at }) => at.toISOString())}::timestamptz[]) as wanted (id, at)
        join balance_read on balance_read.mode = ${mode}
          and wanted.at < read_until - make_interval(secs => ${bookedWithinMs / 1000})
        left join balance_change change on change.mode = ${mode} and change.change_id = wanted.id
        where change.change_id is null or (change.is_booked and not exists (
          select from quarantined_payment refunded
          where refunded.mode = ${mode} and owner_uid is null and change.cause = 'refund' and change.cause_id = any(${allRefundIds})))`,
  )
  const missing = new Set(rows.map(({ id }) => id))
  return unbooked
    .filter(({ id }) => missing.has(id))
    .map((change) => toDifference(change.id, null, change))
}
