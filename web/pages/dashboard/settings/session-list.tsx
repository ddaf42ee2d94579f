import type { SessionList as Listed } from '#shared/account.ts'
import { useNavigate } from '#web/router/hooks.ts'

import { browserApi } from '../../../api/client.ts'
import { runApiAction, useApiAction } from '../../../forms/use-api-action.ts'
import { paths } from '../../../navigation/paths.ts'
import { formatMoment } from '../../../text/day.ts'
import { settingsText } from '../../../text/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/dialogs/confirm-button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Session = Listed['sessions'][number]
type Props = {
  /** Null when they could not be loaded. */
  sessions: Session[] | null
  onChanged: () => void
  /** Called after logging out of all sessions, including this one. */
  onLoggedOut: () => void
}

/** The devices that are logged in. Each of them, or all, can be logged out. */
export function SessionList({ sessions, onChanged, onLoggedOut }: Props) {
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
          <LogOutEverywhere onLoggedOut={onLoggedOut} />
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
  const { run, busy } = useApiAction()
  const logOut = () =>
    run(async () => {
      await browserApi.remove(`/account/sessions/${session.id}`)
      toast(text.loggedOut)
      onEnded()
    })
  return (
    <li className="card flex flex-wrap items-center justify-between gap-3 p-4">
      <div>
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">{text.lastSeen(formatMoment(session.seenAt))}</p>
        <p className="text-sm text-muted">{text.loggedInAt(formatMoment(session.createdAt))}</p>
      </div>
      {session.isThis ? (
        <Badge tone="success">{text.thisDevice}</Badge>
      ) : (
        <Button
          variant="quiet"
          busy={busy}
          aria-label={text.logOutDevice(device)}
          onClick={() => void logOut()}
        >
          {text.logOut}
        </Button>
      )}
    </li>
  )
}

function LogOutEverywhere({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { sessions: text } = settingsText
  const navigate = useNavigate()
  const logOut = () =>
    runApiAction(async () => {
      await browserApi.remove('/account/sessions')
      onLoggedOut()
      await navigate(paths.login)
    })
  return (
    <ConfirmButton
      variant="quiet-danger"
      title={text.logOutEverywhereTitle}
      question={text.logOutEverywhereText}
      confirmLabel={text.logOutEverywhere}
      cancelLabel={text.cancel}
      onConfirm={logOut}
    >
      {text.logOutEverywhere}
    </ConfirmButton>
  )
}
