import { ApiError, ownError } from './api-error.ts'

/** How a request ended. Loaders hand these out unawaited, so that a screen can stand before its data does. */
export type Outcome<Value> = { value: Value } | { error: ApiError }

export function settle<Value>(request: Promise<Value>): Promise<Outcome<Value>> {
  return request.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: explained(error) }),
  )
}

/** What is no refusal is a fault of ours: it is reported, and the screen offers to try again. */
function explained(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  reportError(error)
  return ownError(0, 'internal')
}
