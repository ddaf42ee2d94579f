import { isRouteErrorResponse } from 'react-router'

import type { ErrorCode } from '#shared/errors.ts'

import { ApiError, ownError } from '../api/api-error.ts'

/** Whatever was thrown, as something a screen can explain. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isExpected(error)) return ownError(404, 'not-found')
  return ownError(500, 'internal')
}

/** True for a refusal that the server explained or an address that does not exist; anything else is a bug to log. */
export function isExpected(error: unknown): boolean {
  return error instanceof ApiError || (isRouteErrorResponse(error) && error.status < 500)
}

type ErrorData = { status: number; code: ErrorCode; message: string }

/** An error in the form in which it travels in the document. */
export function errorToData({ status, code, message }: ApiError): ErrorData {
  return { status, code, message }
}

export function errorFromData(data: unknown): ApiError {
  const { status, code, message } = data as ErrorData
  return new ApiError(status, code, { message })
}
