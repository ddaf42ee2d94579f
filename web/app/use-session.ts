import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { sessionSchema, type Account } from '#shared/account.ts'

import { browserApi } from '../api/client.ts'
import { standGuard } from '../api/session-guard.ts'
import { hearSessions } from '../features/account/session-channel.ts'
import { rememberAccount, wasLoggedOut } from '../features/account/session.ts'
import { forgetTab } from '../api/session-storage.ts'

/** Why nothing of a person may be shown any more. */
export type Ending = 'loggedOut' | 'other'

type Watched = {
  ending: Ending | null
  /** Whether they are to sign in again: something waits for it. */
  asking: boolean
  signedIn: (account: Account) => void
  refuse: () => void
}

/**
 * Whether the browser's session is still that of the person whose page this is (`uid`, null for a visitor's). It may end, or become
 * somebody else's, in another window or on the server, while something is open here.
 */
export function useSession(uid: string | null): Watched {
  const [ending, setEnding] = useState<Ending | null>(null)
  const { asking, ask, answer } = useQuestion()
  const { revalidate } = useRevalidator()

  const end = useCallback(
    (reason: Ending) => {
      if (reason === 'loggedOut') rememberAccount(null)
      forgetTab()
      setEnding(reason)
      answer(false)
    },
    [answer],
  )
  const meet = useCallback(
    (signedIn: string | null) => {
      if (signedIn === uid) answer(true)
      else if (uid === null) void revalidate()
      else end(signedIn === null ? 'loggedOut' : 'other')
    },
    [uid, answer, revalidate, end],
  )
  const signInAgain = useCallback(async () => {
    const account = await accountNow()
    if (!account) return ask()
    meet(account.uid)
    return account.uid === uid
  }, [uid, ask, meet])

  useLayoutEffect(
    () => (uid === null ? undefined : standGuard({ uid, signInAgain })),
    [uid, signInAgain],
  )
  useEffect(() => hearSessions(meet), [meet])
  useLooking(meet)

  const signedIn = (account: Account) => {
    rememberAccount(account)
    meet(account.uid)
  }
  const refuse = useCallback(() => answer(false), [answer])
  return { ending, asking, signedIn, refuse }
}

/** One question, however many calls wait for its answer. */
function useQuestion() {
  const [asking, setAsking] = useState(false)
  const waiting = useRef<((isBack: boolean) => void)[]>([])
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setAsking(true)
      }),
    [],
  )
  const answer = useCallback((isBack: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(isBack)
    setAsking(false)
  }, [])
  useEffect(() => () => answer(false), [answer])
  return { asking, ask, answer }
}

/** Whoever looks at this window again sees what happened meanwhile, even where its windows could not tell each other. */
function useLooking(meet: (signedIn: string | null) => void) {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      const account = await accountNow()
      // A session that merely ended is asked for when it is needed: something may be half written here.
      if (account || (account === null && wasLoggedOut())) meet(account?.uid ?? null)
    }
    const onLook = () => void look()
    const events = ['focus', 'pageshow'] as const
    for (const event of events) window.addEventListener(event, onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      for (const event of events) window.removeEventListener(event, onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [meet])
}

/** Undefined where nobody could be asked. */
async function accountNow(): Promise<Account | null | undefined> {
  return browserApi.get('/session', sessionSchema).then(
    ({ account }) => account,
    () => undefined,
  )
}
