import type { Context } from 'hono'

import type { PageSend } from '#shared/page.ts'

/** What a loader or an action needs to be taken for the visitor who asked for the page. */
const passedOn = ['origin', 'sec-fetch-site', 'user-agent', 'x-forwarded-for', 'accept-language']

export type AppFetch = (request: Request, env: unknown) => Response | Promise<Response>

/**
 * Reaches the API in process, as the visitor. Cookies that the API sets are collected for the answer, and sent along with the next call
 * of the same page: whoever has just logged in is logged in.
 */
export function visitorSend(c: Context, origin: string, fetchApp: AppFetch) {
  const jar = readCookies(c.req.header('cookie'))
  const setCookies: string[] = []
  const visitor = new Headers()
  for (const name of passedOn) {
    const value = c.req.header(name)
    if (value !== undefined) visitor.set(name, value)
  }

  const send: PageSend = async (path, init) => {
    const headers = new Headers(visitor)
    new Headers(init.headers).forEach((value, name) => headers.set(name, value))
    if (jar.size > 0)
      headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    // The environment carries the connection: the limits count by address.
    const response = await fetchApp(new Request(origin + path, { ...init, headers }), c.env)
    for (const cookie of response.headers.getSetCookie()) {
      setCookies.push(cookie)
      const [[name, value] = ['', '']] = readCookies(cookie.split(';')[0])
      jar.set(name, value)
    }
    return response
  }
  return { send, setCookies }
}

function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies
}
