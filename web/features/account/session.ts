import type { RouterContextProvider } from 'react-router'

import { sessionSchema, type Account } from '#shared/account.ts'
import { apiOf } from '#web/api/client.ts'
import { dropGuard } from '#web/api/session-guard.ts'
import { forgetTab, openTabMemory } from '#web/api/session-storage.ts'

import { isBrowser, readCookie, writeCookies } from './cookies.ts'
import { forgetLastPath, redirectToLogin } from './last-path.ts'
import { announceSession } from './session-channel.ts'
import { noteSignedIn } from './signed-in.ts'

type Context = Readonly<RouterContextProvider>

const asked = new WeakMap<Context, Promise<Account | null>>()

/** Who is signed in, or null. Asked once per navigation, however many loaders want to know. */
export function currentAccount(context: Context): Promise<Account | null> {
  const known = asked.get(context)
  if (known) return known
  const answer = apiOf(context)
    .get('/session', sessionSchema)
    .then(({ account }) => account)
  asked.set(context, answer)
  return answer
}

/** The signed-in person; a visitor is sent to log in, and comes back afterwards (specification §2). */
export async function requireAccount(context: Context, request: Request): Promise<Account> {
  const account = await currentAccount(context)
  if (account === null) throw redirectToLogin(request)
  return account
}

const storageKey = 'root'

/**
 * Keeps the display copy under 'root', as specification §3 has it (readings A4); null empties it. It is never believed: the session is
 * the server's, which writes the cookie `uid` as well. Other windows hear who it is.
 */
export function rememberAccount(account: Account | null): void {
  if (!isBrowser) return
  keepDisplayCopy(account)
  if (account === null) return
  openTabMemory()
  announceSession(account.uid)
}

/** After logging out: nothing of the person stays behind, in this window or another. */
export function forgetAccount(): void {
  dropGuard()
  keepDisplayCopy(null)
  forgetTab()
  writeCookies([forgetLastPath])
  announceSession(null)
}

/** Logging out takes the cookie `uid` away; a session that merely ended leaves it. */
export function wasLoggedOut(): boolean {
  return readCookie('uid', new Request(location.href)) === undefined
}

function keepDisplayCopy(account: Account | null) {
  noteSignedIn(account !== null)
  try {
    localStorage.setItem(storageKey, JSON.stringify(displayCopy(account)))
  } catch {
    // A browser that keeps nothing for us shows everything all the same.
  }
}

function displayCopy(account: Account | null) {
  if (account === null) return { isLoggedIn: false, userDetails: null }
  const { uid, firstname, lastname, email, gender, terms, emailVerified, _id } = account
  return {
    isLoggedIn: true,
    userDetails: { uid, firstname, lastname, email, gender, terms, emailVerified, _id },
  }
}
