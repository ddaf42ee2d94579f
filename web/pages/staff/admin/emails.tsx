import type { Emails, UndeliveredEmail, SuppressedAddress } from '#shared/admin.ts'

import { adminText } from '../../../text/admin.ts'
import { formatMoment } from '../../../format/day.ts'
import { formatCount } from '../../../text/language.ts'
import { Badge, Card } from '../../../ui/card.tsx'
import { type Column, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { browserApi } from '../../../api/client.ts'
import { StaffList } from '../parts/staff-list.tsx'
import { ActionTable } from '../parts/action-table.tsx'

type Props = { emails: Emails; onDone: () => void }

/** Counts of emails by state, and the undelivered ones. */
export function EmailList({ emails, onDone }: Props) {
  const { waiting, sent, failed, pause, suppressed } = emails
  const { emails: text } = adminText
  return (
    <div className="space-y-6">
      {pause && (
        <Card className="space-y-2 p-5">
          <p className="font-semibold text-danger">
            {text.paused({ since: formatMoment(pause.since) })}
          </p>
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
      <UndeliveredTable emails={emails} onDone={onDone} />
      {suppressed.length > 0 && <SuppressedList addresses={suppressed} onDone={onDone} />}
    </div>
  )
}

function UndeliveredTable({ emails, onDone }: Props) {
  const { emails: text } = adminText
  const kindNames: Record<string, string> = { ...text.states, suppressed: text.suppressed }
  const columns: Column<UndeliveredEmail>[] = [
    { header: text.recipient, place: 'line', cell: ({ recipient }) => recipient },
    { header: text.subject, place: 'title', cell: ({ subject }) => subject },
    { header: text.state, place: 'note', cell: (email) => <State email={email} /> },
    { header: text.since, cell: ({ at }) => <ShortMoment iso={at} /> },
  ]
  return (
    <StaffList
      isLog
      page={emails}
      rows={emails.undelivered}
      hasOther={emails.suppressed.length > 0}
      caption={text.caption}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ subject, recipient }) => `${subject}, ${recipient}`}
      empty={<EmptyState title={text.none} />}
      kindOf={({ state }) => state}
      kindName={(kind) => kindNames[kind] ?? kind}
      read={async (query) => {
        const { undelivered, next } = await browserApi.get('/admin/emails', query)
        return { rows: undelivered, next }
      }}
      bulk={[
        {
          path: '/admin/emails/retry',
          label: text.retryChosen,
          isOffered: ({ canRetry }) => canRetry,
        },
      ]}
      action={{
        header: text.retry,
        button: text.retry,
        name: ({ subject, recipient }) => text.retryEmail({ subject, recipient }),
        path: '/admin/emails/:id/retry',
        done: text.retried,
        isOffered: ({ canRetry }) => canRetry,
      }}
      onDone={onDone}
    />
  )
}

function State({ email: { state, error } }: { email: UndeliveredEmail }) {
  const { emails: text } = adminText
  return (
    <>
      <Badge tone={state === 'failed' ? 'danger' : 'warning'}>{text.states[state]}</Badge>
      {error !== null && <span className="block text-sm text-muted">{error}</span>}
    </>
  )
}

type SuppressedProps = { addresses: SuppressedAddress[]; onDone: () => void }

/** Addresses that do not exist, according to their mail servers. */
function SuppressedList({ addresses, onDone }: SuppressedProps) {
  const { emails: text } = adminText
  const columns: Column<SuppressedAddress>[] = [
    { header: text.address, cell: ({ address }) => address },
    { header: text.serverSaid, place: 'line', cell: ({ words }) => words },
    { header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
  ]
  return (
    <section className="space-y-2">
      <h2 className="text-xl font-bold">{text.suppressed}</h2>
      <p className="text-muted">{text.suppressedHint}</p>
      <ActionTable
        caption={text.suppressedCaption}
        columns={columns}
        rows={addresses}
        rowKey={({ id }) => id}
        action={{
          header: text.remove,
          button: text.remove,
          name: ({ address }) => text.removeAddress({ address }),
          reasonTitle: ({ address }) => text.removeAddress({ address }),
          path: '/admin/suppressions/:id/remove',
          done: text.removed,
        }}
        onDone={onDone}
      />
    </section>
  )
}
