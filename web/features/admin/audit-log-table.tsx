import type { OperatorAct } from '#shared/admin.ts'

import { operatorText } from '../../text/admin.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'

/** What operators did, and why: it is kept for good. */
export function ActTable({ acts }: { acts: OperatorAct[] }) {
  const { acts: text } = operatorText
  if (acts.length === 0) return <EmptyState title={text.none} />
  const columns: Column<OperatorAct>[] = [
    { key: 'when', header: text.when, cell: ({ at }) => <ShortMoment iso={at} /> },
    { key: 'act', header: text.act, cell: ({ act }) => nameOf(act) },
    { key: 'subject', header: text.subject, cell: ({ subject }) => subject },
    { key: 'reason', header: text.reason, cell: ({ reason }) => reason },
  ]
  return <DataTable caption={text.caption} columns={columns} rows={acts} rowKey={({ id }) => id} />
}

/** What we no longer do is still in the list. */
function nameOf(act: string): string {
  const names: Record<string, string> = operatorText.acts.names
  return names[act] ?? act
}
