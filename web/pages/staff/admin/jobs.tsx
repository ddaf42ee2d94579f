import type { FailedJob } from '#shared/admin.ts'

import { adminText } from '../../../text/admin.ts'
import { type Column, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'

import { ActionTable } from './action-table.tsx'

type Props = { jobs: FailedJob[]; onDone: () => void }

/** Jobs whose last attempt failed. A retry needs a reason. */
export function FailedJobTable({ jobs, onDone }: Props) {
  const { jobs: text } = adminText
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
  ]
  return (
    <ActionTable
      isWide
      caption={text.caption}
      columns={columns}
      rows={jobs}
      rowKey={({ id }) => id}
      action={{
        header: text.retry,
        button: text.retry,
        name: ({ task }) => text.retryJob(task),
        reasonTitle: ({ task }) => text.retryJob(task),
        path: '/admin/jobs/:id/retry',
        done: text.retried,
      }}
      onDone={onDone}
    />
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
