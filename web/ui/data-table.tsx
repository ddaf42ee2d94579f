import type { ReactNode } from 'react'

import { formatShortMoment } from '../text/day.ts'
import { classNames } from './class-names.ts'

/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see DataTable */

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
  /** True for wide cells: the table becomes cards at the width of a table with many columns. */
  isWide?: boolean
  className?: string | undefined
}

/** A table that becomes a list of cards on narrow screens. The roles are explicit, because browsers drop table semantics with `display: block`. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isWide = false,
  className,
}: DataTableProps<Row>) {
  return (
    <div className={classNames(getContainer(columns.length, isWide), className)}>
      <table role="table" className="block w-full tabular:table tabular:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="cards:sr-only">
          <tr role="row">
            {columns.map(({ key, header, numeric }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={classNames(
                  'border-b border-line px-3 py-3 text-left text-sm font-semibold text-muted',
                  numeric && 'tabular:text-right',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="cards:grid cards:gap-3 cards:@xl:grid-cols-2">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={rowClass}>
              {columns.map(({ key, header, cell, numeric }) => (
                <td
                  key={key}
                  role="cell"
                  data-label={header}
                  className={classNames(cellClass, numeric ? numericClass : textClass)}
                >
                  <span
                    className={
                      numeric ? 'shrink-0 whitespace-nowrap' : 'min-w-0 text-pretty wrap-anywhere'
                    }
                  >
                    {cell(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The container whose width the variants `tabular` and `cards` query (web/styles.css). */
function getContainer(columns: number, isWide: boolean): string {
  if (isWide || columns > 5) return '@container/many-columns'
  return columns > 3 ? '@container/some-columns' : '@container/few-columns'
}

const rowClass = classNames(
  'cards:card cards:block cards:px-4 cards:py-2',
  'tabular:border-b tabular:border-line tabular:last:border-0 tabular:hover:bg-mint/40',
)
const numericClass = 'money tabular:text-right'
const textClass = 'cards:before:shrink-0'
/** In a card, an empty cell takes no space. */
const cellClass = classNames(
  'cards:flex cards:items-baseline cards:justify-between cards:gap-4 cards:py-1.5 cards:text-right cards:has-[>span:empty]:hidden',
  'cards:before:text-left cards:before:text-sm cards:before:text-muted cards:before:content-[attr(data-label)]',
  'tabular:px-3 tabular:py-3.5 [&_button]:whitespace-nowrap',
)

type Props = { name: string; address: string | null }

/** A name, an email address or both. The address wraps before the '@' in a narrow column. */
export function NameAndAddress({ name, address }: Props) {
  const [local, ...rest] = address?.split(/(?=@)/) ?? []
  return (
    <span className="tabular:inline-block tabular:min-w-28">
      {name}
      {address !== null && (
        <span className={name === '' ? undefined : 'block text-sm text-muted'}>
          {local}
          <wbr />
          {rest}
        </span>
      )}
    </span>
  )
}

/** Date and time in a table. In a narrow column the time wraps below the date. */
export function ShortMoment({ iso }: { iso: string }) {
  return (
    <time
      dateTime={iso}
      className="inline-block wrap-normal whitespace-nowrap tabular:@max-4xl:w-min tabular:@max-4xl:whitespace-normal"
    >
      {joinDate(formatShortMoment(iso))}
    </time>
  )
}

/** Replaces all spaces but the one before the time. */
const joinDate = (moment: string) => moment.replaceAll(/ (?=.*,)/g, '\u00a0')
