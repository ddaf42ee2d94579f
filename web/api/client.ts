import * as z from 'zod/mini'

import { contextKey, type RequestContext } from '#web/router/request-context.ts'

import { clientError } from './api-error.ts'
import { challengeMiddleware } from './challenge-middleware.ts'
import { retryMiddleware } from './connection.ts'
import type { Headers, Middleware, SendRequest } from './middleware.ts'
import { parseError } from './parse-error.ts'
import { sessionMiddleware } from './session-guard.ts'

export { ApiError } from './api-error.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** The server's API. Responses are parsed by a schema; an error response is thrown as `ApiError`. Paths omit '/api'. */
export interface Api {
  get: <Schema extends z.ZodMiniType>(path: string, schema: Schema) => Promise<z.output<Schema>>
  post: <Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Schema,
    headers?: Headers,
  ) => Promise<z.output<Schema>>
  put: <Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Schema,
  ) => Promise<z.output<Schema>>
  patch: <Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Schema,
  ) => Promise<z.output<Schema>>
  remove: (path: string) => Promise<void>
}

/** The schema of a response without a body (204). */
export const noContent = z.undefined()

/** The first middleware is the closest one to the network. */
export function createApi(fetchApi: Fetch, middlewares: readonly Middleware[] = []): Api {
  const send = middlewares.reduce((next, middleware) => middleware(next), sendWith(fetchApi))
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    send({ method, path, body, headers })
  return {
    get: async (path, schema) => z.parse(schema, await call('GET', path)),
    // eslint-disable-next-line max-params -- body, schema and headers have nothing in common
    post: async (path, body, schema, headers) =>
      z.parse(schema, await call('POST', path, body, headers)),
    put: async (path, body, schema) => z.parse(schema, await call('PUT', path, body)),
    patch: async (path, body, schema) => z.parse(schema, await call('PATCH', path, body)),
    remove: async (path) => void (await call('DELETE', path)),
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
    if (!response.ok) throw parseError(response.status, await response.json().catch(() => null))
    return response.status === 204
      ? undefined
      : (response.json() as Promise<unknown>).catch(throwOffline)
  }
}

function throwOffline(): never {
  throw clientError(0, 'offline')
}
