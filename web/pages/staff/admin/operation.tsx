import { Search } from 'lucide-react'

import type { AccessLogEntry } from '#shared/access-log.ts'
import type {
  AdminTab,
  Emails,
  SuppressedAddress,
  UndeliveredEmail,
  WebhookEvent,
} from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'
import { Form } from '#web/router/form.tsx'
import { Link } from '#web/router/navigate.tsx'

import { browserApi } from '../../../api/client.ts'
import { formatMoment, formatShortMoment } from '../../../format/day.ts'
import { adminCampaignPath } from '../../../navigation/paths.ts'
import { adminNamesText } from '../../../text/admin-names.ts'
import { adminText } from '../../../text/admin.ts'
import { formatCount } from '../../../text/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card, type Tone } from '../../../ui/card.tsx'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { Field } from '../../../ui/fields.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ActionTable } from '../parts/action-table.tsx'
import { StaffList } from '../parts/staff-list.tsx'

type SearchProps = {
  tab: AdminTab
  text: { label: string; field: string; hint: string; button: string }
  name: string
  maxLength: number
  value: string
  className?: string
}

/** Finds what one tab shows. */
export function AdminSearch({ tab, text, name, maxLength, value, className = '' }: SearchProps) {
  return (
    <search aria-label={text.label}>
      <Form key={value} className={`card flex flex-wrap items-end gap-4 p-4 ${className}`}>
        <input type="hidden" name="tab" value={tab} />
        <Field
          label={text.field}
          hint={text.hint}
          name={name}
          maxLength={maxLength}
          defaultValue={value}
          className="grow"
        />
        <Button type="submit" variant="quiet">
          <Search aria-hidden="true" size={18} />
          {text.button}
        </Button>
      </Form>
    </search>
  )
}

type AccessLogProps = { entries: AccessLogEntry[]; person: string }

/** Which reviewer or admin read whose personal data. */
export function AccessLogList({ entries, person }: AccessLogProps) {
  const { accessLog: text } = adminText
  return (
    <>
      <AdminSearch
        tab="access-log"
        text={{ label: text.search, field: text.person, hint: text.personHint, button: text.show }}
        name="person"
        maxLength={100}
        value={person}
        className="mb-6"
      />
      {entries.length === 0 ? <EmptyState title={text.none} /> : <AccessTable entries={entries} />}
    </>
  )
}

function AccessTable({ entries }: Pick<AccessLogProps, 'entries'>) {
  const { accessLog: text } = adminText
  const pages: Record<string, string> = adminNamesText.pages
  const columns: Column<AccessLogEntry>[] = [
    { header: text.when, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      header: text.who,
      place: 'title',
      cell: ({ staff, role }) => (
        <>
          <span className="block break-all">{staff}</span>
          <span className="text-sm text-muted">{text.roles[role]}</span>
        </>
      ),
    },
    {
      header: text.whose,
      place: 'line',
      cell: ({ concerns, subjects }) => {
        const kind = text.concerns[concerns]
        return subjects === null ? text.allPeople({ kind }) : text.people({ kind, count: subjects })
      },
    },
    {
      header: text.action,
      cell: ({ action, campaignIds }) => (
        <>
          <span className="block">{pages[action] ?? adminNamesText.otherPage}</span>
          {campaignIds.slice(0, 3).map((id) => (
            <Link key={id} to={adminCampaignPath(id)} className="link mr-2 text-sm">
              {text.campaign}
            </Link>
          ))}
        </>
      ),
    },
  ]
  return (
    <DataTable
      isWide
      caption={text.caption}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
    />
  )
}

type WebhookProps = { webhooks: WebhookEvent[]; onDone: () => void }

export function WebhookTable({ webhooks, onDone }: WebhookProps) {
  const { webhooks: text } = adminText
  if (webhooks.length === 0) return <EmptyState title={text.none} />
  const columns: Column<WebhookEvent>[] = [
    { header: text.event, cell: (event) => <Name event={event} /> },
    {
      header: text.received,
      place: 'note',
      cell: ({ receivedAt }) => <ShortMoment iso={receivedAt} />,
    },
    { header: text.state, cell: (event) => <WebhookState event={event} /> },
    { header: text.effect, place: 'line', cell: (event) => <Effect event={event} /> },
  ]
  return (
    <ActionTable
      isWide
      caption={text.caption}
      columns={columns}
      rows={webhooks}
      rowKey={({ id }) => id}
      action={{
        header: text.replay,
        button: text.replay,
        name: ({ event, receivedAt }) =>
          text.replayEvent({ event, when: formatShortMoment(receivedAt) }),
        path: '/admin/webhooks/:id/replay',
        done: text.replayed,
        isOffered: ({ canReplay }) => canReplay,
      }}
      onDone={onDone}
    />
  )
}

function Name({ event: { event, reference, disputeId, facts } }: { event: WebhookEvent }) {
  return (
    <>
      <strong className="block">{event}</strong>
      <Reference>{reference ?? String(disputeId ?? '')}</Reference>
      <Facts facts={facts} />
    </>
  )
}

/** By the provider's names, as an admin reads them on the provider's pages. */
function Facts({ facts }: Pick<WebhookEvent, 'facts'>) {
  const shown = Object.entries(facts).filter(([key]) => !key.endsWith('reference'))
  if (shown.length === 0) return null
  return (
    <details className="text-sm text-muted">
      <summary>{adminText.webhooks.facts}</summary>
      {shown.map(([key, value]) => (
        <span key={key} className="block">
          {key}: {value}
        </span>
      ))}
    </details>
  )
}

/** Breaks only in the middle when it does not fit on one line. */
function Reference({ children }: { children: string }) {
  const middle = Math.ceil(children.length / 2)
  return (
    <span className="font-mono text-sm text-muted">
      <span className="inline-block whitespace-nowrap">{children.slice(0, middle)}</span>
      <span className="inline-block whitespace-nowrap">{children.slice(middle)}</span>
    </span>
  )
}

const tones: Record<WebhookEvent['state'], Tone> = {
  received: 'info',
  processing: 'info',
  done: 'success',
  ignored: 'neutral',
  failed: 'danger',
}

function WebhookState({ event: { state, attempts, error } }: { event: WebhookEvent }) {
  const { webhooks: text } = adminText
  return (
    <>
      <Badge tone={tones[state]}>{text.states[state]}</Badge>
      {attempts > 0 && (
        <span className="block text-sm text-muted">{text.tries({ count: attempts })}</span>
      )}
      {error !== null && <span className="block text-sm text-danger">{error}</span>}
    </>
  )
}

function Effect({ event: { effect } }: { event: WebhookEvent }) {
  const { webhooks: text } = adminText
  if (effect === null) return <span className="text-muted">{text.noEffect}</span>
  return (
    <>
      {effect.entries > 0
        ? text.booked({ raised: formatNaira(effect.raised), entries: effect.entries })
        : text.notBooked({ amount: formatNaira(effect.amount) })}
      <span className="block text-sm text-muted">{effect.campaign}</span>
    </>
  )
}

type EmailProps = { emails: Emails; onDone: () => void }

/** Counts of emails by state, and the undelivered ones. */
export function EmailList({ emails, onDone }: EmailProps) {
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

function UndeliveredTable({ emails, onDone }: EmailProps) {
  const { emails: text } = adminText
  const kindNames: Record<string, string> = { ...text.states, suppressed: text.suppressed }
  const columns: Column<UndeliveredEmail>[] = [
    { header: text.recipient, place: 'line', cell: ({ recipient }) => recipient },
    { header: text.subject, place: 'title', cell: ({ subject }) => subject },
    { header: text.state, place: 'note', cell: (email) => <EmailState email={email} /> },
    { header: text.since, cell: ({ at }) => <ShortMoment iso={at} /> },
  ]
  return (
    <StaffList
      isLog
      page={emails}
      rowsOf={({ undelivered }) => undelivered}
      hasOther={emails.suppressed.length > 0}
      caption={text.caption}
      columns={columns}
      rowName={({ subject, recipient }) => `${subject}, ${recipient}`}
      empty={<EmptyState title={text.none} />}
      kindOf={({ state }) => state}
      kindName={(kind) => kindNames[kind] ?? kind}
      read={(query) => browserApi.get('/admin/emails', query)}
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

function EmailState({ email: { state, error } }: { email: UndeliveredEmail }) {
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
