import { useState } from 'react'

import type { OpenRefund } from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'

import { adminText } from '../../text/admin.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'
import { AdminReasonDialog } from './admin-reason-dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

type Props = { refunds: OpenRefund[]; onDone: () => void }

/** Refunds that have not reached the donor. One that was given up can be sent again, with a reason. */
export function OpenRefundTable({ refunds, onDone }: Props) {
  const { refunds: text } = adminText
  const { act } = useAdminAction(onDone)
  const [chosen, setChosen] = useState<OpenRefund>()
  const retry = async ({ id }: OpenRefund, reason: string) => {
    const path = `/refunds/${encodeURIComponent(id)}/retry`
    if (await act(path, text.retried, { reason })) setChosen(undefined)
  }
  const columns: Column<OpenRefund>[] = [
    { key: 'since', header: text.since, cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    { key: 'campaign', header: text.campaign, cell: toCampaign },
    { key: 'state', header: text.state, cell: (refund) => <State refund={refund} /> },
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
    {
      key: 'retry',
      header: text.retry,
      cell: (refund) =>
        refund.canRetry && (
          <Button variant="quiet" aria-label={toAction(refund)} onClick={() => setChosen(refund)}>
            {text.retry}
          </Button>
        ),
    },
  ]
  return (
    <>
      <DataTable
        isWide
        caption={text.refundsCaption}
        columns={columns}
        rows={refunds}
        rowKey={({ id }) => id}
      />
      {chosen && (
        <AdminReasonDialog
          action={toAction(chosen)}
          onSend={(reason) => retry(chosen, reason)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

const toCampaign = ({ campaign }: OpenRefund) => campaign ?? adminText.quarantine.unknown

const toAction = (refund: OpenRefund) =>
  adminText.refunds.retryRefund(formatNaira(refund.amount), toCampaign(refund))

/** The provider's own words for states and problems that we have none for. */
function State({ refund: { state, problem, attempts } }: { refund: OpenRefund }) {
  const { refunds: text } = adminText
  const states: Record<string, string> = text.states
  const problems: Record<string, string> = text.problems
  return (
    <>
      <strong className="block">{states[state] ?? state}</strong>
      {problem !== null && <span className="block">{problems[problem] ?? problem}</span>}
      {attempts > 1 && <span className="text-sm text-muted">{text.attempts(attempts)}</span>}
    </>
  )
}
