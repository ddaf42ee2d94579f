import type { FailingItem, LedgerDifference } from '#shared/difference.ts'
import type { StaffListPage } from '#shared/staff-list.ts'

import { adminMoneyText } from '../../../text/admin-money.ts'
import { adminText } from '../../../text/admin.ts'
import { Badge } from '../../../ui/card.tsx'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { browserApi } from '../../../api/client.ts'
import { StaffList } from '../parts/staff-list.tsx'

type Page = StaffListPage & { differences: LedgerDifference[]; failing: FailingItem[] }
type Props = { page: Page; onDone: () => void }

/** Where the ledger and the provider differ. An admin acknowledges what has no fault to repair. */
export function DifferenceList({ page, onDone }: Props) {
  return (
    <div className="space-y-8">
      <Differences page={page} onDone={onDone} />
      {page.failing.length > 0 && <FailingItems failing={page.failing} />}
    </div>
  )
}

function Differences({ page, onDone }: Props) {
  const { differences: text } = adminMoneyText
  const kindNames: Record<string, string> = { ...text.kinds, failing: text.failingCaption }
  const columns: Column<LedgerDifference>[] = [
    { header: text.kind, cell: (each) => <Kind difference={each} /> },
    { header: text.ours, place: 'line', cell: ({ ours }) => ours ?? text.nothing },
    { header: text.theirs, cell: ({ theirs }) => theirs ?? text.nothing },
    { header: text.since, place: 'note', cell: (each) => <ShortMoment iso={each.firstSeenAt} /> },
    { header: text.lastSeen, cell: (each) => <ShortMoment iso={each.lastSeenAt} /> },
  ]
  return (
    <StaffList
      isWide
      isRanked
      page={page}
      rows={page.differences}
      hasOther={page.failing.length > 0}
      caption={text.caption}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ key }) => key}
      empty={<EmptyState title={text.none} text={text.noneHint} />}
      kindOf={({ kind }) => kind}
      kindName={(kind) => kindNames[kind] ?? kind}
      read={async (query) => {
        const { differences, next } = await browserApi.get('/admin/differences', query)
        return { rows: differences, next }
      }}
      action={{
        header: text.state,
        button: text.acknowledge,
        name: ({ kind, key }) => text.acknowledgeOne({ kind: text.kinds[kind], key }),
        reasonTitle: () => text.acknowledge,
        path: '/admin/differences/:id/acknowledge',
        done: text.acknowledged,
        isOffered: ({ state }) => state === 'open',
        instead: ({ reason }) => reason ?? '',
      }}
      onDone={onDone}
    />
  )
}

function Kind({ difference: { kind, key, scope, state } }: { difference: LedgerDifference }) {
  const { differences: text } = adminMoneyText
  return (
    <>
      <strong className="block">{text.kinds[kind]}</strong>
      <span className="block text-sm wrap-anywhere text-muted">
        {key} · {scope}
      </span>
      {state === 'open' && <Badge tone="warning">{text.open}</Badge>}
    </>
  )
}

function FailingItems({ failing }: Pick<Page, 'failing'>) {
  const { differences: text } = adminMoneyText
  const columns: Column<FailingItem>[] = [
    {
      header: text.item,
      cell: ({ kind, key }) => (
        <>
          <strong className="block">{kind}</strong>
          <span className="text-sm wrap-anywhere text-muted">{key}</span>
        </>
      ),
    },
    { header: adminText.reason, place: 'line', cell: ({ reason }) => reason },
    { header: text.attempts, numeric: true, cell: ({ attempts }) => attempts },
    { header: text.since, cell: ({ since }) => <ShortMoment iso={since} /> },
    { header: text.next, place: 'note', cell: (each) => <ShortMoment iso={each.nextAttemptAt} /> },
  ]
  return (
    <DataTable
      isWide
      caption={text.failingCaption}
      columns={columns}
      rows={failing}
      rowKey={({ kind, key }) => `${kind} ${key}`}
    />
  )
}
