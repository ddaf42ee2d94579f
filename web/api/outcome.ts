import { ApiError, clientError } from './api-error.ts'
import { isBrowser } from './cookies.ts'

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
