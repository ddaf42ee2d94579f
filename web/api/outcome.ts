import { ApiError, clientError } from './api-error.ts'

/** The result of a request. Loaders return it as a promise, so that a screen renders before its data arrive. */
export type Outcome<Value> = { value: Value } | { error: ApiError }

export function toOutcome<Value>(request: Promise<Value>): Promise<Outcome<Value>> {
  return request.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: explain(error) }),
  )
}

/** An error that is no `ApiError` is a bug. It is reported, and the screen offers to retry. */
function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  reportError(error)
  return clientError(0, 'internal')
}
