import { contextKey, type RequestContext } from '#web/router/request-context.ts'

import { clientError, explainStatus } from './api-error.ts'
import { challengeMiddleware } from './challenge-middleware.ts'
import { loadWithRetry, retryMiddleware } from './connection.ts'

import type { Headers, Middleware, SendRequest } from './middleware.ts'
import { sessionMiddleware } from './session-guard.ts'

export { ApiError } from './api-error.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** A schema of the response, or a function that loads it where a page does not need it at first. */
export type ResponseSchema<Value> = Schema<Value> | (() => Promise<Schema<Value>>)
type Schema<Value> = { parse: (body: unknown) => Value }

/** The server's API. Responses are parsed by a schema; an error response is thrown as `ApiError`. Paths omit '/api'. */
export interface Api {
  get: <Value>(path: string, schema: ResponseSchema<Value>) => Promise<Value>
  post: <Value>(
    path: string,
    body: unknown,
    schema: ResponseSchema<Value>,
    headers?: Headers,
  ) => Promise<Value>
  put: <Value>(path: string, body: unknown, schema: ResponseSchema<Value>) => Promise<Value>
  patch: <Value>(path: string, body: unknown, schema: ResponseSchema<Value>) => Promise<Value>
  remove: (path: string) => Promise<void>
}

/** The schema of a response without a body (204). */
export const noContent: Schema<undefined> = { parse: () => undefined }

/** The first middleware is the closest one to the network. */
export function createApi(fetchApi: Fetch, middlewares: readonly Middleware[] = []): Api {
  const send = middlewares.reduce((next, middleware) => middleware(next), sendWith(fetchApi))
  const call = async <Value>(
    schema: ResponseSchema<Value>,
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Headers | undefined } = {},
  ) => {
    // First, because a change whose answer cannot be read would seem to have failed.
    const { parse } = typeof schema === 'function' ? await loadWithRetry(schema)() : schema
    return parse(await send({ method, path, body, headers }))
  }
  return {
    get: (path, schema) => call(schema, 'GET', path),
    // eslint-disable-next-line max-params -- body, schema and headers have nothing in common
    post: (path, body, schema, headers) => call(schema, 'POST', path, { body, headers }),
    put: (path, body, schema) => call(schema, 'PUT', path, { body }),
    patch: (path, body, schema) => call(schema, 'PATCH', path, { body }),
    remove: (path) => call(noContent, 'DELETE', path),
  }
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
