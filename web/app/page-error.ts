import { isRouteErrorResponse } from 'react-router'
import * as z from 'zod/mini'

import type { ErrorCode } from '#shared/errors.ts'

import { ApiError } from '../api/client.ts'

/** Whatever was thrown, as something a screen can explain. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isExpected(error)) return new ApiError(404, 'not-found')
  return new ApiError(500, 'internal')
}

/** True for a refusal that the server explained or an address that does not exist; anything else is a bug to log. */
export function isExpected(error: unknown): boolean {
  return error instanceof ApiError || (isRouteErrorResponse(error) && error.status < 500)
}

const errorSchema = z.object({ status: z.int(), code: z.string(), message: z.string() })

/** An error in the form in which it travels in the document. */
export function errorToData({ status, code, message }: ApiError): z.output<typeof errorSchema> {
  return { status, code, message }
}

export function errorFromData(data: unknown): ApiError {
  const { status, code, message } = z.parse(errorSchema, data)
  return new ApiError(status, code as ErrorCode, { message })
}
