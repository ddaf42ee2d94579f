import type { CookieName } from '#shared/browser-storage.ts'

/** A cookie that scripts may read unless the server writes it with `isHttpOnly`. Its value is not trusted. */
export type PlainCookie = {
  name: CookieName
  value: string
  seconds?: number | undefined
  isHttpOnly?: true
}

export const isBrowser = typeof document !== 'undefined'

/** Reads a cookie: from the request of a loader or action on the server, from the document in the browser. */
export function readCookie(name: CookieName, request?: Request): string | undefined {
  const header = isBrowser ? document.cookie : (request?.headers.get('cookie') ?? '')
  const pair = header.split('; ').find((each) => each.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}

/** Writes cookies to the document in the browser. On the server it returns them as headers of the response. */
export function writeCookies(cookies: readonly PlainCookie[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) {
    const text = cookieText(cookie)
    if (isBrowser) document.cookie = text
    else headers.append('set-cookie', text)
  }
  return headers
}

/** Sent with requests of every page: a cookie with the path of one page is not there on the page that needs it. */
function cookieText({ name, value, seconds, isHttpOnly }: PlainCookie): string {
  const lifetime = seconds === undefined ? '' : `; Max-Age=${seconds}`
  const hidden = isHttpOnly ? '; HttpOnly' : ''
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${lifetime}${hidden}`
}
