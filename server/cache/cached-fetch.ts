import { getPath } from 'hono/utils/url'

import { shownAccountHeader } from '#shared/account.ts'

import { negotiateEncoding, encodings } from '../http/compression.ts'
import { joinNextCall } from '../runtime/single-flight.ts'
import {
  publicOnce,
  publicUntilChanged,
  toCacheKey,
  type CachedResponse,
  type ResponseCache,
} from './response-cache.ts'

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

type Options<Env> = {
  fetch: Fetch<Env>
  /** Undefined where no pages are served. */
  cache: ResponseCache | undefined
  /** False where the client has reached its rate limit. The app then refuses the request. */
  allowsRead: (request: Request, env: Env) => boolean | Promise<boolean>
  /** True for URLs whose simultaneous requests share one response (collapsed forwarding). */
  isShared: (url: string) => boolean
  /** Logs a response that was sent without the app, and returns the id that it carries. */
  logRequest: (path: string) => string
}

type Sent = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/**
 * Sends cached responses in front of the app, as an HTTP cache (RFC 9111) does. Only for requests without a cookie, query
 * or entity tag, and only responses that the app has sent to such a request with `cache-control: public`.
 */
export function cachedFetch<Env>(options: Options<Env>): Fetch<Env> {
  const { fetch, cache, allowsRead, isShared, logRequest } = options
  const join = joinNextCall<Sent | undefined>()

  const send = ({ body, headers }: Sent, { url }: Request) =>
    new Response(body, { headers: { ...headers, 'x-request-id': logRequest(toPath(url)) } })

  const forward = async (key: string, request: Request, env: Env) => {
    const response = await fetch(request, env)
    const cached = cache?.get(key)
    // The entity tag proves that the cache still holds the document of this response.
    if (cached && isPublic(response, publicUntilChanged) && hasTag(response, cached))
      cached.sent = { url: request.url, headers: Object.fromEntries(response.headers) }
    return response
  }

  const share = async (request: Request, env: Env) => {
    let own: Response | undefined
    const shared = await join(toSharedKey(request), async () => {
      own = await fetch(request, env)
      if (!isPublic(own, publicOnce)) return undefined
      const body = new Uint8Array(await own.arrayBuffer())
      return { body, headers: Object.fromEntries(own.headers) }
    })
    if (own) return shared ? new Response(shared.body, { headers: shared.headers }) : own
    return shared && (await allowsRead(request, env)) ? send(shared, request) : fetch(request, env)
  }

  // Returns no promise for a cached response: awaiting would cost a good part of its time.
  return (request, env) => {
    if (!isAnonymousRead(request)) return fetch(request, env)
    if (isShared(request.url)) return share(request, env)
    if (request.url.includes('?')) return fetch(request, env)
    const key = toPageKey(request)
    const cached = cache?.get(key)
    if (cached?.sent?.url !== request.url) return forward(key, request, env)
    const sent = { body: cached.body, headers: cached.sent.headers }
    const allowed = allowsRead(request, env)
    if (allowed === true) return send(sent, request)
    return allowed
      ? allowed.then((yes) => (yes ? send(sent, request) : fetch(request, env)))
      : fetch(request, env)
  }
}

/** A GET for a document with nothing that tells one visitor from another. */
function isAnonymousRead({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    !headers.has('cookie') &&
    !headers.has('if-none-match') &&
    !headers.has(shownAccountHeader)
  )
}

/** The key under which pages/page-routes.ts caches the document. A request for data gets a key of its own, which never exists. */
function toPageKey(request: Request): string {
  const { headers } = request
  const encoding = negotiateEncoding(headers.get('accept-encoding') ?? undefined, encodings)
  const language = headers.get('accept') === 'application/json' ? 'data' : 'en'
  return toCacheKey(language, getPath(request), encoding)
}

/** With the headers that such responses vary by. */
const toSharedKey = ({ url, headers }: Request) =>
  `${url}\n${headers.get('accept') ?? ''}\n${headers.get('accept-encoding') ?? ''}`

function isPublic({ status, headers }: Response, cacheControl: string): boolean {
  return (
    status === 200 && headers.get('cache-control') === cacheControl && !headers.has('set-cookie')
  )
}

const hasTag = ({ headers }: Response, { etag }: CachedResponse) => headers.get('etag') === etag

/** The path without the query, which may contain a search term. */
function toPath(url: string): string {
  const query = url.indexOf('?')
  return url.slice(url.indexOf('/', url.indexOf('//') + 2), query < 0 ? undefined : query)
}
