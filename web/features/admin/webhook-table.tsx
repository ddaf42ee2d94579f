import type { ProviderEvent } from '#shared/admin.ts'
import { formatNaira } from '#shared/money.ts'

import { formatShortMoment } from '../../text/day.ts'
import { operatorText } from '../../text/admin.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'
import { useAct } from './use-admin-action.ts'

type Props = { events: ProviderEvent[]; onDone: () => void }

/** What the payment provider told us, and what came of it. */
export function EventTable({ events, onDone }: Props) {
  const { events: text } = operatorText
  const { act, acting } = useAct(onDone)
  if (events.length === 0) return <EmptyState title={text.none} />
  const columns: Column<ProviderEvent>[] = [
    { key: 'event', header: text.event, cell: (event) => <Name event={event} /> },
    {
      key: 'received',
      header: text.received,
      cell: ({ receivedAt }) => <ShortMoment iso={receivedAt} />,
    },
    { key: 'state', header: text.state, cell: (event) => <State event={event} /> },
    { key: 'effect', header: text.effect, cell: (event) => <Effect event={event} /> },
    {
      key: 'replay',
      header: text.replay,
      cell: ({ id, event, receivedAt, canReplay }) =>
        canReplay && (
          <Button
            variant="quiet"
            busy={acting === replayPath(id)}
            aria-label={text.replayOf(event, formatShortMoment(receivedAt))}
            onClick={() => void act(replayPath(id), text.replayed)}
          >
            {text.replay}
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      isWide
      caption={text.caption}
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
    />
  )
}

const replayPath = (id: string) => `/events/${encodeURIComponent(id)}/replay`

function Name({ event: { event, reference, disputeId } }: { event: ProviderEvent }) {
  return (
    <>
      <strong className="block">{event}</strong>
      <Reference>{reference ?? String(disputeId ?? '')}</Reference>
    </>
  )
}

/** Where it has no room it breaks in the middle, and nowhere else. */
function Reference({ children }: { children: string }) {
  const middle = Math.ceil(children.length / 2)
  return (
    <span className="font-mono text-sm text-muted">
      <span className="inline-block whitespace-nowrap">{children.slice(0, middle)}</span>
      <span className="inline-block whitespace-nowrap">{children.slice(middle)}</span>
    </span>
  )
}

const tones: Record<ProviderEvent['state'], Tone> = {
  received: 'info',
  processing: 'info',
  done: 'success',
  ignored: 'neutral',
  failed: 'danger',
}

function State({ event: { state, attempts, error } }: { event: ProviderEvent }) {
  const { events: text } = operatorText
  return (
    <>
      <Badge tone={tones[state]}>{text.states[state]}</Badge>
      {attempts > 0 && <span className="block text-sm text-muted">{text.tries(attempts)}</span>}
      {error !== null && <span className="block text-sm text-danger">{error}</span>}
    </>
  )
}

function Effect({ event: { effect } }: { event: ProviderEvent }) {
  const { events: text } = operatorText
  if (effect === null) return <span className="text-muted">{text.noEffect}</span>
  return (
    <>
      {effect.entries > 0
        ? text.booked(formatNaira(effect.raised), effect.entries)
        : text.notBooked(formatNaira(effect.amount))}
      <span className="block text-sm text-muted">{effect.campaign}</span>
    </>
  )
}
