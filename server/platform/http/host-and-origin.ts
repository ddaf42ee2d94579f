import { createMiddleware } from 'hono/factory'

import { Refused, type Env } from './context.ts'

type Options = { publicUrl: string; isPublicUrlGiven: boolean; isLoopback: boolean }

/** Signed webhooks and health checks, which may use other host names and have no origin. */
const machinePath = /^\/(webhooks\/|healthz$|readyz$)/

/** Requests that change nothing and reveal nothing about the sender. People reach them from links in mails. */
const harmlessPaths = new Set(['/api/account/reset/check', '/api/account/recovery/check'])

/** One-click unsubscribe (RFC 8058) has no origin. The token in the path authorises it, and cookies are ignored. */
const unsubscribePath = /^\/unsubscribe\/[\w-]+$/

/** Refuses requests for another host name, so that no other site can serve our responses as its own (DNS rebinding). */
export function ownHostOnly(options: Options) {
  const isOwnHost = ownHosts(options)
  return createMiddleware<Env>(async (c, next) => {
    const { host } = new URL(c.req.url)
    if (!machinePath.test(c.req.path) && !isOwnHost(host)) throw new Refused('wrong-host')
    await next()
  })
}

/** The host check for the payment sandbox. Ajo itself calls its API, and nothing else, under the local address. */
export function sandboxHosts(options: Options, localUrl: string) {
  const isOwnHost = ownHosts(options)
  return ({ url }: Request) => {
    const { host, origin, pathname } = new URL(url)
    return isOwnHost(host) || (origin === localUrl && pathname.startsWith('/sandbox/api/'))
  }
}

/** Refuses unsafe requests from other sites (CSRF). The session cookie does not prove who caused a request. */
export function ownOriginOnly(options: Options) {
  const isOwnHost = ownHosts(options)
  return createMiddleware<Env>(async (c, next) => {
    if (!safeMethods.has(c.req.method) && !needsNoOrigin(c.req.path)) {
      const origin = c.req.header('origin')
      const isOwn =
        origin === undefined
          ? c.req.header('sec-fetch-site') === 'same-origin'
          : isOwnOrigin(origin, new URL(c.req.url).host)
      if (!isOwn) throw new Refused('foreign-origin')
    }
    await next()
  })

  function isOwnOrigin(origin: string, requestHost: string): boolean {
    if (options.isPublicUrlGiven) return origin === options.publicUrl
    if (!URL.canParse(origin)) return false
    const { host } = new URL(origin)
    return isOwnHost(host) && (options.isLoopback || host === requestHost)
  }
}

const needsNoOrigin = (path: string) =>
  machinePath.test(path) || harmlessPaths.has(path) || unsubscribePath.test(path)

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The host of PUBLIC_URL alone, if it is set. Without it the names of this machine on loopback, and any host elsewhere,
 * because the server cannot know its public name.
 */
function ownHosts({ publicUrl, isPublicUrlGiven, isLoopback }: Options) {
  if (!isPublicUrlGiven && !isLoopback) return () => true
  const { host, hostname, port } = new URL(publicUrl)
  const loopback = ['localhost', '127.0.0.1', '[::1]', hostname]
  const names = isPublicUrlGiven
    ? [host]
    : loopback.map((name) => (port ? `${name}:${port}` : name))
  return (requestedHost: string) => names.includes(requestedHost)
}
