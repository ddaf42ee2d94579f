import type { MailState, StuckMail } from '#shared/admin.ts'

import { operatorText } from '../../text/admin.ts'
import { formatCount } from '../../text/plural.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'
import { useAct } from './use-admin-action.ts'

type Props = { mail: MailState; onDone: () => void }

/** How the mails are doing, and each one that is stuck. */
export function MailList({ mail: { waiting, sent, failed, stuck }, onDone }: Props) {
  const { mails: text } = operatorText
  return (
    <div className="space-y-6">
      <p className="font-semibold">
        {text.counts({
          waiting: formatCount(waiting),
          sent: formatCount(sent),
          failed: formatCount(failed),
        })}
      </p>
      {stuck.length > 0 ? (
        <StuckTable stuck={stuck} onDone={onDone} />
      ) : (
        <EmptyState title={text.none} />
      )}
    </div>
  )
}

function StuckTable({ stuck, onDone }: { stuck: StuckMail[]; onDone: () => void }) {
  const { mails: text } = operatorText
  const { act, acting } = useAct(onDone)
  const columns: Column<StuckMail>[] = [
    { key: 'to', header: text.recipient, cell: ({ recipient }) => recipient },
    { key: 'subject', header: text.subject, cell: ({ subject }) => subject },
    { key: 'state', header: text.state, cell: (mail) => <State mail={mail} /> },
    { key: 'since', header: text.since, cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      key: 'retry',
      header: text.retry,
      cell: ({ id, subject, recipient, canRetry }) =>
        canRetry && (
          <Button
            variant="quiet"
            busy={acting === retryPath(id)}
            aria-label={text.retryOf(subject, recipient)}
            onClick={() => void act(retryPath(id), text.retried)}
          >
            {text.retry}
          </Button>
        ),
    },
  ]
  return <DataTable caption={text.caption} columns={columns} rows={stuck} rowKey={({ id }) => id} />
}

const retryPath = (id: string) => `/mails/${encodeURIComponent(id)}/retry`

function State({ mail: { state, error } }: { mail: StuckMail }) {
  const { mails: text } = operatorText
  return (
    <>
      <Badge tone={state === 'failed' ? 'danger' : 'warning'}>{text.states[state]}</Badge>
      {error !== null && <span className="block text-sm text-muted">{error}</span>}
    </>
  )
}
