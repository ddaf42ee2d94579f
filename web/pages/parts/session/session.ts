import type { Account } from '#shared/account.ts'
import { browserNames } from '#shared/browser-names.ts'

import { isBrowser, readCookie, writeCookies } from '../../../api/cookies.ts'
import { clearSessionGuard } from '../../../api/session-guard.ts'
import {
  clearSessionStorage,
  enableSessionStorage,
  readSessionStorage,
  removeOthersFromSessionStorage,
  writeSessionStorage,
} from '../../../api/session-storage.ts'
import type { UnsavedDraft } from '../../../navigation/record-visit.ts'
import { forgetEverything } from '../../../navigation/carried-values.ts'
import { setSignedIn } from './signed-in.ts'

const storageKey = browserNames.account

/**
 * Stores a display copy of the account under 'root' (specification §3, readings A4), or clears it. The copy is never trusted: the session
 * is the server's. Other windows are informed.
 */
export function rememberAccount(account: Account | null): void {
  if (!isBrowser) return
  storeDisplayCopy(account)
  if (account === null) return
  enableSessionStorage()
  takeVisitorDraft(account.uid)
  removeOthersFromSessionStorage()
  broadcastSession(account.uid)
}

/** Only a draft whose page led to this login (readings P12). Photos are still to be added. */
function takeVisitorDraft(uid: string) {
  const stored = readSessionStorage(browserNames.unsavedDraft, '')
  const { draft, writer, isContinued } = Object(stored) as Partial<UnsavedDraft>
  if (!draft || !isContinued) return
  const taken = { ...draft, tab: Math.min(draft.tab, 1) }
  writeSessionStorage(browserNames.unsavedDraft, { uid, writer, draft: taken })
}

/** Removes everything about the person after logging out, in all windows. */
export function forgetAccount(): void {
  clearSessionGuard()
  storeDisplayCopy(null)
  clearSessionStorage()
  removeSavedDonations()
  writeCookies(forgetEverything)
  broadcastSession(null)
}

/** Logging out deletes the cookie `uid`. An expired session keeps it. */
export function wasLoggedOut(): boolean {
  return readCookie(browserNames.uid) === undefined
}

function removeSavedDonations() {
  try {
    localStorage.removeItem(browserNames.savedDonation)
  } catch {
    // Where storage is forbidden, nothing was saved.
  }
}

function storeDisplayCopy(account: Account | null) {
  setSignedIn({ person: account })
  try {
    localStorage.setItem(storageKey, JSON.stringify(toDisplayCopy(account)))
  } catch {
    // Browsers may forbid storage. No screen depends on the copy.
  }
}

function toDisplayCopy(account: Account | null) {
  if (account === null) return { isLoggedIn: false, userDetails: null }
  const { uid, firstname, lastname, email, gender, terms, emailVerified, _id } = account
  return {
    isLoggedIn: true,
    userDetails: { uid, firstname, lastname, email, gender, terms, emailVerified, _id },
  }
}

/** The channel between the windows of a browser. Its messages are the uid of the signed-in person, or null after logging out. */
const name = 'session'

let ownChannel: BroadcastChannel | undefined

function broadcastSession(uid: string | null): void {
  const channel = ownChannel ?? openChannel()
  channel?.postMessage(uid)
  if (channel !== ownChannel) channel?.close()
}

/** Calls the listener for messages of other windows. Returns a function that unsubscribes it. */
export function onSessionBroadcast(listener: (uid: string | null) => void): () => void {
  const channel = openChannel()
  ownChannel = channel
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' || data === null) listener(data)
  })
  return () => {
    channel?.close()
    if (ownChannel === channel) ownChannel = undefined
  }
}

/** In browsers without BroadcastChannel, a window checks the session when it gets the focus. */
function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
}
