import { useState } from 'react'

import { formatNaira } from '#shared/money.ts'
import { operatorReasonSchema, type Quarantined, type Resolution } from '#shared/admin.ts'

import { formatMoment } from '../../text/day.ts'
import { operatorText } from '../../text/admin.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { useAct } from './use-admin-action.ts'

type Props = { quarantine: Quarantined[]; onDone: () => void }

/** Money that does not match what we asked for, and what may be done with it: each with a reason that is kept. */
export function HeldList({ quarantine, onDone }: Props) {
  const { quarantine: text } = operatorText
  if (quarantine.length === 0) return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <ul className="grid gap-6">
      {quarantine.map((held) => (
        <li key={held.id}>
          <Held held={held} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}

function Held({ held, onDone }: { held: Quarantined; onDone: () => void }) {
  const { quarantine: text } = operatorText
  const { act } = useAct(onDone)
  const [deciding, setDeciding] = useState<Resolution>()
  const decide = async (how: Resolution, reason: string) => {
    const path = `/quarantine/${encodeURIComponent(held.id)}/${how}`
    if (await act(path, text.done[how], { reason })) setDeciding(undefined)
  }
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold wrap-anywhere">{held.campaign ?? text.unknown}</h2>
        <Badge tone="warning">{held.reason}</Badge>
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        {held.reference} · {text.since(formatMoment(held.at))}
      </p>
      {held.state === 'refunding' && <p className="font-medium text-warning">{text.refunding}</p>}
      <Facts held={held} />
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {held.canCredit && (
          <Button onClick={() => setDeciding('credit')}>{text.acts.credit}</Button>
        )}
        {held.canRefund && (
          <Button variant="quiet" onClick={() => setDeciding('refund')}>
            {text.acts.refund}
          </Button>
        )}
        {held.state === 'open' && (
          <Button variant="quiet-danger" onClick={() => setDeciding('dismiss')}>
            {text.acts.dismiss}
          </Button>
        )}
      </div>
      {deciding && (
        <ReasonDialog
          open
          title={text.acts[deciding]}
          label={operatorText.reason}
          hint={operatorText.reasonHint}
          confirmLabel={text.acts[deciding]}
          cancelLabel={operatorText.cancel}
          schema={operatorReasonSchema}
          maxLength={500}
          onSend={(reason) => decide(deciding, reason)}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </Card>
  )
}

type Fact = { name: string; expected: string; seen: string }

function Facts({ held: { expected, seen, reference } }: { held: Quarantined }) {
  const { quarantine: text } = operatorText
  const rows = (['amount', 'currency', 'mode', 'subAccountCode'] as const).map((key): Fact => {
    const shown = (facts: Quarantined['seen'] | null) => {
      if (facts === null || facts[key] === null) return text.nothing
      return key === 'amount' && facts.amount !== null
        ? formatNaira(facts.amount)
        : String(facts[key])
    }
    return { name: text[key], expected: shown(expected), seen: shown(seen) }
  })
  const columns: Column<Fact>[] = [
    { key: 'name', header: text.fact, cell: ({ name }) => <strong>{name}</strong> },
    { key: 'expected', header: text.expected, cell: (fact) => fact.expected },
    { key: 'seen', header: text.seen, cell: (fact) => fact.seen },
  ]
  return <DataTable caption={reference} columns={columns} rows={rows} rowKey={({ name }) => name} />
}
