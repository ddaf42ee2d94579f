import type { Emails, UndeliveredEmail } from '#shared/admin.ts'

import { adminText } from '../../text/admin.ts'
import { formatMoment } from '../../text/day.ts'
import { formatCount } from '../../text/plural.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'
import { SuppressedList } from './suppressed-list.tsx'
import { useAdminAction } from './use-admin-action.ts'

type Props = { emails: Emails; onDone: () => void }

/** Counts of emails by state, and the undelivered ones. */
export function EmailList({ emails, onDone }: Props) {
  const { waiting, sent, failed, undelivered, pause, suppressed } = emails
  const { emails: text } = adminText
  return (
    <div className="space-y-6">
      {pause && (
        <Card className="space-y-2 p-5">
          <p className="font-semibold text-danger">{text.paused(formatMoment(pause.since))}</p>
          <p>{text.pausedHint}</p>
          <p className="text-sm text-muted wrap-anywhere">
            {text.serverSaid}: {pause.words}
          </p>
        </Card>
      )}
      <p className="font-semibold">
        {text.counts({
          waiting: formatCount(waiting),
          sent: formatCount(sent),
          failed: formatCount(failed),
        })}
      </p>
      {undelivered.length > 0 ? (
        <UndeliveredTable emails={undelivered} onDone={onDone} />
      ) : (
        <EmptyState title={text.none} />
      )}
      {suppressed.length > 0 && <SuppressedList addresses={suppressed} onDone={onDone} />}
    </div>
  )
}

type TableProps = { emails: UndeliveredEmail[]; onDone: () => void }

function UndeliveredTable({ emails, onDone }: TableProps) {
  const { emails: text } = adminText
  const { act, pending } = useAdminAction(onDone)
  const columns: Column<UndeliveredEmail>[] = [
    { key: 'to', header: text.recipient, cell: ({ recipient }) => recipient },
    { key: 'subject', header: text.subject, cell: ({ subject }) => subject },
    { key: 'state', header: text.state, cell: (email) => <State email={email} /> },
    { key: 'since', header: text.since, cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      key: 'retry',
      header: text.retry,
      cell: ({ id, subject, recipient, canRetry }) =>
        canRetry && (
          <Button
            variant="quiet"
            busy={pending === retryPath(id)}
            aria-label={text.retryEmail(subject, recipient)}
            onClick={() => void act(retryPath(id), text.retried)}
          >
            {text.retry}
          </Button>
        ),
    },
  ]
  return (
    <DataTable caption={text.caption} columns={columns} rows={emails} rowKey={({ id }) => id} />
  )
}

const retryPath = (id: string) => `/emails/${encodeURIComponent(id)}/retry`

function State({ email: { state, error } }: { email: UndeliveredEmail }) {
  const { emails: text } = adminText
  return (
    <>
      <Badge tone={state === 'failed' ? 'danger' : 'warning'}>{text.states[state]}</Badge>
      {error !== null && <span className="block text-sm text-muted">{error}</span>}
    </>
  )
}
