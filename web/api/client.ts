import { createContext, type RouterContextProvider } from 'react-router'
import * as z from 'zod/mini'

import { errorSentences } from '#shared/error-sentences.ts'
import { problemSchema } from '#shared/errors.ts'

import { ApiError, ownError } from './api-error.ts'
import { patient } from './connection.ts'
import type { Carry, Headers, Layer } from './layer.ts'
import { puzzled } from './puzzled.ts'
import { guarded } from './session-guard.ts'

export { ApiError } from './api-error.ts'

type Send = (path: string, init: RequestInit) => Promise<Response>

/** The server's API. Every answer is parsed; a refusal is thrown as `ApiError`. Paths start after '/api'. */
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

/** For answers without a body (204). */
export const noContent = z.undefined()

/** The layers lie around the request, the first one closest to the network. */
export function createApi(send: Send, layers: readonly Layer[] = []): Api {
  const carry = layers.reduce((next, layer) => layer(next), carriedBy(send))
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    carry({ method, path, body, headers })
  return {
    get: async (path, schema) => z.parse(schema, await call('GET', path)),
    // eslint-disable-next-line max-params -- body, answer and headers are three different things
    post: async (path, body, schema, headers) =>
      z.parse(schema, await call('POST', path, body, headers)),
    put: async (path, body, schema) => z.parse(schema, await call('PUT', path, body)),
    patch: async (path, body, schema) => z.parse(schema, await call('PATCH', path, body)),
    remove: async (path) => void (await call('DELETE', path)),
  }
}

export const browserApi = createApi((path, init) => fetch(path, init), [patient, puzzled, guarded])

/** How loaders and actions reach the API: over the network in the browser, in process on the server. */
export const apiContext = createContext<Api>(browserApi)

export function apiOf(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext)
}

function carriedBy(send: Send): Carry {
  return async ({ method, path, body, headers }) => {
    const response = await send(`/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(unheard)
    if (!response.ok) throw await errorFrom(response)
    return response.status === 204
      ? undefined
      : (response.json() as Promise<unknown>).catch(unheard)
  }
}

function unheard(): never {
  throw ownError(0, 'offline')
}

async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const problem = z.safeParse(problemSchema, body)
  if (!problem.success)
    return ownError(response.status, response.status === 404 ? 'not-found' : 'internal')
  const { code, message = errorSentences[code], ...details } = problem.data.error
  return new ApiError(response.status, code, { ...details, message })
}
