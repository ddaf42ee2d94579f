import { useEffect, useRef, useState, type ReactNode } from 'react'

import type { Account } from '#shared/account.ts'

import { loadWithRetry } from '../../api/load-with-retry.ts'
import { paths } from '../../navigation/paths.ts'
import { openWithToast } from '../../navigation/redirect-with-toast.ts'
import { layoutText } from '../../text/layout.ts'
import { sessionText } from '../../text/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useSession, type SessionEnd } from './use-session.ts'

type Props = { account: Account | null; children: ReactNode }

/** Protects a page with personal data: asks for a new login when the session is over, and hides the page after a logout. */
export function SessionGuard({ account, children }: Props) {
  const { ended } = sessionText
  const { end, isAsking, onSignedIn, cancel } = useSession(account?.uid ?? null)
  const loaded = useSignInDialog(isAsking, cancel)
  const signIn = (person: Account) => {
    onSignedIn(person)
    if (person.uid !== account?.uid)
      openWithToast(paths.overview, ended.otherUser(person.firstname))
  }

  if (end) return <SessionEnded end={end} />
  return (
    <>
      {children}
      {account && loaded && (
        <loaded.SignInDialog
          open={isAsking}
          email={account.email}
          onSignedIn={signIn}
          onClose={cancel}
        />
      )}
    </>
  )
}

const loadDialog = loadWithRetry(() => import('../../pages/parts/session/sign-in-dialog.tsx'))

/** Loads the dialog on demand. If it cannot be loaded, the waiting requests fail. */
function useSignInDialog(isAsking: boolean, cancel: () => void) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadDialog>>>()
  useEffect(() => {
    if (isAsking) loadDialog().then(setLoaded, cancel)
  }, [isAsking, cancel])
  return loaded
}

const links: Record<SessionEnd, string> = { loggedOut: paths.login, otherUser: paths.overview }

/** Its link loads a document, which clears the data of the previous person from memory. */
function SessionEnded({ end }: { end: SessionEnd }) {
  const { title, text, action } = sessionText[end]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className="wrap grid min-h-dvh content-center justify-items-center gap-4 py-16 text-center">
      <title>{layoutText.pageTitle(title)}</title>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-extrabold outline-none">
        {title}
      </h1>
      <output className="max-w-prose text-muted">{text}</output>
      <a href={links[end]} className={`${buttonClass()} mt-3`}>
        {action}
      </a>
    </main>
  )
}
