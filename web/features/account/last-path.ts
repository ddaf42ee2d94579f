import { redirect } from 'react-router'

import { paths } from '#web/paths.ts'

import { readCookie, writeCookies, type PlainCookie } from './cookies.ts'

const name = 'lastPath'

/** Sends a visitor to log in, and remembers where they were going (specification §2, readings A4). */
export function redirectToLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const headers = writeCookies([{ name, value: pathname + search }])
  return redirect(paths.login, { headers })
}

/** Where the visitor was going, or undefined. Whatever the cookie says, it leads nowhere but to our own site. */
export function readLastPath(request: Request): string | undefined {
  const path = readCookie(name, request)
  return path === undefined ? undefined : ownPath(path)
}

export const forgetLastPath: PlainCookie = { name, value: '', seconds: 0 }

function ownPath(path: string): string | undefined {
  const origin = 'https://ajo.invalid'
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  const within = url.pathname + url.search
  // Of '/..//evil.example' the path alone is an address of another site.
  return url.origin === origin && !within.startsWith('//') ? within : undefined
}
