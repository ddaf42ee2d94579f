import type * as z from 'zod/mini'

import type { Headers } from './middleware.ts'

/** The schema of a response. A component, which is loaded before it needs one, gives a function that loads it. */
export type Expected<Schema> = Schema | (() => Promise<Schema>)

/** The server's API. Responses are parsed by a schema; an error response is thrown as `ApiError`. Paths omit '/api'. */
export interface Api {
  get: <Schema extends z.ZodMiniType>(
    path: string,
    schema: Expected<Schema>,
  ) => Promise<z.output<Schema>>
  post: <Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Expected<Schema>,
    headers?: Headers,
  ) => Promise<z.output<Schema>>
  put: <Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Expected<Schema>,
  ) => Promise<z.output<Schema>>
  patch: <Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Expected<Schema>,
  ) => Promise<z.output<Schema>>
  remove: (path: string) => Promise<void>
}
