import { RouteError } from '#web/router/responses.ts'

import { ApiError, clientError } from '../api/api-error.ts'

/** Turns any thrown value into an error that a screen can explain. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isExpected(error)) return clientError(404, 'not-found')
  return clientError(500, 'internal')
}

/** True for an error response of the API and for an unknown address. Any other error is a bug and is logged. */
export function isExpected(error: unknown): boolean {
  return error instanceof ApiError || error instanceof RouteError
}
