import type { LedgerProof } from '#shared/admin.ts'

import { formatMoment } from '../../text/day.ts'
import { operatorText } from '../../text/admin.ts'
import { formatCount } from '../../text/plural.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAct } from './use-admin-action.ts'

type Props = { proofs: LedgerProof[]; onDone: () => void }

/** Each time the books were proven, by themselves or beside the provider's, and what did not hold. */
export function ProofList({ proofs, onDone }: Props) {
  const { proofs: text } = operatorText
  const { act, acting } = useAct(onDone)
  return (
    <div className="space-y-6">
      <Button busy={acting !== undefined} onClick={() => void act('/proofs', text.asked)}>
        {text.again}
      </Button>
      {proofs.length === 0 && <EmptyState title={text.none} />}
      <ul className="grid gap-4">
        {proofs.map((proof) => (
          <li key={proof.id}>
            <Proof proof={proof} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Proof({ proof: { kind, at, checks, tookMs, findings } }: { proof: LedgerProof }) {
  const { proofs: text } = operatorText
  return (
    <Card className="space-y-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold">{text.kinds[kind]}</h2>
        <Badge tone={findings.length > 0 ? 'danger' : 'success'}>
          {findings.length > 0 ? text.found(findings.length) : text.holds}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {formatMoment(at)} · {text.checks(checks, formatCount(tookMs))}
      </p>
      {findings.length > 0 && <Findings findings={findings} />}
    </Card>
  )
}

type Finding = LedgerProof['findings'][number]

function Findings({ findings }: { findings: Finding[] }) {
  const { proofs: text } = operatorText
  const columns: Column<Finding>[] = [
    { key: 'name', header: text.name, cell: ({ name }) => name },
    { key: 'key', header: text.key, cell: ({ key }) => key },
    { key: 'ours', header: text.ours, cell: ({ ours }) => ours },
    { key: 'theirs', header: text.theirs, cell: ({ theirs }) => theirs },
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
