import { shownAccountHeader } from '#shared/account.ts'

import { ApiError } from './api-error.ts'
import type { Headers, Layer } from './layer.ts'

/** Stands where a page shows somebody's own things. */
export type SessionGuard = {
  /** Whose page it is. */
  uid: string
  /** Has them sign in again; false if they did not, or if it was somebody else. */
  signInAgain: () => Promise<boolean>
}

let guard: SessionGuard | null = null

/** One at a time; the answer takes it away again. */
export function standGuard(next: SessionGuard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}

/** After logging out: what is asked for on the way out is asked as a visitor. */
export function dropGuard(): void {
  guard = null
}

/** In whose name this page speaks. The server refuses whatever comes in another name than the session's. */
function nameOnPage(): Headers {
  return guard === null ? {} : { [shownAccountHeader]: guard.uid }
}

/** For what asks nobody to sign in, because there may be nobody left to ask. */
export const named: Layer = (next) => (call) =>
  next({ ...call, headers: { ...call.headers, ...nameOnPage() } })

/** Sends something in the name of the person on the page; once more after they had to sign in again. */
export async function inSession<Answer>(send: (name: Headers) => Promise<Answer>): Promise<Answer> {
  const current = guard
  try {
    return await send(nameOnPage())
  } catch (error) {
    if (!current || !isSessionOver(error) || !(await current.signInAgain())) throw error
    // Whoever left the page meanwhile is waiting for nothing.
    if (guard !== current) throw error
    return inSession(send)
  }
}

/** Every call of a page that shows somebody. Asking who is signed in, and signing in or out, speaks in nobody's name. */
export const guarded: Layer = (next) => (call) =>
  call.path === '/session'
    ? next(call)
    : inSession((name) => next({ ...call, headers: { ...call.headers, ...name } }))

function isSessionOver(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'sign-in-required' || error.code === 'user-token-expired')
  )
}
