import type { MiddlewareHandler, Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parse } from 'hono/utils/cookie'
import { timingSafeEqual } from 'node:crypto'

import { shownAccountHeader } from '#shared/account-header.ts'

import type { Sealing } from '../runtime/sealing.ts'
import { getHeader, getIncoming } from './client-address.ts'
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

/**
 * Refuses a request that names no host or several: a proxy and the server could each believe another one. Runs before any handler, so it
 * covers every address.
 */
export function refuseSeveralHosts(env: object): Response | undefined {
  const incoming = getIncoming(env)
  if (!incoming) return undefined
  const hosts = countHosts(incoming.rawHeaders)
  const isSingle = hosts === 1 && isOfSameHost(incoming.url, incoming.headers.host)
  return isSingle ? undefined : new Response(null, { status: 400, headers })
}

/** Of names and values in turn. Every request goes through here, so no array is built. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts++
  return hosts
}

/** A target such as `http://ajo.example/page` names a host of its own, which wins over the Host header. */
function isOfSameHost(target = '', host = ''): boolean {
  if (!/^https?:/i.test(target)) return true
  return URL.canParse(target) && new URL(target).host === host.toLowerCase()
}

const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Refuses addresses with malformed escapes or control characters: no stored id has one, and PostgreSQL refuses NUL in every
 * text.
 */
export function printablePathOnly(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!isPrintable(c.req.path)) throw new Refused('not-found')
    await next()
  }
}

function isPrintable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

type IsDevelopmentRequest = (request: Request, env: unknown) => boolean

/** What the start prints and a browser keeps as a cookie. Undefined where the settings allow no development features. */
export const toDevelopmentKey = (
  config: { hasDevelopmentFeatures: boolean },
  sealing: Pick<Sealing, 'fingerprint'>,
): string | undefined =>
  config.hasDevelopmentFeatures
    ? sealing.fingerprint('development features', '').toString('base64url')
    : undefined

/** Keeps the key for a month. */
export const developmentCookie = { name: 'development', maxAge: 30 * 24 * 3_600 }

/**
 * Development features need the key. Where a request comes from proves nothing: behind a proxy on this machine every visitor has a loopback
 * address, and a proxy need not add a header.
 */
export function developmentRequests(key: string | undefined): IsDevelopmentRequest {
  if (key === undefined) return () => false
  return (request, env) => {
    const cookies = parse(getHeader(request, env, 'cookie') ?? '', developmentCookie.name)
    return isSameKey(cookies[developmentCookie.name] ?? '', key)
  }
}

export function isSameKey(given: string, key: string): boolean {
  const [bytes, expected] = [Buffer.from(given), Buffer.from(key)]
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/** Answers like an unknown address. Development routes are mounted behind this and nothing else. */
export function developmentOnly(
  isDevelopmentRequest: IsDevelopmentRequest,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!isDevelopmentRequest(c.req.raw, c.env)) throw new Refused('not-found')
    await next()
  }
}

/** What the shell found out about the request, for handlers whose own variables extend `Env`. */
export function isFromDevelopment(c: Context): boolean {
  const isDevelopmentRequest: unknown = c.get('isDevelopmentRequest')
  return isDevelopmentRequest === true
}

/** Refuses a request from a page that shows another account than the session's: the session may have ended or changed since the page was loaded. */
export function expectedAccountOnly(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const shown = c.req.header(shownAccountHeader)
    const { actor } = c.var
    if (shown !== undefined && !(actor.kind === 'user' && actor.uid === shown))
      throw new Refused('user-token-expired')
    await next()
  }
}
