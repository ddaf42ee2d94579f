import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

const uidCookie = 'uid'
const lifeSeconds = 30 * 24 * 3_600
/** As long as browsers keep any cookie. */
const deviceLifeSeconds = 400 * 24 * 3_600

/** How a session travels. The token's cookie is out of any script's reach; `uid` is written but never read here (readings A4). */
export interface SessionCookies {
  tokenOf: (request: Request) => string | undefined
  /** By what a browser is known that logged in before. It opens nothing. */
  deviceOf: (request: Request) => string | undefined
  writeDevice: (c: Context, token: string) => void
  write: (c: Context, session: { token: string; uid: string }) => void
  remove: (c: Context) => void
}

export function sessionCookies(publicUrl: string): SessionCookies {
  const secure = new URL(publicUrl).protocol === 'https:'
  // The prefix makes the browser refuse a cookie of this name that a neighbouring host or plain http tries to set.
  const tokenCookie = secure ? '__Host-session' : 'session'
  const deviceCookie = secure ? '__Host-device' : 'device'
  const attributes = { path: '/', sameSite: 'Lax', secure } as const

  const read = (request: Request, name: string) => {
    const token = parse(request.headers.get('cookie') ?? '', name)[name]
    return token && /^[\w-]{43}$/.test(token) ? token : undefined
  }

  return {
    tokenOf: (request) => read(request, tokenCookie),
    deviceOf: (request) => read(request, deviceCookie),
    writeDevice(c, token) {
      setCookie(c, deviceCookie, token, {
        ...attributes,
        httpOnly: true,
        maxAge: deviceLifeSeconds,
      })
    },
    write(c, { token, uid }) {
      setCookie(c, tokenCookie, token, { ...attributes, httpOnly: true, maxAge: lifeSeconds })
      setCookie(c, uidCookie, uid, { ...attributes, maxAge: lifeSeconds })
    },
    remove(c) {
      deleteCookie(c, tokenCookie, { ...attributes, httpOnly: true })
      deleteCookie(c, uidCookie, attributes)
    },
  }
}
