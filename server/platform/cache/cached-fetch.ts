import { getPath } from 'hono/utils/url'

import { shownAccountHeader } from '#shared/account-header.ts'
import { browserNames } from '#shared/browser-names.ts'
import { parseLanguage } from '#shared/language.ts'

import { negotiateEncoding, encodings, isKnownTag } from '../http/response-headers.ts'
import { type ExchangeRates, toViewKey } from '../rates/exchange-rates.ts'
import { getHeader } from '../http/client-address.ts'
import type { Cdn } from './cdn.ts'
import {
  getSearch,
  publicUntilChanged,
  toCacheKey,
  toDataKey,
  toKnownSearch,
  type CachedResponse,
  type ResponseCache,
} from './response-cache.ts'

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

type Options<Env> = {
  fetch: Fetch<Env>
  /** Undefined where no pages are served. */
  cache: ResponseCache | undefined
  /** Undefined where no cache in front is told of changes. */
  cdn?: Cdn | undefined
  getQuery: (path: string) => readonly string[]
  findView?: ExchangeRates['findView'] | undefined
  /** Logs a response that was sent without the app, and returns the id that it carries. */
  logRequest: (path: string) => string
}

/**
 * Sends cached responses in front of the app, as an HTTP cache (RFC 9111) does: only what the app has sent with
 * `cache-control: public`, which is the same for everybody. Only the language and, for readers abroad, the currency make a difference.
 * They cost less than a counter, so no limit counts them: hundreds of people behind one address may open one campaign.
 */
export function cachedFetch<Env>(options: Options<Env>): Fetch<Env> {
  const { fetch, cache, cdn, logRequest } = options
  if (!cache) return fetch

  const toCdnHeaders = (key: string, request: Request, env: Env) =>
    cdn?.toHeaders(key, getHeader(request, env, 'cookie'))

  const send = (
    cached: CachedResponse,
    headers: Record<string, string>,
    [key, request, env]: [string, Request, Env],
  ) => {
    const sent = {
      ...headers,
      ...toCdnHeaders(key, request, env),
      'x-request-id': logRequest(getPath(request)),
    }
    return isKnownTag(getHeader(request, env, 'if-none-match'), cached.etag)
      ? new Response(null, { status: 304, headers: sent })
      : new Response(cached.body, { headers: sent })
  }

  const forward = async (key: string, request: Request, env: Env) => {
    const response = await fetch(request, env)
    const cached = cache.get(key)
    // The entity tag proves that the cache still holds the body of this response. One that a change has overtaken is kept nowhere.
    if (!cached || !isPublic(response) || response.headers.get('etag') !== cached.etag)
      return response
    if (response.status === 200)
      cached.sent = {
        url: withoutQuery(request.url),
        headers: Object.fromEntries(response.headers),
      }
    for (const [name, value] of Object.entries(toCdnHeaders(key, request, env) ?? {}))
      response.headers.set(name, value)
    return response
  }

  // Returns no promise for a cached response: awaiting would cost a good part of its time.
  return (request, env) => {
    if (request.method !== 'GET' || getHeader(request, env, shownAccountHeader) !== undefined)
      return fetch(request, env)
    const key = toKey(request, (name) => getHeader(request, env, name), options)
    if (key === undefined) return fetch(request, env)
    const cached = cache.get(key)
    // Another host is refused by the app.
    if (!cached?.sent || cached.sent.url !== withoutQuery(request.url))
      return forward(key, request, env)
    return send(cached, cached.sent.headers, [key, request, env])
  }
}

/** The key under which the app caches the response. Undefined where it caches none. */
function toKey(
  request: Request,
  get: (header: string) => string | undefined,
  { getQuery, findView }: Pick<Options<never>, 'getQuery' | 'findView'>,
) {
  const path = getPath(request)
  const encoding = negotiateEncoding(get('accept-encoding'), encodings)
  const search = getSearch(request.url)
  if (path.startsWith('/api/')) return toDataKey(path + search, encoding)
  // A page that refreshes itself asks for its data.
  if (get('accept') === 'application/json') return undefined
  const known = search === '' ? '' : toKnownSearch(search, getQuery(path))
  if (known === undefined) return undefined
  const cookies = get('cookie')
  const view = toViewKey(findView?.(path, cookies, get('accept-language')))
  return toCacheKey(findLanguage(cookies) + view, path + known, encoding)
}

const languageCookie = new RegExp(`(?:^|;\\s*)${browserNames.language}=([^;]*)`)

function findLanguage(cookies: string | undefined): string {
  return parseLanguage(cookies ? languageCookie.exec(cookies)?.[1] : undefined) ?? 'en'
}

function isPublic({ status, headers }: Response): boolean {
  return (
    (status === 200 || status === 304) &&
    headers.get('cache-control') === publicUntilChanged &&
    !headers.has('set-cookie')
  )
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
