import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import { lagosDay } from '#shared/day.ts'
import { formatNaira, kobo, type Kobo } from '#shared/money.ts'
import { Link } from '#web/router/navigate.tsx'

import { formatDay, formatMonth, formatShortMoment } from '../format/day.ts'
import { uiText } from '../text/ui.ts'
import { classNames } from './class-names.ts'

/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see DataTable */

/** Where a narrow screen shows a cell: in the two lines of its row, or among the details that open below. */
type Place = 'title' | 'sum' | 'line' | 'note' | 'detail'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  numeric?: boolean | undefined
  /** Without it the first column is the title, the first number is the sum, and the others are details. */
  place?: Place | ((row: Row) => Place)
}

/** Groups the rows of a narrow screen by their days, with the sum of each; by months where most days have one row. */
export type ByDay<Row> = {
  /** An ISO timestamp, or a calendar day. */
  at: (row: Row) => string
  /** Null: the row adds nothing. */
  amount: (row: Row) => Kobo | null
  /** A day that may continue on another page shows no sum. */
  pages: { isFirst: boolean; isLast: boolean }
}

type DataTableProps<Row> = {
  caption: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  byDay?: ByDay<Row> | null | undefined
  /** Where a narrow screen has the button for the details: in each row, or once where a row offers nothing to do. */
  details?: 'row' | 'list' | 'none'
  /** True for wide cells: the table becomes a list at the width of a table with many columns. */
  isWide?: boolean
  /** A narrow screen shows so many rows until a press on "Show more". */
  fold?: {
    after: number
    text: { showMore: (more: { count: number }) => string; showFewer: string }
  }
  className?: string | undefined
}

/**
 * A table that becomes a list of rows with two lines on narrow screens, where a press on a row shows its other cells. The roles are
 * explicit, because browsers drop table semantics with `display: block`; so are the columns, because closed rows lack some.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, byDay, details = 'row', isWide = false } = props
  const { after = rows.length, text } = props.fold ?? {}
  const groups = byDay ? groupByDay(rows, byDay) : [{ day: null, sum: null, rows }]
  return (
    <div
      data-details={details}
      data-fold={rows.length > after || undefined}
      className={classNames(getContainer(columns.length, isWide), props.className)}
    >
      {details === 'list' && (
        <details className="hidden cards:block">
          <summary className="link w-fit">{uiText.details}</summary>
        </details>
      )}
      <table
        role="table"
        aria-colcount={columns.length}
        className="block w-full tabular:table tabular:text-sm"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="cards:sr-only">
          <tr role="row">
            {columns.map(({ header, numeric }) => (
              <th
                key={header}
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
        {groups.map((group) => (
          <tbody
            key={group.day ?? ''}
            role="rowgroup"
            className={classNames(
              groupClass,
              rows.indexOf(group.rows[0] as Row) >= after && foldedClass,
            )}
          >
            {group.day !== null && <DayRow {...group} day={group.day} />}
            {group.rows.map((row) => (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                canOpen={details === 'row'}
                isFolded={rows.indexOf(row) >= after}
              />
            ))}
          </tbody>
        ))}
      </table>
      {text && rows.length > after && (
        <div className="hidden cards:block">
          <details className="group">
            <summary className="link w-fit">
              <span className="group-open:hidden">
                {text.showMore({ count: rows.length - after })}
              </span>
              <span className="hidden group-open:inline">{text.showFewer}</span>
            </summary>
          </details>
        </div>
      )}
    </div>
  )
}

type DayGroup<Row> = { day: string | null; sum: Kobo | null; rows: readonly Row[] }

function groupByDay<Row>(rows: readonly Row[], byDay: ByDay<Row>): DayGroup<Row>[] {
  const days = rows.map((row) => {
    const at = byDay.at(row)
    return at.includes('T') ? lagosDay(new Date(at)) : at
  })
  const length = new Set(days).size * 2 > rows.length ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length
  const keys = days.map((day) => day.slice(0, length))
  return [...new Set(keys)].map((day, index, { length: count }) => {
    const ofDay = rows.filter((_, row) => keys[row] === day)
    const { isFirst, isLast } = byDay.pages
    const isWhole = (index > 0 || isFirst) && (index < count - 1 || isLast)
    const amounts = ofDay.map(byDay.amount).filter((amount) => amount !== null)
    const sum = kobo(amounts.reduce((total: number, amount) => total + amount, 0))
    return { day, sum: isWhole && amounts.length > 0 ? sum : null, rows: ofDay }
  })
}

function DayRow({ day, sum }: { day: string; sum: Kobo | null }) {
  return (
    <tr
      role="row"
      className="hidden justify-between gap-4 border-b border-line py-0.5 text-sm text-muted cards:flex"
    >
      <th role="rowheader" scope="rowgroup">
        {day.length > 7 ? formatDay(day) : formatMonth(day)}
      </th>
      {sum !== null && (
        <td role="cell" className="money">
          {formatNaira(sum)}
        </td>
      )}
    </tr>
  )
}

type TableRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  canOpen: boolean
  isFolded: boolean
}

function TableRow<Row>({ row, columns, canOpen, isFolded }: TableRowProps<Row>) {
  const places = findPlaces(row, columns)
  const isLong = canOpen && places.some((place) => place !== 'title' && place !== 'sum')
  return (
    <tr role="row" className={classNames(rowClass, isFolded && foldedClass)}>
      {columns.map(({ header, cell, numeric }, index) => {
        const place = places[index] ?? 'detail'
        return (
          <td
            key={header}
            role="cell"
            aria-colindex={index + 1}
            data-label={header}
            className={classNames(
              'tabular:px-3 tabular:py-3.5 [&_button]:whitespace-nowrap',
              numeric ? 'money tabular:text-right' : place === 'line' && 'closed:before:hidden',
              place === 'title' || place === 'sum' ? placeClasses[place] : detailClass,
              place !== 'title' && place !== 'sum' && placeClasses[place],
            )}
          >
            <span
              className={
                numeric || place === 'sum'
                  ? 'shrink-0 whitespace-nowrap'
                  : classNames('min-w-0 text-pretty wrap-anywhere', textClass(place))
              }
            >
              {cell(row)}
            </span>
            {place === 'title' && isLong && <Toggle />}
          </td>
        )
      })}
    </tr>
  )
}

function findPlaces<Row>(row: Row, columns: readonly Column<Row>[]): Place[] {
  const places = columns.map(({ place }) => (typeof place === 'function' ? place(row) : place))
  const title = places.includes('title') ? places.indexOf('title') : 0
  const firstNumber = columns.findIndex(
    ({ numeric }, index) => numeric && index !== title && places[index] === undefined,
  )
  const sum = places.includes('sum') ? places.indexOf('sum') : firstNumber
  return places.map((place = 'detail', index) =>
    index === title ? 'title' : index === sum ? 'sum' : place,
  )
}

/** Opens the row. A details element works without script; the styles show the cells of its row. */
function Toggle() {
  return (
    <details className="hidden cards:block open:[&>summary]:bottom-auto open:[&>summary]:h-14 open:[&_svg]:rotate-180">
      <summary
        aria-label={uiText.details}
        className="-outline-offset-2 marker:content-[''] cards:absolute cards:-inset-x-4 cards:inset-y-0 cards:grid cards:items-center cards:justify-end cards:rounded-card cards:pr-3"
      >
        <ChevronDown size={18} aria-hidden="true" className="text-muted" />
      </summary>
    </details>
  )
}

/** The container whose width the variants `tabular` and `cards` query (web/styles.css). */
function getContainer(columns: number, isWide: boolean): string {
  if (isWide || columns > 5) return '@container/many-columns'
  return columns > 3 ? '@container/some-columns' : '@container/few-columns'
}

/** The groups of a narrow screen form one card. */
const groupClass =
  'cards:block cards:border-x cards:border-b cards:border-line cards:bg-card cards:px-4 cards:nth-3:rounded-t-card cards:nth-3:border-t cards:nth-3:pt-1 cards:last:rounded-b-card cards:last:pb-1'
/** The empty box before the second line ends the first one. */
const rowClass = classNames(
  'cards:relative cards:flex cards:flex-wrap cards:items-baseline cards:gap-x-3 cards:border-b cards:border-line cards:py-0.5 cards:has-[details]:pr-6 cards:last:border-0',
  'cards:before:order-3 cards:before:basis-full',
  'cards:[&_a]:relative cards:[&_a]:z-1 cards:[&_button]:relative cards:[&_button]:z-1',
  'tabular:border-b tabular:border-line tabular:hover:bg-mint/40',
)
/** Without `:has` all rows are shown. */
const foldedClass = 'cards:in-[[data-fold]:has(>div>details:not([open]))]:hidden'
/** With its label. An empty cell takes no space. */
const detailClass = classNames(
  'cards:order-6 cards:flex cards:basis-full cards:items-baseline cards:justify-between cards:gap-4 cards:py-1.5 cards:text-right cards:has-[>span:empty]:hidden',
  'cards:before:shrink-0 cards:before:text-left cards:before:text-sm cards:before:text-muted cards:before:content-[attr(data-label)]',
)
/** A name is shown whole in most rows: it may take two lines, in a row of 72 px at most. */
const textClass = (place: Place) =>
  place === 'title' ? 'closed:line-clamp-2 closed:leading-tight' : 'closed:block closed:truncate'
const oneLine = 'closed:h-[1lh] closed:overflow-hidden'
const secondLine = 'closed:py-0 closed:text-sm closed:whitespace-nowrap closed:text-muted'
const placeClasses: Record<Place, string> = {
  title: 'cards:order-1 cards:min-w-0 cards:flex-1 cards:basis-0 cards:font-semibold',
  sum: 'cards:order-2 cards:text-right cards:font-semibold',
  line: `${oneLine} ${secondLine} closed:order-4 closed:min-w-0 closed:flex-1 closed:basis-0 closed:justify-start closed:gap-1.5 closed:text-left`,
  note: `${secondLine} closed:order-5 closed:ml-auto closed:basis-auto closed:before:hidden`,
  detail: 'closed:hidden',
}

type Props = { name: string; address: string | null }

/** A name, an email address or both. The address wraps before the '@' in a narrow column, and is folded in a closed row. */
export function NameAndAddress({ name, address }: Props) {
  const [local, ...rest] = address?.split(/(?=@)/) ?? []
  return (
    <span className="tabular:inline-block tabular:min-w-28">
      {name}
      {address !== null && (
        <span className={name === '' ? undefined : 'block text-sm text-muted closed:hidden'}>
          {local}
          <wbr />
          {rest}
        </span>
      )}
    </span>
  )
}

/** The link of a row's second line. It is text while the row is closed, because a press on the row opens it. */
export function LinkInTable({
  children,
  ...link
}: ComponentProps<typeof Link> & { children: string }) {
  return (
    <span data-text={children} className="closed:before:content-[attr(data-text)]">
      <Link {...link} className={classNames('link closed:hidden', link.className)}>
        {children}
      </Link>
    </span>
  )
}

/** Date and time in a table. In a narrow column the time wraps below the date. */
export function ShortMoment({ iso }: { iso: string }) {
  return (
    <DateInTable
      dateTime={iso}
      text={joinDate(formatShortMoment(iso))}
      className="inline-block wrap-normal whitespace-nowrap tabular:@max-4xl:w-min tabular:@max-4xl:whitespace-normal"
    />
  )
}

type DateProps = { dateTime: string; text: string; className?: string }

/** A closed row of a narrow screen shortens the month and leaves this year out. */
export function DateInTable({ dateTime, text, className }: DateProps) {
  return (
    <time
      dateTime={dateTime}
      data-short={text.replace(RegExp(`([a-z]{2})?[a-z]*\\s${lagosDay().slice(0, 4)}`), '$1')}
      className={classNames('closed:before:content-[attr(data-short)]', className)}
    >
      <span className="closed:hidden">{text}</span>
    </time>
  )
}

/** Replaces all spaces but the one before the time. */
const joinDate = (moment: string) => moment.replaceAll(/ (?=.*,)/g, '\u00a0')
