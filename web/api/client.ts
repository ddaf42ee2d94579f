import { challengeHeader } from '#shared/challenge-header.ts'
import { contextKey, type RequestContext } from '#web/router/request-context.ts'

import { clientError, explainStatus, ApiError } from './api-error.ts'
import { loadWithRetry, retryMiddleware } from './connection.ts'
import { isBrowser } from './cookies.ts'
import type { Headers, Middleware, SendRequest } from './middleware.ts'
import type { Address, Answer, Query, Values } from './routes.ts'
import { sessionMiddleware } from './session-guard.ts'

export { ApiError } from './api-error.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/**
 * The server's API, by its routes without '/api': `api.get('/campaigns/:id/trust', { id })`. Its answers have the types of its handlers; an error
 * response is thrown as `ApiError`. A value that the address does not name goes into its query.
 */
export interface Api {
  get: <Path extends Address<'get'>>(
    path: Path,
    ...values: Values<Path>
  ) => Promise<Answer<'get', Path>>
  post: <Path extends Address<'post'>>(
    path: Path,
    body?: unknown,
    ...values: Values<Path, Headers>
  ) => Promise<Answer<'post', Path>>
  put: <Path extends Address<'put'>>(
    path: Path,
    body: unknown,
    ...values: Values<Path>
  ) => Promise<Answer<'put', Path>>
  patch: <Path extends Address<'patch'>>(
    path: Path,
    body: unknown,
    ...values: Values<Path>
  ) => Promise<Answer<'patch', Path>>
  remove: <Path extends Address<'delete'>>(path: Path, ...values: Values<Path>) => Promise<unknown>
}

/** The first middleware is the closest one to the network. */
export function createApi(fetchApi: Fetch, middlewares: readonly Middleware[] = []): Api {
  const send = middlewares.reduce((next, middleware) => middleware(next), sendWith(fetchApi))
  const call =
    (method: string) =>
    // oxlint-disable-next-line max-params -- as in `Api`
    (path: string, body?: unknown, values?: Query, headers: Headers = {}) =>
      // The types are those of the routes (`Answer`), so no schema parses what our own server says.
      send({ method, path: toPath(path, values), body, headers }) as Promise<never>
  const [get, remove] = [call('GET'), call('DELETE')]
  return {
    get: (path, ...[values]) => get(path, undefined, values),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    remove: (path, ...[values]) => remove(path, undefined, values),
  }
}

export function toPath(route: string, values: Query = {}): string {
  const rest = new Map(Object.entries(values))
  const path = route.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name) ?? ''
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const query = [...rest].flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, `${value}`]],
  )
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

export const browserApi = createApi(
  (path, init) => fetch(path, init),
  [retryMiddleware, challengeMiddleware, sessionMiddleware],
)

/** The API for loaders and actions: over the network in the browser, in process on the server. */
export const apiContext = contextKey<Api>(browserApi)

export function getApi(context: Readonly<RequestContext>): Api {
  return context.get(apiContext)
}

function sendWith(fetchApi: Fetch): SendRequest {
  return async ({ method, path, body, headers }) => {
    // The form around a file names its own type.
    const form = body instanceof FormData ? body : undefined
    const response = await fetchApi(`/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? JSON.stringify(body),
    }).catch(throwOffline)
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => null)
      // A module of its own, because a page that loads well needs no schema of errors.
      const loaded = await loadParseError().catch(() => null)
      throw loaded ? loaded.parseError(response.status, body) : explainStatus(response.status)
    }
    return response.status === 204
      ? undefined
      : (response.json() as Promise<unknown>).catch(throwOffline)
  }
}

const loadParseError = loadWithRetry(() => import('./parse-error.ts'))

function throwOffline(): never {
  throw clientError(0, 'offline')
}

/** Solves the proof of work that the server asks for when it gets too many requests, and sends the request again. */
function challengeMiddleware(next: SendRequest): SendRequest {
  return async (request) => {
    try {
      return await next(request)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.challenge) throw error
      const { solveChallenge } = await import('./solve-challenge.ts')
      const solution = await solveChallenge(error.challenge)
      return next({ ...request, headers: { ...request.headers, [challengeHeader]: solution } })
    }
  }
}

/** The result of a request. Loaders return it as a promise, so that a screen renders before its data arrive. */
export type Outcome<Value> = { value: Value } | { error: ApiError }
/** What a screen gets: in a page of the server it has arrived. */
export type Arriving<Value> = Promise<Outcome<Value>> | Outcome<Value>

export function toOutcome<Value>(request: Promise<Value>): Promise<Outcome<Value>> {
  return request.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: explain(error) }),
  )
}

/** A part of what arrives. */
export function mapArriving<Value, Part>(
  data: Arriving<Value>,
  map: (outcome: Outcome<Value>) => Part,
): Arriving<Part> {
  return data instanceof Promise
    ? data.then((outcome) => ({ value: map(outcome) }))
    : { value: map(data) }
}

/** An error that is no `ApiError` is a bug. It is reported, on the server by its renderer, and the screen offers to retry. */
function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!isBrowser) throw error
  reportError(error)
  return clientError(0, 'internal')
}
