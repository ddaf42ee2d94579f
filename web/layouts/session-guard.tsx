import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Account } from '#shared/account.ts'
import { useRevalidator } from '#web/router/navigate.tsx'

import { browserApi } from '../api/client.ts'
import { loadWithRetry } from '../api/connection.ts'
import { listen } from '../api/listen.ts'
import { setSessionGuard } from '../api/session-guard.ts'
import { clearSessionStorage } from '../api/session-storage.ts'
import { paths } from '../navigation/paths.ts'
import { openWithToast } from '../navigation/redirect-with-toast.ts'
import {
  onSessionBroadcast,
  rememberAccount,
  wasLoggedOut,
} from '../pages/parts/session/session.ts'
import { layoutText } from '../text/layout.ts'
import { sessionText } from '../text/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { takeFocus } from '../ui/take-focus.ts'

type Props = { account: Account | null; children: ReactNode }

/** Protects a page with personal data: asks for a new login when the session is over, and hides the page after a logout. */
export function SessionGuard({ account, children }: Props) {
  const { ended } = sessionText
  const { end, loaded, isAsking, onSignedIn, cancel } = useSession(account?.uid ?? null)
  const signIn = (person: Account) => {
    onSignedIn(person)
    if (person.uid !== account?.uid)
      openWithToast(paths.overview, ended.otherUser({ name: person.firstname }))
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

const loadDialog = loadWithRetry(() => import('../pages/parts/session/sign-in-dialog.tsx'))
type Loaded = Awaited<ReturnType<typeof loadDialog>>

/** Its link loads a document, which clears the data of the previous person from memory. */
function SessionEnded({ end }: { end: SessionEnd }) {
  const { title, text, action } = sessionText[end]
  return (
    <main className="wrap grid min-h-dvh content-center justify-items-center gap-4 py-16 text-center">
      <title>{layoutText.pageTitle({ title })}</title>
      <h1 ref={takeFocus} tabIndex={-1} className="text-2xl font-extrabold outline-none">
        {title}
      </h1>
      <output className="max-w-prose text-muted">{text}</output>
      <a
        href={end === 'loggedOut' ? paths.login : paths.overview}
        className={`${buttonClass()} mt-3`}
      >
        {action}
      </a>
    </main>
  )
}

/** Why the page of a person must be hidden. */
type SessionEnd = 'loggedOut' | 'otherUser'

type Session = {
  end: SessionEnd | null
  /** The code of the dialog, once a request has waited for it. */
  loaded: Loaded | undefined
  /** True while a request waits for the person to sign in again. */
  isAsking: boolean
  onSignedIn: (account: Account) => void
  /** Called when the person does not sign in. The waiting requests fail. */
  cancel: () => void
}

/**
 * Watches the session of the person whose page this is (`uid`, null for a visitor). The session may end or change in another window or
 * on the server.
 */
function useSession(uid: string | null): Session {
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const { loaded, isAsking, ask, answer } = useSignInRequest()
  const { revalidate } = useRevalidator()

  const endSession = useCallback(
    (reason: SessionEnd) => {
      if (reason === 'loggedOut') rememberAccount(null)
      clearSessionStorage()
      setEnd(reason)
      answer(false)
    },
    [answer],
  )
  const onSession = useCallback(
    (signedInUid: string | null) => {
      if (signedInUid === uid) answer(true)
      else if (uid === null) void revalidate()
      else endSession(signedInUid === null ? 'loggedOut' : 'otherUser')
    },
    [uid, answer, revalidate, endSession],
  )
  const signInAgain = useCallback(async () => {
    const account = await readAccount()
    if (!account) return ask()
    onSession(account.uid)
    return account.uid === uid
  }, [uid, ask, onSession])

  useLayoutEffect(
    () => (uid === null ? undefined : setSessionGuard({ uid, signInAgain })),
    [uid, signInAgain],
  )
  useEffect(() => onSessionBroadcast(onSession), [onSession])
  useCheckOnFocus(onSession)

  const onSignedIn = (account: Account) => {
    rememberAccount(account)
    onSession(account.uid)
  }
  const cancel = useCallback(() => answer(false), [answer])
  return { end, loaded, isAsking, onSignedIn, cancel }
}

const pauseMs = 1_000

/** A dialog that opened while a person types would take the rest of the word. */
function untilTypingPauses() {
  return new Promise<void>((resolve) => {
    if (!document.activeElement?.matches('input, textarea')) return resolve()
    const end = () => {
      stop()
      resolve()
    }
    let timer = setTimeout(end, pauseMs)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(end, pauseMs)
    }
    const stop = listen({ input: wait })
  })
}

/** All requests that wait for a login share one dialog. */
function useSignInRequest() {
  const [loaded, setLoaded] = useState<Loaded>()
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<((isSignedIn: boolean) => void)[]>([])
  const answer = useCallback((isSignedIn: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(isSignedIn)
    setAsking(false)
  }, [])
  const open = useCallback(async () => {
    const code = await loadDialog().catch(() => answer(false))
    await untilTypingPauses()
    if (!code || waiting.current.length === 0) return
    setLoaded(code)
    setAsking(true)
  }, [answer])
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        void open()
      }),
    [open],
  )
  useEffect(() => () => answer(false), [answer])
  return { loaded, isAsking, ask, answer }
}

/** Checks the session when the window gets the focus, for browsers in which windows cannot exchange messages. */
function useCheckOnFocus(onSession: (signedInUid: string | null) => void) {
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'hidden') return
      const account = await readAccount()
      // After an expired session the page stays, because it may hold unsaved input. The next request asks for a login.
      if (account || (account === null && wasLoggedOut())) onSession(account?.uid ?? null)
    }
    return listen({
      focus: check,
      // A page that has just loaded has read the session, and hears of its own load where a picture is slow.
      pageshow: (event) => (event as PageTransitionEvent).persisted && check(),
      visibilitychange: check,
    })
  }, [onSession])
}

/** The signed-in account, null for a visitor, undefined if the request failed. */
async function readAccount(): Promise<Account | null | undefined> {
  return browserApi.get('/session').then(
    ({ account }) => account,
    () => undefined,
  )
}
