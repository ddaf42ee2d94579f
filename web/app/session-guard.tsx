import { useEffect, useRef, useState, type ReactNode } from 'react'

import type { Account } from '#shared/account.ts'

import { openWithToast } from '../features/account/redirect-with-toast.ts'
import { paths } from '../paths.ts'
import { layoutText } from '../text/layout.ts'
import { sessionText } from '../text/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { loadPatiently } from './load-patiently.ts'
import { useSession, type Ending } from './use-session.ts'

type Props = { account: Account | null; children: ReactNode }

/** Around whatever shows somebody's own things: it asks them to sign in again, and shows nothing once the session is not theirs. */
export function SessionGuard({ account, children }: Props) {
  const { ended } = sessionText
  const { ending, asking, signedIn, refuse } = useSession(account?.uid ?? null)
  const loaded = useSignInDialog(asking, refuse)
  const goOn = (person: Account) => {
    signedIn(person)
    if (person.uid !== account?.uid) openWithToast(paths.overview, ended.other(person.firstname))
  }

  if (ending) return <SessionEnding ending={ending} />
  return (
    <>
      {children}
      {account && loaded && (
        <loaded.SignInDialog
          open={asking}
          email={account.email}
          onSignedIn={goOn}
          onClose={refuse}
        />
      )}
    </>
  )
}

const loadDialog = loadPatiently(() => import('../features/account/sign-in-dialog.tsx'))

/** Loaded when it is first needed; where it cannot be, the call that waits for it fails as it would have without. */
function useSignInDialog(asking: boolean, refuse: () => void) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadDialog>>>()
  useEffect(() => {
    if (asking) loadDialog().then(setLoaded, refuse)
  }, [asking, refuse])
  return loaded
}

const waysOn: Record<Ending, string> = { loggedOut: paths.login, other: paths.overview }

/** A link that loads a document, so that nothing of the former person stays in this window's memory. */
function SessionEnding({ ending }: { ending: Ending }) {
  const { title, text, action } = sessionText[ending]
  const { pageTitle } = layoutText
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className="wrap grid min-h-dvh content-center justify-items-center gap-4 py-16 text-center">
      <title>{pageTitle(title)}</title>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-extrabold outline-none">
        {title}
      </h1>
      <output className="max-w-prose text-muted">{text}</output>
      <a href={waysOn[ending]} className={`${buttonClass()} mt-3`}>
        {action}
      </a>
    </main>
  )
}
