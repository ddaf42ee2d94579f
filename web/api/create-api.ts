import * as z from 'zod/mini'

import type { Api, Expected } from './api.ts'
import { clientError } from './api-error.ts'
import { challengeMiddleware } from './challenge-middleware.ts'
import { retryMiddleware } from './connection.ts'
import type { Headers, Middleware, SendRequest } from './middleware.ts'
import { parseError } from './parse-error.ts'
import { sessionMiddleware } from './session-guard.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** The first middleware is the closest one to the network. */
export function createApi(fetchApi: Fetch, middlewares: readonly Middleware[] = []): Api {
  const send = middlewares.reduce((next, middleware) => middleware(next), sendWith(fetchApi))
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    send({ method, path, body, headers })
  return {
    get: async (path, schema) => parse(schema, await call('GET', path)),
    // eslint-disable-next-line max-params -- body, schema and headers have nothing in common
    post: async (path, body, schema, headers) =>
      parse(schema, await call('POST', path, body, headers)),
    put: async (path, body, schema) => parse(schema, await call('PUT', path, body)),
    patch: async (path, body, schema) => parse(schema, await call('PATCH', path, body)),
    remove: async (path) => void (await call('DELETE', path)),
  }
}

/** Over the network. */
export const networkApi = createApi(
  (path, init) => fetch(path, init),
  [retryMiddleware, challengeMiddleware, sessionMiddleware],
)

function parse<Schema extends z.ZodMiniType>(schema: Expected<Schema>, data: unknown) {
  return typeof schema === 'function'
    ? schema().then((loaded) => z.parse(loaded, data))
    : z.parse(schema, data)
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
