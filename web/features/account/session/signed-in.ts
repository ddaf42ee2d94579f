import { useSyncExternalStore } from 'react'

import { useSite } from '../../../api/site.tsx'

/** Set when this document logs in or out. Until then the server's value counts. */
let isSignedInNow: boolean | undefined
const listeners = new Set<() => void>()

export function setSignedIn(isSignedIn: boolean): void {
  isSignedInNow = isSignedIn
  for (const listener of listeners) listener()
}

/** Whether someone is signed in, for links on pages that do not load the account. */
export function useIsSignedIn(): boolean {
  const { isSignedIn } = useSite()
  return useSyncExternalStore(
    subscribe,
    () => isSignedInNow ?? isSignedIn,
    () => isSignedIn,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
