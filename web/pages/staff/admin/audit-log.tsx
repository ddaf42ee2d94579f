import type { AuditLogEntry } from '#shared/admin.ts'

import { adminText } from '../../../text/admin.ts'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** What reviewers and admins did, with their reasons. */
export function AuditLogTable({ entries }: { entries: AuditLogEntry[] }) {
  const { auditLog: text } = adminText
  if (entries.length === 0) return <EmptyState title={text.none} />
  const columns: Column<AuditLogEntry>[] = [
    { key: 'when', header: text.when, cell: ({ at }) => <ShortMoment iso={at} /> },
    { key: 'by', header: text.by, cell: ({ by }) => by },
    { key: 'action', header: text.action, cell: ({ action }) => getActionName(action) },
    { key: 'item', header: text.item, cell: ({ subject }) => subject },
    { key: 'reason', header: text.reason, cell: ({ reason }) => reason },
  ]
  return (
    <DataTable caption={text.caption} columns={columns} rows={entries} rowKey={({ id }) => id} />
  )
}

/** The log also holds actions that no longer exist, which have no name. */
function getActionName(action: string): string {
  const names: Record<string, string> = adminText.auditLog.names
  return names[action] ?? action
}
