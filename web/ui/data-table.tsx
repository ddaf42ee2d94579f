/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see DataTable */
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  numeric?: boolean | undefined
}

type DataTableProps<Row> = {
  caption: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className?: string | undefined
}

/**
 * A table that becomes a list of cards on a phone. The roles are written out, because a browser drops a table's own
 * as soon as its parts are no longer laid out as one.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, className }: DataTableProps<Row>) {
  return (
    <table role="table" className={classNames('block w-full sm:table', className)}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row">
          {columns.map(({ key, header, numeric }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={classNames(
                'border-b border-line px-4 py-3 text-left text-sm font-semibold text-muted',
                numeric && 'sm:text-right',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:grid max-sm:gap-3">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={rowClass}>
            {columns.map(({ key, header, cell, numeric }) => (
              <td
                key={key}
                role="cell"
                data-label={header}
                className={classNames(cellClass, numeric && 'money sm:text-right')}
              >
                <span className="min-w-0 wrap-anywhere">{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rowClass = classNames(
  'max-sm:card max-sm:block max-sm:px-4 max-sm:py-2',
  'sm:border-b sm:border-line sm:last:border-0 sm:hover:bg-mint/40',
)
const cellClass = classNames(
  'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:py-1.5 max-sm:text-right sm:px-4 sm:py-3.5',
  'max-sm:before:shrink-0 max-sm:before:text-left max-sm:before:text-sm max-sm:before:text-muted max-sm:before:content-[attr(data-label)]',
)
