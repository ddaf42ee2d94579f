import type { FailingItem, LedgerDifference } from '#shared/difference.ts'

import { adminMoneyText } from '../../../text/admin-money.ts'
import { adminText } from '../../../text/admin.ts'
import { Badge } from '../../../ui/card.tsx'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'

import { ActionTable } from './action-table.tsx'

type Props = { differences: LedgerDifference[]; failing: FailingItem[]; onDone: () => void }

/** Where the ledger and the provider differ. An admin acknowledges what has no fault to repair. */
export function DifferenceList({ differences, failing, onDone }: Props) {
  const { differences: text } = adminMoneyText
  if (differences.length === 0 && failing.length === 0)
    return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <div className="space-y-8">
      {differences.length > 0 && <Differences differences={differences} onDone={onDone} />}
      {failing.length > 0 && <FailingItems failing={failing} />}
    </div>
  )
}

function Differences({ differences, onDone }: Omit<Props, 'failing'>) {
  const { differences: text } = adminMoneyText
  const columns: Column<LedgerDifference>[] = [
    { key: 'kind', header: text.kind, cell: (each) => <Kind difference={each} /> },
    { key: 'ours', header: text.ours, place: 'line', cell: ({ ours }) => ours ?? text.nothing },
    { key: 'theirs', header: text.theirs, cell: ({ theirs }) => theirs ?? text.nothing },
    {
      key: 'since',
      header: text.since,
      place: 'note',
      cell: (each) => <ShortMoment iso={each.firstSeenAt} />,
    },
    { key: 'seen', header: text.lastSeen, cell: (each) => <ShortMoment iso={each.lastSeenAt} /> },
  ]
  return (
    <ActionTable
      isWide
      caption={text.caption}
      columns={columns}
      rows={differences}
      rowKey={({ id }) => id}
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

function FailingItems({ failing }: Pick<Props, 'failing'>) {
  const { differences: text } = adminMoneyText
  const columns: Column<FailingItem>[] = [
    {
      key: 'item',
      header: text.item,
      cell: ({ kind, key }) => (
        <>
          <strong className="block">{kind}</strong>
          <span className="text-sm wrap-anywhere text-muted">{key}</span>
        </>
      ),
    },
    { key: 'reason', header: adminText.reason, place: 'line', cell: ({ reason }) => reason },
    { key: 'attempts', header: text.attempts, numeric: true, cell: ({ attempts }) => attempts },
    { key: 'since', header: text.since, cell: ({ since }) => <ShortMoment iso={since} /> },
    {
      key: 'next',
      header: text.next,
      place: 'note',
      cell: (each) => <ShortMoment iso={each.nextAttemptAt} />,
    },
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
