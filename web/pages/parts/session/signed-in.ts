import { useSyncExternalStore } from 'react'

import type { OwnView } from '#shared/own-view.ts'

import { useSite } from '../../../api/site.tsx'

export type Person = { firstname: string; lastname: string }
/** `own` is what the page of a campaign shows this person beside what it shows everybody. */
type SignedIn = { person: Person | null; own?: { campaignId: string; view: OwnView } }

/** Set when this document logs in or out, or has asked who is signed in. Until then the server's value counts. */
let current: SignedIn | undefined
const listeners = new Set<() => void>()

export function setSignedIn(signedIn: SignedIn): void {
  current = signedIn
  for (const listener of listeners) listener()
}

/** Whether someone is signed in, for links on pages that do not load the account. */
export function useIsSignedIn(): boolean {
  const { isSignedIn } = useSite()
  const known = useSignedIn()
  return known ? known.person !== null : isSignedIn
}

/** Who is signed in. Undefined until it is known. */
export function useSignedIn(): SignedIn | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
