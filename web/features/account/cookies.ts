/** A cookie of ours that scripts may read: nothing in it is secret, and nothing in it is believed. */
export type PlainCookie = { name: string; value: string; path?: string; seconds?: number }

export const isBrowser = typeof document !== 'undefined'

/** What a loader or an action finds: the request's own cookies on the server, the document's in the browser. */
export function readCookie(name: string, request: Request): string | undefined {
  const header = isBrowser ? document.cookie : (request.headers.get('cookie') ?? '')
  const pair = header.split('; ').find((each) => each.startsWith(`${name}=`))
  if (pair === undefined) return undefined
  try {
    return decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}

/** Writes cookies where there is a document; elsewhere they belong into the answer's headers. */
export function writeCookies(cookies: readonly PlainCookie[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) {
    const text = cookieText(cookie)
    if (isBrowser) document.cookie = text
    else headers.append('set-cookie', text)
  }
  return headers
}

function cookieText({ name, value, path = '/', seconds }: PlainCookie): string {
  const lifetime = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return `${name}=${encodeURIComponent(value)}; Path=${path}; SameSite=Lax${lifetime}`
}
