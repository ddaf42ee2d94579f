import { randomUUID } from 'node:crypto'

import type { DifferenceKind } from '#shared/difference.ts'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from './provider-report.ts'
import { type Finding, findingSchema } from './ledger-check.ts'
import type { UnreadableRow } from '../../providers/payments/payments.ts'
import { openSweep } from '../../platform/queue/sweep.ts'

/** What the ledger and the provider say about one thing; null where one of them knows nothing. */
export type Difference = {
  kind: DifferenceKind
  key: string
  ours: string | null
  theirs: string | null
}

/**
 * Saves all differences that a comparison of this scope found, and resolves those that it no longer found. Answers how many are open that
 * were not open before.
 */
export async function saveDifferences(
  { database, mode, now }: LedgerDeps,
  scope: string,
  found: readonly Difference[],
): Promise<number> {
  const at = now()
  if (found.length === 0) {
    // Most scopes have none, so one statement is enough.
    await database.run(sql`
      update ledger_difference set state = 'resolved', changed_at = ${at}
      where mode = ${mode} and scope = ${scope} and state <> 'resolved'`)
    return 0
  }
  return database.transaction(async ({ run }) => {
    let opened = 0
    for (const { kind, key, ours, theirs } of found)
      opened += await run(sql`
        insert into ledger_difference as known (
          id, mode, scope, kind, key, ours, theirs, state, first_seen_at, last_seen_at, changed_at)
        values (${randomUUID()}, ${mode}, ${scope}, ${kind}, ${key}, ${ours}, ${theirs}, 'open', ${at}, ${at}, ${at})
        on conflict (mode, scope, kind, key) do update set
          ours = excluded.ours, theirs = excluded.theirs, state = 'open', last_seen_at = excluded.last_seen_at,
          changed_at = excluded.changed_at
        where known.state = 'resolved'
          or (known.ours, known.theirs) is distinct from (excluded.ours, excluded.theirs)`)
    const kinds = found.map(({ kind }) => kind)
    const keys = found.map(({ key }) => key)
    const isFound = sql`exists (
      select from unnest(${kinds}::text[], ${keys}::text[]) as found (kind, key)
      where found.kind = known.kind and found.key = known.key)`
    await run(sql`
      update ledger_difference known set last_seen_at = ${at}
      where mode = ${mode} and scope = ${scope} and ${isFound}`)
    await run(sql`
      update ledger_difference known set state = 'resolved', changed_at = ${at}
      where mode = ${mode} and scope = ${scope} and state <> 'resolved' and not ${isFound}`)
    return opened
  })
}

/** Up to 100 open differences, as the findings of a ledger check. A fee off its published rule is booked as it was taken. */
export function listOpenDifferences({ database, mode }: LedgerDeps): Promise<Finding[]> {
  return database.rows(
    findingSchema,
    sql`select kind as name, scope || ' ' || key as key, ours, theirs from ledger_difference
        where mode = ${mode} and state = 'open' and kind <> 'fee-off-rule' order by first_seen_at, key limit 100`,
  )
}

/** Longer than the pause between two sweeps of the same list: a row that no sweep reported since then was read. */
const forgottenAfterMs = 26 * 3_600_000

/** Collects the unreadable rows of the provider's lists while a sweep goes on with the others. */
export function collectUnreadable(deps: LedgerDeps) {
  const rows: UnreadableRow[] = []
  return {
    onUnreadable: (row: UnreadableRow): void => void rows.push(row),
    /** Records them as failing items, which are reported to the admin. */
    save: async (): Promise<void> => {
      const sweep = await openSweep(deps, 'unreadable row')
      for (const { list, key, reason } of rows) await sweep.fail(`${list} ${key}`, reason)
      await sweep.forget(new Date(deps.now().getTime() - forgottenAfterMs))
    },
  }
}

/** Keeps them as differences between the ledger and the provider, for a comparison that reads them again. */
export function unreadableDifferences() {
  const differences: Difference[] = []
  const onUnreadable = ({ list, key, reason }: UnreadableRow): void =>
    void differences.push({
      kind: 'unreadable-row',
      key: `${list} ${key}`,
      ours: null,
      theirs: reason,
    })
  return { differences, onUnreadable }
}
