import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

import { browserStorage } from '#shared/browser-storage.ts'
import { toSeconds } from '#shared/duration.ts'

const { session, device, uid: uidEntry } = browserStorage
const sessionMaxAge = toSeconds(session.term)

/** Scripts cannot read the token's cookie. The server writes `uid` but never reads it (readings A4). */
export interface SessionCookies {
  getToken: (request: Request) => string | undefined
  /** Identifies a browser that has logged in before. It grants no access. */
  getDevice: (request: Request) => string | undefined
  writeDevice: (c: Context, token: string) => void
  write: (c: Context, session: { token: string; uid: string }) => void
  remove: (c: Context) => void
}

export function sessionCookies(publicUrl: string): SessionCookies {
  const secure = new URL(publicUrl).protocol === 'https:'
  // With the prefix, browsers refuse a cookie of this name from a sibling host or over plain HTTP.
  const toName = (name: string) => (secure ? `__Host-${name}` : name)
  const tokenCookie = toName(session.name)
  const deviceCookie = toName(device.name)
  const attributes = { path: '/', sameSite: 'Lax', secure } as const

  const read = (request: Request, name: string) => {
    const token = parse(request.headers.get('cookie') ?? '', name)[name]
    return token && /^[\w-]{43}$/.test(token) ? token : undefined
  }

  return {
    getToken: (request) => read(request, tokenCookie),
    getDevice: (request) => read(request, deviceCookie),
    writeDevice(c, token) {
      setCookie(c, deviceCookie, token, {
        ...attributes,
        httpOnly: true,
        maxAge: toSeconds(device.term),
      })
    },
    write(c, { token, uid }) {
      setCookie(c, tokenCookie, token, { ...attributes, httpOnly: true, maxAge: sessionMaxAge })
      setCookie(c, uidEntry.name, uid, { ...attributes, maxAge: sessionMaxAge })
    },
    remove(c) {
      deleteCookie(c, tokenCookie, { ...attributes, httpOnly: true })
      deleteCookie(c, uidEntry.name, attributes)
    },
  }
}
