import type { Quarantine, QuarantinedPayment, Resolution } from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'

import { browserApi } from '../../../api/client.ts'
import { formatDay } from '../../../format/day.ts'
import { adminText } from '../../../text/admin.ts'
import { DataTable, ShortMoment, type Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StaffList } from '../parts/staff-list.tsx'
import type { Action } from '../parts/action-table.tsx'

type Props = { page: Quarantine; onDone: () => void }

/** Payments that do not match their donation. Each decision needs a reason for the audit log. */
export function QuarantineList({ page, onDone }: Props) {
  const { quarantine: text } = adminText
  const { others } = page
  return (
    <div className="space-y-8">
      <StaffList
        isWide
        page={page}
        rows={page.quarantine}
        caption={text.caption}
        columns={paymentColumns()}
        rowKey={({ id }) => id}
        rowName={({ reference }) => reference}
        empty={<EmptyState title={text.none} text={text.noneHint} />}
        kindOf={({ reason }) => reason}
        kindName={toReasonName}
        read={async (query) => {
          const { quarantine, next } = await browserApi.get('/admin/quarantine', query)
          return { rows: quarantine, next }
        }}
        action={toAction('credit')}
        more={[toAction('refund'), toAction('dismiss')]}
        bulk={[
          {
            path: '/admin/quarantine/dismiss',
            label: text.dismissChosen,
            isOffered: ({ state }) => state === 'open',
          },
        ]}
        onDone={onDone}
      />
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

/** A payment may differ in several properties. */
function toReasonName(reason: string): string {
  const names: Record<string, string> = adminText.quarantine.reasons
  const [, kind = reason] = /^(.*) \d+$/.exec(reason) ?? []
  return kind
    .split(', ')
    .map((each) => names[each] ?? each)
    .join(', ')
}

const offers: Record<Resolution, (payment: QuarantinedPayment) => boolean> = {
  credit: ({ canCredit }) => canCredit,
  refund: ({ canRefund }) => canRefund,
  dismiss: ({ state }) => state === 'open',
}

function toAction(resolution: Resolution): Action<QuarantinedPayment> {
  const { quarantine: text } = adminText
  return {
    header: text.decision,
    button: text.actions[resolution],
    name: ({ reference }) => text.decide({ action: text.actions[resolution], reference }),
    reasonTitle: () => text.actions[resolution],
    path: `/admin/quarantine/:id/${resolution}`,
    done: text.done[resolution],
    isDangerous: resolution === 'dismiss',
    isOffered: offers[resolution],
  }
}

function paymentColumns(): Column<QuarantinedPayment>[] {
  const { quarantine: text } = adminText
  return [
    { header: text.campaign, place: 'title', cell: ({ campaign }) => campaign ?? text.unknown },
    {
      header: text.amount,
      numeric: true,
      cell: ({ seen }) => (seen.amount === null ? text.nothing : formatNaira(seen.amount)),
    },
    {
      header: text.reason,
      place: 'line',
      cell: ({ reason, state }) => (
        <>
          {toReasonName(reason)}
          {state === 'refunding' && (
            <span className="block font-medium text-warning">{text.refunding}</span>
          )}
        </>
      ),
    },
    { header: text.sinceHeader, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.reference, cell: ({ reference }) => reference },
    { header: text.expected, cell: ({ expected }) => toFacts(expected) },
    { header: text.seen, cell: ({ seen }) => toFacts(seen) },
  ]
}

function toFacts(facts: QuarantinedPayment['seen'] | null): string {
  const { quarantine: text } = adminText
  if (facts === null) return text.nothing
  const { amount, currency, mode, subAccountCode } = facts
  const modes: Record<string, string> = text.modes
  return [
    amount === null ? text.nothing : formatNaira(amount),
    currency,
    mode === null ? null : (modes[mode] ?? mode),
    subAccountCode,
  ]
    .filter(Boolean)
    .join(' · ')
}

const otherColumns = (): Column<Quarantine['others'][number]>[] => [
  { header: adminText.quarantine.day, cell: ({ day }) => formatDay(day) },
  { header: adminText.quarantine.payments, cell: ({ payments }) => payments },
  { header: adminText.quarantine.amount, cell: ({ amount }) => formatNaira(amount) },
]
