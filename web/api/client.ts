import { createContext, type RouterContextProvider } from 'react-router'
import * as z from 'zod/mini'

import { errorSentences } from '#shared/error-sentences.ts'
import { problemSchema, type ErrorCode, type FieldErrors } from '#shared/errors.ts'
import { puzzleHeader, type Puzzle } from '#shared/puzzle.ts'

/** A refusal or failure the server explained. `message` is the sentence for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors
  /** Whoever solves it may try again at once. */
  readonly puzzle: Puzzle | undefined

  constructor(
    status: number,
    code: ErrorCode,
    details: {
      message?: string | undefined
      fields?: FieldErrors | undefined
      puzzle?: Puzzle | undefined
    } = {},
  ) {
    super(details.message ?? errorSentences[code])
    this.status = status
    this.code = code
    this.fields = details.fields ?? {}
    this.puzzle = details.puzzle
  }
}

type Send = (path: string, init: RequestInit) => Promise<Response>
type Headers = Record<string, string>

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

/** `solve` answers the puzzles that the server sets where too many requests came from one place. */
export function createApi(send: Send, solve?: (puzzle: Puzzle) => Promise<string>): Api {
  const call = async (method: string, path: string, body?: unknown, headers: Headers = {}) => {
    try {
      return await callOnce(method, path, body, headers)
    } catch (error) {
      if (!solve || !(error instanceof ApiError) || !error.puzzle) throw error
      const answer = await solve(error.puzzle)
      return callOnce(method, path, body, { ...headers, [puzzleHeader]: answer })
    }
  }
  const callOnce = async (method: string, path: string, body: unknown, headers: Headers) => {
    const response = await send(`/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ApiError(0, 'offline')
    })
    if (!response.ok) throw await errorFrom(response)
    return response.status === 204 ? undefined : ((await response.json()) as unknown)
  }
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

export const browserApi = createApi(
  (path, init) => fetch(path, init),
  async (puzzle) => (await import('./solve-puzzle.ts')).solvePuzzle(puzzle),
)

/** How loaders and actions reach the API: over the network in the browser, in process on the server. */
export const apiContext = createContext<Api>(browserApi)

export function apiOf(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext)
}

async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const problem = z.safeParse(problemSchema, body)
  if (!problem.success)
    return new ApiError(response.status, response.status === 404 ? 'not-found' : 'internal')
  const { code, ...details } = problem.data.error
  return new ApiError(response.status, code, details)
}
