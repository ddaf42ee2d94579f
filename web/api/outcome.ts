import { ApiError, clientError } from './api-error.ts'
import { isBrowser } from './cookies.ts'

/** The result of a request. Loaders return it as a promise, so that a screen renders before its data arrive. */
export type Outcome<Value> = { value: Value } | { error: ApiError }

export function toOutcome<Value>(request: Promise<Value>): Promise<Outcome<Value>> {
  return request.then(
    (value) => ({ value }),
    (error: unknown) => ({ error: explain(error) }),
  )
}

/** Outcomes that are known before they are shown, so that the first render has them. */
const known = new WeakMap<Promise<unknown>, Outcome<unknown>>()

export function findKnownOutcome<Value>(
  request: Promise<Outcome<Value>>,
): Outcome<Value> | undefined {
  return known.get(request) as Outcome<Value> | undefined
}

/** Waits for an outcome, which the next render then shows at once. */
export async function settleOutcome<Value>(
  request: Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const outcome = await request
  known.set(request, outcome)
  return outcome
}

/** The outcome of a request that the server made. */
export function toKnownOutcome<Value>(value: Value): Promise<Outcome<Value>> {
  const outcome = { value }
  const request = Promise.resolve<Outcome<Value>>(outcome)
  known.set(request, outcome)
  return request
}

/** A part of what a request loads. Known where the whole is. */
export function mapOutcome<Value, Part>(
  request: Promise<Outcome<Value>>,
  map: (outcome: Outcome<Value>) => Part,
): Promise<Outcome<Part>> {
  const outcome = findKnownOutcome(request)
  return outcome ? toKnownOutcome(map(outcome)) : request.then((loaded) => ({ value: map(loaded) }))
}

/** An error that is no `ApiError` is a bug. It is reported, on the server by its renderer, and the screen offers to retry. */
function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isBrowser) reportError(error)
  const explained = clientError(0, 'internal')
  explained.cause = error
  return explained
}
