import { Download } from 'lucide-react'
import { isValidElement, useState, type ReactNode } from 'react'

import { csvLine, csvStart } from '#shared/csv.ts'
import type { BulkResponse, StaffListPage } from '#shared/staff-list.ts'
import { maxBulk, maxListed, staffListOrders } from '#shared/staff-list-limits.ts'
import { Form } from '#web/router/form.tsx'
import { useSearchParams } from '#web/router/navigate.tsx'

import { browserApi } from '../../../api/client.ts'
import { lazyPart } from '../../../forms/lazy.tsx'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { adminText } from '../../../text/admin.ts'
import { formatCount } from '../../../text/language.ts'
import { staffListText as text } from '../../../text/staff-list.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { Field, SelectField } from '../../../ui/fields.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Pager } from '../../parts/dashboard/screen-header.tsx'
import { ActionTable, type Action } from './action-table.tsx'

const StaffReasonDialog = lazyPart(
  async () => (await import('./staff-reason-dialog.tsx')).StaffReasonDialog,
)

type Query = Record<string, string | null>

type Bulk<Row> = {
  /** Takes ids and a reason. */
  path:
    | '/admin/jobs/retry'
    | '/admin/emails/retry'
    | '/admin/quarantine/dismiss'
    | '/cases/assign'
    | '/cases/dismiss'
  label: string
  isOffered: (row: Row) => boolean
}

type Listed = { id: string | number }

const rowKey = ({ id }: Listed) => String(id)

type Props<Row> = {
  page: StaffListPage
  rows: Row[]
  caption: string
  columns: Column<Row>[]
  rowName: (row: Row) => string
  /** Stands in place of a list without items. */
  empty: ReactNode
  /** Items of another kind stand below, with columns of their own. */
  hasOther?: boolean
  kindOf: (row: Row) => string
  kindName?: (kind: string) => string
  /** The first order is more than the age. */
  isRanked?: boolean
  /** The newest come first. */
  isLog?: boolean
  isWide?: boolean
  read: (query: Query) => Promise<{ rows: Row[]; next: string | null }>
  action?: Action<Row> | undefined
  more?: readonly Action<Row>[]
  bulk?: readonly Bulk<Row>[]
  /** Further filters of the address. */
  filters?: ReactNode
  /** Not everything is shown without a filter, so an empty list keeps them. */
  isAlwaysFiltered?: boolean
  onDone: () => void
}

type StaffListProps<Row, Page extends StaffListPage> = Omit<
  Props<Row>,
  'page' | 'rows' | 'read'
> & {
  page: Page
  rowsOf: (page: Page) => Row[]
  /** Further pages, for the file and for actions on all. */
  read: (query: Query) => Promise<Page>
}

/** A list of staff: its number, a filter, a search, orders, pages, a file, and actions on one row or on many. */
export function StaffList<Row extends Listed, Page extends StaffListPage>(
  list: StaffListProps<Row, Page>,
) {
  const read = async (query: Query) => {
    const page = await list.read(query)
    return { rows: list.rowsOf(page), next: page.next }
  }
  const props: Props<Row> = { ...list, rows: list.rowsOf(list.page), read }
  const { page, rows, empty, bulk = [] } = props
  const search = useSearchParams()
  const [chosen, setChosen] = useState<ReadonlySet<string> | 'all'>(new Set())
  const isFiltered = props.isAlwaysFiltered === true || Object.keys(toListQuery(search)).length > 0
  if (page.kinds.length === 0 && !isFiltered) return empty
  const toggle = (row: Row) => {
    const ids = new Set(chosen === 'all' ? rows.map(rowKey) : chosen)
    if (!ids.delete(rowKey(row))) ids.add(rowKey(row))
    setChosen(ids)
  }
  const isChosen = (row: Row) => chosen === 'all' || chosen.has(rowKey(row))
  return (
    <div className="space-y-4">
      <Toolbar {...props} />
      {bulk.length > 0 && rows.length > 0 && (
        <BulkActions {...props} chosen={chosen} onChoose={setChosen} />
      )}
      {rows.length > 0 ? <Rows {...props} choice={{ isChosen, toggle }} /> : <Nothing {...props} />}
      <Pager next={page.next} />
    </div>
  )
}

function Nothing<Row>({ hasOther, isAlwaysFiltered, empty }: Props<Row>) {
  if (hasOther) return null
  if (isAlwaysFiltered) return empty
  return <EmptyState title={text.nothing} text={text.nothingHint} />
}

function Rows<Row extends Listed>({ choice, ...props }: Props<Row> & { choice: Choice<Row> }) {
  const { caption, columns, rows, isWide = false, bulk, action, more, onDone } = props
  const isFirst = (column: Column<Row>) =>
    column.place === 'title' || (column === columns[0] && !hasTitle(columns))
  const shown = columns.map((column) =>
    bulk && isFirst(column) ? { ...column, cell: withChoice(props, column, choice) } : column,
  )
  const table = { caption, columns: shown, rows, rowKey, isWide }
  if (!action) return <DataTable {...table} />
  return <ActionTable {...table} action={action} {...(more && { more })} onDone={onDone} />
}

const hasTitle = (columns: readonly Column<never>[]) =>
  columns.some(({ place }) => place === 'title')

type Choice<Row> = { isChosen: (row: Row) => boolean; toggle: (row: Row) => void }

const withChoice =
  <Row,>({ rowName }: Props<Row>, { cell }: Column<Row>, { isChosen, toggle }: Choice<Row>) =>
  // eslint-disable-next-line react/display-name -- a cell, not a component
  (row: Row) => (
    <span className="flex items-baseline gap-3">
      <input
        type="checkbox"
        className="checkbox relative z-1 shrink-0 self-center"
        aria-label={text.choose({ name: rowName(row) })}
        checked={isChosen(row)}
        onChange={() => toggle(row)}
      />
      <span className="min-w-0">{cell(row)}</span>
    </span>
  )

function Toolbar<Row>({
  page,
  kindName = same,
  isRanked = false,
  isLog = false,
  filters,
  ...list
}: Props<Row>) {
  const search = useSearchParams()
  const { total, kinds } = page
  const shown = formatCount(total)
  const isOpen = [...search].some(
    ([name, value]) => value !== '' && !['tab', 'q', 'after'].includes(name),
  )
  const usual = isRanked ? 'first' : isLog ? 'newest' : 'oldest'
  const orders = staffListOrders.filter(
    (order) => order !== usual && (order !== 'first' || isRanked),
  )
  return (
    <search aria-label={text.filters}>
      <Form key={search.toString()} className="grid grid-cols-[1fr_auto] items-end gap-x-3 gap-y-1">
        {[...search].map(
          ([name, value]) =>
            name === 'tab' && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Field label={text.search} name="q" maxLength={100} defaultValue={search.get('q') ?? ''} />
        <Button type="submit" variant="quiet">
          {text.apply}
        </Button>
        <details open={isOpen} className="filters col-span-2">
          <summary className="link w-fit">{text.fold}</summary>
          <div className="grid items-end gap-3 pt-2 sm:grid-cols-2 xl:grid-cols-4">
            {kinds.length > 0 && (
              <SelectField
                label={text.kind}
                name="kind"
                placeholder={text.anyKind}
                options={kinds.map(({ kind, count }) => ({
                  value: kind,
                  label: text.kindCount({ name: kindName(kind), count: formatCount(count) }),
                }))}
                defaultValue={search.get('kind') ?? ''}
              />
            )}
            {filters}
            <SelectField
              label={text.order}
              name="order"
              placeholder={text.orders[usual]}
              options={orders.map((value) => ({ value, label: text.orders[value] }))}
              defaultValue={search.get('order') ?? ''}
            />
          </div>
        </details>
      </Form>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <output className="font-semibold">
          {total >= maxListed ? text.totalOpen({ shown }) : text.total({ count: total, shown })}
        </output>
        <DownloadButton {...list} />
      </div>
    </search>
  )
}

const same = (kind: string) => kind

/** What of the address the API asks. */
export const toListQuery = (search: URLSearchParams): Query =>
  Object.fromEntries([...search].filter(([name, value]) => name !== 'tab' && value !== ''))

/** All rows that the filter finds, page by page. */
async function* readAll<Row>({ read }: Pick<Props<Row>, 'read'>, search: URLSearchParams) {
  let after: string | null = null
  do {
    const query: Query = { ...toListQuery(search), after }
    // eslint-disable-next-line no-await-in-loop -- a page begins where the last one ended
    const page: { rows: Row[]; next: string | null } = await read(query)
    yield* page.rows
    after = page.next
  } while (after !== null)
}

function DownloadButton<Row>({
  read,
  columns,
  caption,
}: Pick<Props<Row>, 'read' | 'columns' | 'caption'>) {
  const search = useSearchParams()
  const { run, busy } = useApiAction()
  const download = () =>
    run(async () => {
      const lines = [csvStart, csvLine(columns.map(({ header }) => header))]
      for await (const row of readAll({ read }, search))
        lines.push(csvLine(columns.map(({ cell }) => toPlainText(cell(row)))))
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(lines, { type: 'text/csv' }))
      link.download = `${caption}.csv`
      link.click()
      URL.revokeObjectURL(link.href)
    })
  return (
    <Button type="button" variant="quiet" busy={busy} onClick={() => void download()}>
      <Download aria-hidden="true" size={18} />
      {text.csv}
    </Button>
  )
}

type Element = { type: unknown; props: { children?: ReactNode; iso?: string } }

/** The text of a cell. Components of cells use no state. */
function toPlainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(toPlainText).filter(Boolean).join(' ')
  if (!isValidElement(node)) return ''
  const { type, props } = node as Element
  if (props.iso !== undefined) return props.iso
  if (props.children !== undefined || typeof type !== 'function') return toPlainText(props.children)
  return toPlainText((type as (given: object) => ReactNode)(props))
}

type BulkProps<Row> = Props<Row> & {
  chosen: ReadonlySet<string> | 'all'
  onChoose: (chosen: ReadonlySet<string> | 'all') => void
}

/** Choosing rows, and an action on all of them: what it changes is shown before, how far it is meanwhile. */
function BulkActions<Row extends Listed>({ chosen, onChoose, ...props }: BulkProps<Row>) {
  const { page, rows, bulk = [], kindOf, kindName = same, onDone } = props
  const search = useSearchParams()
  const { run, busy } = useApiAction()
  const [open, setOpen] = useState<{ action: Bulk<Row>; rows: Row[] }>()
  const [done, setDone] = useState<number>()
  const count = chosen === 'all' ? page.total : chosen.size
  const prepare = (action: Bulk<Row>) =>
    run(async () => {
      const found: Row[] = []
      if (chosen === 'all') for await (const row of readAll(props, search)) found.push(row)
      else found.push(...rows.filter((row) => chosen.has(rowKey(row))))
      const offered = found.filter(action.isOffered)
      if (offered.length === 0) toast(text.noneChosen)
      else setOpen({ action, rows: offered })
    })
  const send = (reason: string) =>
    run(async () => {
      if (!open) return
      let changed = 0
      for (let at = 0; at < open.rows.length; at += maxBulk) {
        setDone(at)
        const ids = open.rows.slice(at, at + maxBulk).map(rowKey)
        // eslint-disable-next-line no-await-in-loop -- the server does one part after the other
        const answer = (await browserApi.post(open.action.path, { ids, reason })) as BulkResponse
        changed += answer.changed
      }
      toast(text.changed({ changed, count: open.rows.length }))
      setOpen(undefined)
      onChoose(new Set())
      onDone()
    }).finally(() => setDone(undefined))
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="button" variant="quiet" onClick={() => onChoose(count > 0 ? new Set() : 'all')}>
        {count > 0 ? text.chooseNone : text.chooseAll({ count: formatCount(page.total) })}
      </Button>
      <output>{count > 0 && text.chosen({ count })}</output>
      {count > 0 &&
        bulk.map((action) => (
          <Button
            key={action.path}
            type="button"
            busy={busy && open === undefined}
            onClick={() => void prepare(action)}
          >
            {action.label}
          </Button>
        ))}
      {open && (
        <StaffReasonDialog
          open
          schema="adminReasonSchema"
          title={open.action.label}
          text={
            <output>
              {done === undefined
                ? text.preview({
                    count: open.rows.length,
                    kinds: countKinds(open.rows.map((row) => kindName(kindOf(row)))),
                  })
                : text.progress({ done, count: open.rows.length })}
            </output>
          }
          label={adminText.reason}
          hint={adminText.reasonHint}
          confirmLabel={open.action.label}
          onSend={send}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

function countKinds(names: readonly string[]): string {
  return [...new Set(names)]
    .map((name) => {
      const count = names.filter((each) => each === name).length
      return text.kindCount({ name, count: formatCount(count) })
    })
    .join(', ')
}
