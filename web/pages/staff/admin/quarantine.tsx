import { useState } from 'react'

import type { Quarantine, QuarantinedPayment, Resolution } from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'

import { adminText } from '../../../text/admin.ts'
import { formatDay, formatMoment } from '../../../format/day.ts'
import { Badge, Card } from '../../../ui/card.tsx'
import { Button } from '../../../ui/button.tsx'

import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StaffReasonDialog } from '../parts/staff-reason-dialog.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'

type Props = Pick<Quarantine, 'quarantine' | 'others'> & { onDone: () => void }

/** Payments that do not match their donation. Each decision needs a reason for the audit log. */
export function QuarantineList({ quarantine, others, onDone }: Props) {
  const { quarantine: text } = adminText
  return (
    <div className="space-y-8">
      {quarantine.length === 0 ? (
        <EmptyState title={text.none} text={text.noneHint} />
      ) : (
        <ul className="grid gap-6">
          {quarantine.map((payment) => (
            <li key={payment.id}>
              <PaymentCard payment={payment} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section className="space-y-3">
          <h2 className="text-lg font-bold">{text.others}</h2>
          <p className="text-muted">{text.othersHint}</p>
          <DataTable
            caption={text.others}
            columns={otherColumns()}
            rows={others}
            rowKey={({ day }) => day}
          />
        </section>
      )}
    </div>
  )
}

const otherColumns = (): Column<Quarantine['others'][number]>[] => [
  { key: 'day', header: adminText.quarantine.day, cell: ({ day }) => formatDay(day) },
  { key: 'payments', header: adminText.quarantine.payments, cell: ({ payments }) => payments },
  {
    key: 'amount',
    header: adminText.quarantine.amount,
    cell: ({ amount }) => formatNaira(amount),
  },
]

type CardProps = { payment: QuarantinedPayment; onDone: () => void }

function PaymentCard({ payment, onDone }: CardProps) {
  const { quarantine: text } = adminText
  const { act } = useStaffAction(onDone)
  const [resolution, setResolution] = useState<Resolution>()
  const resolve = async (chosen: Resolution, reason: string) => {
    const path = `/admin/quarantine/:id/${chosen}` as const
    if (await act(path, payment.id, text.done[chosen], { reason })) setResolution(undefined)
  }
  return (
    <Card className="space-y-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold wrap-anywhere">{payment.campaign ?? text.unknown}</h2>
        <Badge tone="warning">{payment.reason}</Badge>
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        {payment.reference} · {text.since({ when: formatMoment(payment.at) })}
      </p>
      {payment.state === 'refunding' && (
        <p className="font-medium text-warning">{text.refunding}</p>
      )}
      <Facts payment={payment} />
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {payment.canCredit && (
          <Button onClick={() => setResolution('credit')}>{text.actions.credit}</Button>
        )}
        {payment.canRefund && (
          <Button variant="quiet" onClick={() => setResolution('refund')}>
            {text.actions.refund}
          </Button>
        )}
        {payment.state === 'open' && (
          <Button variant="quiet-danger" onClick={() => setResolution('dismiss')}>
            {text.actions.dismiss}
          </Button>
        )}
      </div>
      {resolution && (
        <StaffReasonDialog
          open
          schema="adminReasonSchema"
          title={text.actions[resolution]}
          label={adminText.reason}
          hint={adminText.reasonHint}
          confirmLabel={text.actions[resolution]}
          cancelLabel={adminText.cancel}
          onSend={(reason) => resolve(resolution, reason)}
          onClose={() => setResolution(undefined)}
        />
      )}
    </Card>
  )
}

type Fact = { name: string; expected: string; seen: string }

function Facts({ payment: { expected, seen, reference } }: { payment: QuarantinedPayment }) {
  const { quarantine: text } = adminText
  const rows = (['amount', 'currency', 'mode', 'subAccountCode'] as const).map((key): Fact => {
    const format = (facts: QuarantinedPayment['seen'] | null) => {
      if (facts === null || facts[key] === null) return text.nothing
      return key === 'amount' && facts.amount !== null
        ? formatNaira(facts.amount)
        : String(facts[key])
    }
    return { name: text[key], expected: format(expected), seen: format(seen) }
  })
  const columns: Column<Fact>[] = [
    { key: 'name', header: text.property, cell: ({ name }) => <strong>{name}</strong> },
    { key: 'expected', header: text.expected, cell: (fact) => fact.expected },
    { key: 'seen', header: text.seen, cell: (fact) => fact.seen },
  ]
  return <DataTable caption={reference} columns={columns} rows={rows} rowKey={({ name }) => name} />
}
