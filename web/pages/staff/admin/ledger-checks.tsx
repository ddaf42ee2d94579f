import type { LedgerCheck } from '#shared/admin.ts'

import { adminText } from '../../../text/admin.ts'
import { formatMoment } from '../../../format/day.ts'
import { formatCount } from '../../../text/language.ts'
import { Badge, Card } from '../../../ui/card.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'

type Props = { ledgerChecks: LedgerCheck[]; onDone: () => void }

/** The runs of the invariants and of the reconciliation with the provider, with their mismatches. */
export function LedgerCheckList({ ledgerChecks, onDone }: Props) {
  const { ledgerChecks: text } = adminText
  const { act, pending } = useStaffAction(onDone)
  return (
    <div className="space-y-6">
      <Button
        busy={pending !== undefined}
        onClick={() => void act('/admin/ledger-checks', null, text.started)}
      >
        {text.run}
      </Button>
      {ledgerChecks.length === 0 && <EmptyState title={text.none} />}
      <ul className="grid gap-4">
        {ledgerChecks.map((check) => (
          <li key={check.id}>
            <CheckCard check={check} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function CheckCard({ check: { kind, at, checks, tookMs, findings } }: { check: LedgerCheck }) {
  const { ledgerChecks: text } = adminText
  return (
    <Card className="space-y-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold">{text.kinds[kind]}</h2>
        <Badge tone={findings.length > 0 ? 'danger' : 'success'}>
          {findings.length > 0 ? text.found({ count: findings.length }) : text.passed}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {formatMoment(at)} · {text.checks({ count: checks, ms: formatCount(tookMs) })}
      </p>
      {findings.length > 0 && <Findings findings={findings} />}
    </Card>
  )
}

type Finding = LedgerCheck['findings'][number]

function Findings({ findings }: { findings: Finding[] }) {
  const { ledgerChecks: text } = adminText
  const columns: Column<Finding>[] = [
    { header: text.name, cell: ({ name }) => name },
    { header: text.key, place: 'line', cell: ({ key }) => key },
    { header: text.actual, cell: ({ ours }) => ours },
    { header: text.expected, cell: ({ theirs }) => theirs },
  ]
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={findings}
      rowKey={({ name, key }) => `${name} ${key}`}
    />
  )
}
