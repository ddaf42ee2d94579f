import { useState, type ReactNode } from 'react'

import { toPath } from '../../../api/client.ts'
import { lazyPart } from '../../../forms/lazy.tsx'
import { adminText } from '../../../text/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { type StaffAddress, useStaffAction } from './use-staff-action.ts'

const StaffReasonDialog = lazyPart(
  async () => (await import('./staff-reason-dialog.tsx')).StaffReasonDialog,
)

export type Action<Row> = {
  /** The header of the column with the buttons. */
  header: string
  button: string
  name: (row: Row) => string
  /** Its `:id` is the key of the row. */
  path: StaffAddress
  /** The toast after success. */
  done: string
  /** The title of the dialog that asks for the reason. Undefined for an action without a reason. */
  reasonTitle?: (row: Row) => string
  body?: (row: Row) => object
  isDangerous?: boolean
  isOffered?: (row: Row) => boolean
  /** Stands in place of the button where the action is not offered. */
  instead?: (row: Row) => ReactNode
}

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  isWide?: boolean
  action: Action<Row>
  /** Offered in the same cell. */
  more?: readonly Action<Row>[]
  onDone: () => void
}

/** A table of the admin's pages with actions on each row, which may need a reason for the audit log. */
export function ActionTable<Row>({
  columns,
  action: first,
  more = [],
  onDone,
  ...table
}: Props<Row>) {
  const [chosen, setChosen] = useState<{ row: Row; action: Action<Row> }>()
  const { act, pending } = useStaffAction(onDone)
  const { rowKey } = table
  const send = async ({ row, action }: { row: Row; action: Action<Row> }, reason: object) => {
    if (await act(action.path, rowKey(row), action.done, { ...reason, ...action.body?.(row) }))
      setChosen(undefined)
  }
  const toButton = (row: Row, action: Action<Row>) =>
    action.isOffered?.(row) === false ? (
      action.instead?.(row)
    ) : (
      <Button
        key={action.path}
        variant={action.isDangerous ? 'quiet-danger' : 'quiet'}
        busy={pending === toPath(action.path, { id: rowKey(row) }) && chosen === undefined}
        aria-label={action.name(row)}
        onClick={() =>
          action.reasonTitle ? setChosen({ row, action }) : void send({ row, action }, {})
        }
      >
        {action.button}
      </Button>
    )
  const buttons: Column<Row> = {
    header: first.header,
    cell: (row) => [first, ...more].map((action) => toButton(row, action)),
  }
  const title = chosen?.action.reasonTitle?.(chosen.row)
  return (
    <>
      <DataTable {...table} columns={[...columns, buttons]} />
      {chosen && title && (
        <StaffReasonDialog
          open
          schema="adminReasonSchema"
          title={title}
          label={adminText.reason}
          hint={adminText.reasonHint}
          confirmLabel={title}
          onSend={(reason) => send(chosen, { reason })}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}
