import { shownAccountHeader } from '#shared/account-header.ts'

import { ApiError } from './api-error.ts'
import type { Headers, Middleware } from './middleware.ts'

/** Set while a page shows the data of a signed-in person. */
export type SessionGuard = {
  /** The person whose data the page shows. */
  uid: string
  /** Asks the person to sign in again. Resolves to false if they did not, or if another person signed in. */
  signInAgain: () => Promise<boolean>
}

let guard: SessionGuard | null = null

/** Replaces the current guard. Returns a function that removes it. */
export function setSessionGuard(next: SessionGuard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}

/** Called after logging out, so that the next requests are those of a visitor. */
export function clearSessionGuard(): void {
  guard = null
}

/** Names the account that the page shows. The server refuses a request whose session belongs to another account. */
function shownAccount(): Headers {
  return guard === null ? {} : { [shownAccountHeader]: guard.uid }
}

/** For requests that must not ask the person to sign in, such as the last save before a page closes. */
export const accountHeaderMiddleware: Middleware = (next) => (request) =>
  next({ ...request, headers: { ...request.headers, ...shownAccount() } })

/** Sends a request for the person on the page. When the session is over, it asks them to sign in and sends the request again. */
export async function withSession<Result>(
  send: (headers: Headers) => Promise<Result>,
): Promise<Result> {
  const current = guard
  try {
    return await send(shownAccount())
  } catch (error) {
    if (!current || !isSessionOver(error) || !(await current.signInAgain())) throw error
    // The person may have left the page in the meantime.
    if (guard !== current) throw error
    return withSession(send)
  }
}

/** '/session' reads, starts and ends sessions, so its requests name no account. */
export const sessionMiddleware: Middleware = (next) => (request) =>
  request.path === '/session'
    ? next(request)
    : withSession((headers) => next({ ...request, headers: { ...request.headers, ...headers } }))

function isSessionOver(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'sign-in-required' || error.code === 'user-token-expired')
  )
}
