import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { SessionList as Listed } from '#shared/account.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { formatMoment } from '../../text/day.ts'
import { settingsText } from '../../text/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
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
  const { busy, run } = useEnding(`/account/sessions/${session.id}`, () => {
    toast(text.ended)
    onEnded()
  })
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
        <Button variant="quiet" busy={busy} aria-label={text.endOf(device)} onClick={run}>
          {text.end}
        </Button>
      )}
    </li>
  )
}

function EndAll({ onEnded }: { onEnded: () => void }) {
  const { sessions: text } = settingsText
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { busy, run } = useEnding('/account/sessions', () => {
    setAsked(false)
    onEnded()
    void navigate(paths.login)
  })
  return (
    <>
      <Button variant="quiet-danger" onClick={() => setAsked(true)}>
        {text.endAll}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={text.endAllTitle}
        text={text.endAllText}
        confirmLabel={text.endAll}
        cancelLabel={text.cancel}
        variant="danger"
        busy={busy}
        onConfirm={run}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}

function useEnding(path: string, onEnded: () => void) {
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      await browserApi.remove(path)
      onEnded()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: () => void end() }
}
