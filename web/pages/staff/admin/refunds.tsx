import type { ReactNode } from 'react'

import type { OpenRefund } from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'
import type { Cancellation } from '#shared/payouts.ts'
import type { StaffListPage } from '#shared/staff-list.ts'
import { Link } from '#web/router/link.tsx'

import { browserApi } from '../../../api/client.ts'
import { paths, payoutsPath } from '../../../navigation/paths.ts'
import { adminText } from '../../../text/admin.ts'
import { formatCount } from '../../../text/language.ts'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StaffList } from '../parts/staff-list.tsx'

type Page = StaffListPage & { refunds: OpenRefund[] }
type Props = { page: Page; cancellations: Cancellation[]; onDone: () => void }

/** Open refunds and cancelled campaigns. */
export function RefundList({ page, cancellations, onDone }: Props) {
  const { refunds: text } = adminText
  return (
    <div className="space-y-10">
      <Link to={paths.disputes} className="link inline-block py-2">
        {text.disputes}
      </Link>
      <Section title={text.refunds}>
        <OpenRefundTable page={page} onDone={onDone} />
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
    header: text[key],
    numeric: true,
    cell: (cancellation) => formatCount(cancellation[key]),
  })
  const columns: Column<Cancellation>[] = [
    {
      header: text.campaign,
      cell: ({ id, title }) => (
        <Link to={payoutsPath(id)} className="link">
          {title}
        </Link>
      ),
    },
    { header: text.reason, place: 'line', cell: ({ reason }) => reason },
    { header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
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

type OpenRefundProps = Pick<Props, 'page' | 'onDone'>

/** Refunds that have not reached the donor. With a reason, one is sent again, agreed to or stopped. */
function OpenRefundTable({ page, onDone }: OpenRefundProps) {
  const { refunds: text } = adminText
  const states: Record<string, string> = text.states
  const columns: Column<OpenRefund>[] = [
    { header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.amount, numeric: true, cell: ({ amount }) => formatNaira(amount) },
    { header: text.campaign, place: 'title', cell: toCampaign },
    { header: text.state, place: 'line', cell: (refund) => <State refund={refund} /> },
    {
      header: text.next,
      cell: ({ nextAt }) => (nextAt === null ? text.noNext : <ShortMoment iso={nextAt} />),
    },
    {
      header: text.askedBy,
      cell: ({ requestedBy }) => (requestedBy === null ? text.provider : text.askers[requestedBy]),
    },
    { header: text.reason, cell: ({ reason }) => reason },
  ]
  return (
    <StaffList
      isWide
      isRanked
      page={page}
      rows={page.refunds}
      caption={text.refundsCaption}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={toCampaign}
      empty={<EmptyState title={text.noRefunds} />}
      kindOf={({ state }) => state}
      kindName={(kind) => states[kind] ?? kind}
      read={async (query) => {
        const { refunds, next } = await browserApi.get('/admin/refunds', query)
        return { rows: refunds, next }
      }}
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
