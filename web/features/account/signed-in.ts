import { useSyncExternalStore } from 'react'

import { useSite } from '#web/site.tsx'

/** What this document learnt since the server made it. */
let learnt: boolean | undefined
const listeners = new Set<() => void>()

export function noteSignedIn(is: boolean): void {
  learnt = is
  for (const listener of listeners) listener()
}

/** Whether somebody is signed in, as far as a page without a loader of its own knows: enough to offer the right links. */
export function useIsSignedIn(): boolean {
  const { isSignedIn } = useSite()
  return useSyncExternalStore(
    subscribe,
    () => learnt ?? isSignedIn,
    () => isSignedIn,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
