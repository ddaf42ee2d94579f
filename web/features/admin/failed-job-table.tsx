import { useState } from 'react'

import type { FailedJob } from '#shared/admin.ts'

import { adminText } from '../../text/admin.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'
import { AdminReasonDialog } from './admin-reason-dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

type Props = { jobs: FailedJob[]; onDone: () => void }

/** Jobs whose last attempt failed. A retry needs a reason. */
export function FailedJobTable({ jobs, onDone }: Props) {
  const { jobs: text } = adminText
  const { act } = useAdminAction(onDone)
  const [chosen, setChosen] = useState<FailedJob>()
  const retry = async ({ id }: FailedJob, reason: string) => {
    const path = `/jobs/${encodeURIComponent(id)}/retry`
    if (await act(path, text.retried, { reason })) setChosen(undefined)
  }
  if (jobs.length === 0) return <EmptyState title={text.none} />
  const columns: Column<FailedJob>[] = [
    { key: 'task', header: text.task, cell: (job) => <Task job={job} /> },
    { key: 'error', header: text.error, cell: ({ error }) => error },
    { key: 'failed', header: text.failed, cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      key: 'next',
      header: text.next,
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? text.noNext : <ShortMoment iso={nextAttemptAt} />,
    },
    {
      key: 'retry',
      header: text.retry,
      cell: (job) => (
        <Button variant="quiet" aria-label={text.retryJob(job.task)} onClick={() => setChosen(job)}>
          {text.retry}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        isWide
        caption={text.caption}
        columns={columns}
        rows={jobs}
        rowKey={({ id }) => id}
      />
      {chosen && (
        <AdminReasonDialog
          action={text.retryJob(chosen.task)}
          onSend={(reason) => retry(chosen, reason)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

function Task({ job: { task, lane, attempts } }: { job: FailedJob }) {
  const { jobs: text } = adminText
  return (
    <>
      <strong className="block">{task}</strong>
      <span className="text-sm text-muted">
        {lane !== null && `${lane} · `}
        {text.attempts(attempts)}
      </span>
    </>
  )
}
