import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { SessionList as Listed } from '#shared/account.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { formatMoment } from '../../text/day.ts'
import { settingsText } from '../../text/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmedButton } from '../../ui/confirmed-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toast.tsx'

type Session = Listed['sessions'][number]
type Props = {
  /** Null where they could not be loaded. */
  sessions: Session[] | null
  onChanged: () => void
  /** Every session is over, this one too. */
  onAllEnded: () => void
}

/** Where somebody is logged in, and how to end it there, or everywhere. */
export function SessionList({ sessions, onChanged, onAllEnded }: Props) {
  const { sessions: text } = settingsText
  return (
    <section className="grid max-w-lg gap-4" aria-labelledby="session-list">
      <h2 id="session-list" className="text-lg font-semibold">
        {text.title}
      </h2>
      {sessions ? (
        <>
          <ul className="grid gap-3">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} onEnded={onChanged} />
            ))}
          </ul>
          <EndAll onEnded={onAllEnded} />
        </>
      ) : (
        <ErrorState title={text.failed} retryLabel={text.retry} onRetry={onChanged} />
      )}
    </section>
  )
}

function SessionItem({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { sessions: text } = settingsText
  const device = session.device || text.unknownDevice
  const [ending, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    const isEnded = await endAt(`/account/sessions/${session.id}`)
    setEnding(false)
    if (!isEnded) return
    toast(text.ended)
    onEnded()
  }
  return (
    <li className="card flex flex-wrap items-center justify-between gap-3 p-4">
      <div>
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">{text.lastSeen(formatMoment(session.seenAt))}</p>
        <p className="text-sm text-muted">{text.since(formatMoment(session.createdAt))}</p>
      </div>
      {session.isThis ? (
        <Badge tone="success">{text.isThis}</Badge>
      ) : (
        <Button
          variant="quiet"
          busy={ending}
          aria-label={text.endOf(device)}
          onClick={() => void end()}
        >
          {text.end}
        </Button>
      )}
    </li>
  )
}

function EndAll({ onEnded }: { onEnded: () => void }) {
  const { sessions: text } = settingsText
  const navigate = useNavigate()
  const end = async () => {
    if (!(await endAt('/account/sessions'))) return
    onEnded()
    await navigate(paths.login)
  }
  return (
    <ConfirmedButton
      variant="quiet-danger"
      title={text.endAllTitle}
      question={text.endAllText}
      confirmLabel={text.endAll}
      cancelLabel={text.cancel}
      onConfirm={end}
    >
      {text.endAll}
    </ConfirmedButton>
  )
}

/** False where it was refused, which is said. */
async function endAt(path: string): Promise<boolean> {
  try {
    await browserApi.remove(path)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, 'error')
    return false
  }
}
