import type { ReactNode } from 'react'

import type { OpenDispute, OpenRefund } from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'
import type { Cancellation } from '#shared/payouts.ts'
import { Link } from '#web/router/link.tsx'

import { payoutsPath } from '../../../navigation/paths.ts'
import { adminText } from '../../../text/admin.ts'
import { formatCount } from '../../../text/language.ts'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'

import { ActionTable } from './action-table.tsx'

type Props = {
  disputes: OpenDispute[]
  refunds: OpenRefund[]
  cancellations: Cancellation[]
  onDone: () => void
}

/** Open disputes, refunds and cancelled campaigns. Disputes come first, because they have deadlines. */
export function RefundList({ disputes, refunds, cancellations, onDone }: Props) {
  const { refunds: text } = adminText
  return (
    <div className="space-y-10">
      <Section title={text.disputes}>
        {disputes.length > 0 ? (
          <Disputes disputes={disputes} />
        ) : (
          <EmptyState title={text.noDisputes} />
        )}
      </Section>
      <Section title={text.refunds}>
        {refunds.length > 0 ? (
          <OpenRefundTable refunds={refunds} onDone={onDone} />
        ) : (
          <EmptyState title={text.noRefunds} />
        )}
      </Section>
      {cancellations.length > 0 && (
        <Section title={text.cancellations}>
          <Cancellations cancellations={cancellations} />
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-4">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  )
}

function Disputes({ disputes }: { disputes: OpenDispute[] }) {
  const { refunds: text } = adminText
  const columns: Column<OpenDispute>[] = [
    {
      key: 'deadline',
      header: text.deadline,
      place: 'note',
      cell: ({ dueAt }) => (dueAt === null ? text.noDeadline : <ShortMoment iso={dueAt} />),
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => (amount === null ? text.unknownAmount : formatNaira(amount)),
    },
    { key: 'campaign', header: text.campaign, place: 'title', cell: ({ campaign }) => campaign },
    {
      key: 'state',
      header: text.state,
      place: 'line',
      cell: ({ status, category }) => [status, category].filter(Boolean).join(' · '),
    },
  ]
  return (
    <DataTable
      caption={text.disputesCaption}
      columns={columns}
      rows={disputes}
      rowKey={({ id }) => String(id)}
    />
  )
}

const progressKeys = [
  'refunded',
  'inProgress',
  'waiting',
  'failed',
  'needsAttention',
  'givenUp',
] as const

function Cancellations({ cancellations }: { cancellations: Cancellation[] }) {
  const { refunds: text } = adminText
  const toColumn = (key: (typeof progressKeys)[number]): Column<Cancellation> => ({
    key,
    header: text[key],
    numeric: true,
    cell: (cancellation) => formatCount(cancellation[key]),
  })
  const columns: Column<Cancellation>[] = [
    {
      key: 'campaign',
      header: text.campaign,
      cell: ({ id, title }) => (
        <Link to={payoutsPath(id)} className="link">
          {title}
        </Link>
      ),
    },
    { key: 'reason', header: text.reason, place: 'line', cell: ({ reason }) => reason },
    { key: 'since', header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    ...progressKeys.map(toColumn),
  ]
  return (
    <DataTable
      caption={text.cancellationsCaption}
      columns={columns}
      rows={cancellations}
      rowKey={({ id }) => id}
    />
  )
}

type OpenRefundProps = { refunds: OpenRefund[]; onDone: () => void }

/** Refunds that have not reached the donor. With a reason, one is sent again, agreed to or stopped. */
function OpenRefundTable({ refunds, onDone }: OpenRefundProps) {
  const { refunds: text } = adminText
  const columns: Column<OpenRefund>[] = [
    { key: 'since', header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    { key: 'campaign', header: text.campaign, place: 'title', cell: toCampaign },
    {
      key: 'state',
      header: text.state,
      place: 'line',
      cell: (refund) => <State refund={refund} />,
    },
    {
      key: 'next',
      header: text.next,
      cell: ({ nextAt }) => (nextAt === null ? text.noNext : <ShortMoment iso={nextAt} />),
    },
    {
      key: 'requestedBy',
      header: text.askedBy,
      cell: ({ requestedBy }) => (requestedBy === null ? text.provider : text.askers[requestedBy]),
    },
    { key: 'reason', header: text.reason, cell: ({ reason }) => reason },
  ]
  return (
    <ActionTable
      isWide
      caption={text.refundsCaption}
      columns={columns}
      rows={refunds}
      rowKey={({ id }) => id}
      action={{
        header: text.action,
        button: text.retry,
        ...named(text.retryRefund),
        path: '/admin/refunds/:id/retry',
        done: text.retried,
        isOffered: ({ canRetry }) => canRetry,
      }}
      more={[
        {
          header: text.action,
          button: text.agree,
          ...named(text.agreeToRefund),
          path: '/admin/refunds/:id/agree',
          done: text.agreed,
          isOffered: ({ canAgree }) => canAgree,
        },
        {
          header: text.action,
          button: text.stop,
          ...named(text.stopRefund),
          path: '/admin/refunds/:id/stop',
          done: text.stopped,
          isDangerous: true,
          isOffered: ({ canStop }) => canStop,
        },
      ]}
      onDone={onDone}
    />
  )
}

const toCampaign = ({ campaign }: OpenRefund) => campaign ?? adminText.quarantine.unknown

function named(toName: (refund: { amount: string; campaign: string }) => string) {
  const name = (refund: OpenRefund) =>
    toName({ amount: formatNaira(refund.amount), campaign: toCampaign(refund) })
  return { name, reasonTitle: name }
}

/** The provider's own words for states and problems that we have none for. */
function State({ refund: { state, problem, attempts } }: { refund: OpenRefund }) {
  const { refunds: text } = adminText
  const states: Record<string, string> = text.states
  const problems: Record<string, string> = text.problems
  return (
    <>
      <strong className="block">{states[state] ?? state}</strong>
      {problem !== null && <span className="block">{problems[problem] ?? problem}</span>}
      {attempts > 1 && (
        <span className="text-sm text-muted">{text.attempts({ count: attempts })}</span>
      )}
    </>
  )
}
