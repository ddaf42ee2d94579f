import type { WebhookEvent } from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'

import { adminText } from '../../../text/admin.ts'
import { formatShortMoment } from '../../../format/day.ts'
import { Badge, type Tone } from '../../../ui/card.tsx'
import { type Column, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ActionTable } from '../parts/action-table.tsx'

type Props = { webhooks: WebhookEvent[]; onDone: () => void }

/** Webhooks of the payment provider with their state and effect. */
export function WebhookTable({ webhooks, onDone }: Props) {
  const { webhooks: text } = adminText
  if (webhooks.length === 0) return <EmptyState title={text.none} />
  const columns: Column<WebhookEvent>[] = [
    { header: text.event, cell: (event) => <Name event={event} /> },
    {
      header: text.received,
      place: 'note',
      cell: ({ receivedAt }) => <ShortMoment iso={receivedAt} />,
    },
    { header: text.state, cell: (event) => <State event={event} /> },
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

function State({ event: { state, attempts, error } }: { event: WebhookEvent }) {
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
