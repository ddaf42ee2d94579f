import type { UnreadableRow } from '../../../providers/payments/unreadable-row.ts'
import { openSweep } from '../../../platform/queue/sweep.ts'
import type { LedgerDeps } from '../entries/ledger-deps.ts'
import type { Difference } from './differences.ts'

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
