import { redirect } from 'react-router'

import { paths } from '#web/navigation/paths.ts'

import { readCookie, writeCookies, type PlainCookie } from '../../../api/cookies.ts'

const name = 'lastPath'

/** Redirects a visitor to the login page and stores the requested path (specification §2, readings A4). */
export function redirectToLogin(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const headers = writeCookies([{ name, value: pathname + search }])
  return redirect(paths.login, { headers })
}

/** The requested path, if it is one of this site. */
export function readLastPath(request: Request): string | undefined {
  const path = readCookie(name, request)
  return path === undefined ? undefined : toSameOriginPath(path)
}

export const forgetLastPath: PlainCookie = { name, value: '', seconds: 0 }

function toSameOriginPath(path: string): string | undefined {
  const origin = 'https://ajo.invalid'
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  const normalized = url.pathname + url.search
  // '/..//evil.example' becomes '//evil.example', which is a URL of another site.
  return url.origin === origin && !normalized.startsWith('//') ? normalized : undefined
}
